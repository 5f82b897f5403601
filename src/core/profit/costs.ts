/** Costs that are typed: what the carrier pays besides owners and drivers (SPEC C586). */
import type { Day } from '#core/calendar.ts'
import type { Listing } from '#core/entities/entity.ts'
import { optionalFloor, signedMoney } from '#core/fields/amounts.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { choice, day, optionalDay, reference, TODAY, yesNo } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { optionalText } from '#core/fields/text.ts'

export const COST_CATEGORIES = [
  { value: 'fuel', label: 'Fuel' },
  { value: 'insurance', label: 'Insurance' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'tires', label: 'Tires' },
  { value: 'permits', label: 'Permits' },
  { value: 'tolls', label: 'Tolls' },
  { value: 'parking', label: 'Parking' },
  { value: 'lumper', label: 'Lumper' },
  { value: 'scale', label: 'Scale' },
  { value: 'truck', label: 'Truck Payment' },
  { value: 'trailer', label: 'Trailer' },
  { value: 'factoring', label: 'Factoring' },
  { value: 'wages', label: 'Wages and Taxes' },
  { value: 'office', label: 'Office' },
  { value: 'other', label: 'Other' },
] as const

const fields = {
  startsOn: day('Day', TODAY),
  endsOn: withHelp(
    optionalDay('Through'),
    'The last day of a period, such as a month of insurance',
  ),
  truckId: withHelp(
    reference('Truck', 'trucks', 'All Trucks'),
    'Without truck and driver: spread over all trucks by days in service',
  ),
  driverId: reference('Driver', 'drivers', 'None'),
  category: choice('Category', COST_CATEGORIES, { formDefault: 'other' }),
  vendor: optionalText('Vendor'),
  amount: withHelp(signedMoney('Amount'), 'What you pay. Negative for a credit'),
  chargedBack: withHelp(
    optionalFloor('Charged Back'),
    'What statements charge owners or drivers for it',
  ),
  behavior: choice(
    'Kind',
    [
      { value: 'variable', label: 'Variable' },
      { value: 'fixed', label: 'Fixed' },
    ],
    { formDefault: 'variable', defaultValue: 'variable' },
  ),
  note: optionalText('Note'),
  /** Follows from truck and driver. The trash keeps it, so that a cost without its deleted truck is not spread over all. */
  spread: { ...yesNo('Spread'), kept: true as const },
}

export const costs = {
  name: 'costs',
  singular: 'Cost',
  title: 'Costs',
  description: 'What you pay besides owners and drivers, for the margin on the Profit screen.',
  label: 'startsOn',
  fields,
  columns: [
    { title: 'Days', fields: ['startsOn', 'endsOn'], show: 'period' },
    { title: 'Category', fields: ['category'], second: { field: 'vendor' } },
    'truckId',
    'driverId',
    'behavior',
    'amount',
    'chargedBack',
    'note',
  ],
  card: ['category', 'truckId', 'amount'],
  totals: { amount: 'Amount' },
  views: [
    { name: 'Fixed', address: 'behavior=fixed' },
    { name: 'All Trucks', address: 'spread=yes' },
  ],
} as const satisfies Listing

export type Cost = Omit<ValuesOf<typeof fields>, 'spread'>

export const costMessages = {
  endsEarly: 'Through must not be before day',
  ofDeleted: 'Its truck or driver was deleted. Restore that first.',
}

export function lastDayOf({ startsOn, endsOn }: Pick<Cost, 'startsOn' | 'endsOn'>): Day {
  return endsOn ?? startsOn
}

export function nameCategory(category: string): string {
  return COST_CATEGORIES.find(({ value }) => value === category)?.label ?? category
}
