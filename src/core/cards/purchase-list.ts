/** The list of purchases by fuel and toll cards, with what a person decides about them (SPEC C565–C568). */
import type { Listing } from '#core/entities/entity.ts'
import { optionalCount, quantityOrNull, rateOrNull, signedMoney } from '#core/fields/amounts.ts'
import type { Field, ValuesOf } from '#core/fields/field.ts'
import { choice, day, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText, referenceNumber, text } from '#core/fields/text.ts'
import { toUnits } from '#core/decimals.ts'
import { formatQuantity, toDecimal } from '#core/money.ts'
import { cards } from './cards.ts'
import { GALLON_PLACES } from './files/row.ts'
import { BOUGHT_KINDS, isLiquid, type BoughtKind } from './purchases.ts'

/**
 * Where a purchase stands. Of several the first counts. `company`: of a truck that never had an owner. `ready`: the next settlement of its
 * owner takes it, unless the lease says otherwise.
 */
export const PILES = [
  { value: 'ignored', label: 'Ignored', tone: 'neutral' },
  { value: 'conflict', label: 'Conflict', tone: 'bad' },
  { value: 'waiting', label: 'Whose Truck?', tone: 'waiting' },
  { value: 'charged', label: 'On Settlement', tone: 'neutral' },
  { value: 'off', label: 'Taken Off', tone: 'neutral' },
  { value: 'company', label: 'Carrier’s Cost', tone: 'neutral' },
  { value: 'unnamed', label: 'Kind Missing', tone: 'waiting' },
  { value: 'ready', label: 'Ready', tone: 'good' },
] as const

export const purchaseMessages = {
  notOff: 'This purchase was not taken off a settlement',
}

export type Pile = (typeof PILES)[number]['value']

/** What the office looks into. None of these keeps a purchase from being charged. */
const CHASES = [
  { value: 'no-receipt', label: 'Advance without a receipt' },
  { value: 'no-charge', label: 'Lumper advance without an approved charge' },
  { value: 'away', label: 'Fuel in a state of no load' },
  { value: 'over-tank', label: 'More than 300 gallons in a day' },
  { value: 'twice', label: 'Two fills within an hour' },
  { value: 'other-unit', label: 'Unit printed is another truck' },
] as const

export type Chase = (typeof CHASES)[number]['value']

/** No truck has larger tanks. */
export const MOST_GALLONS_A_DAY = 300

const FOUND_BY = [
  { value: 'card', label: 'Card' },
  { value: 'unit', label: 'Unit printed' },
  { value: 'plate', label: 'Plate' },
  { value: 'person', label: 'A person' },
] as const

function kept<Value>(field: Field<Value>) {
  return { ...field, kept: true as const }
}

/** What a person can change. The figures are those of the file. */
export const decidedFields = {
  kind: choice('Kind', BOUGHT_KINDS, { formDefault: 'unknown', defaultValue: 'unknown' }),
  truckId: reference('Truck', 'trucks', 'Whose truck?'),
  ignored: optionalText('Ignored Because'),
}

const stored = {
  day: kept(day('Day')),
  time: kept(optionalText('Time')),
  postedOn: kept(optionalDay('Posted')),
  provider: kept(cards.fields.provider),
  card: kept({ ...text('Card'), number: true as const }),
  cardKind: kept(cards.fields.kind),
  ...decidedFields,
  driverId: kept(reference('Driver', 'drivers', 'None')),
  unit: kept({ ...optionalText('Unit Printed'), number: true as const }),
  driver: kept(optionalText('Driver Printed')),
  place: kept(optionalText('Place')),
  city: kept(optionalText('City')),
  state: kept(optionalText('State')),
  code: kept(optionalText('Item')),
  gallons: kept(quantityOrNull('Gallons')),
  price: kept(rateOrNull('Price')),
  retail: kept(signedMoney('Retail')),
  discount: kept(signedMoney('Discount')),
  net: kept(signedMoney('Net')),
  odometer: kept(optionalCount('Odometer', 0, 9_999_999)),
  invoice: kept(referenceNumber('Invoice #')),
  line: kept(optionalCount('Row', 1, 9_999_999)),
  foundBy: kept({
    ...choice('Truck Found By', FOUND_BY, { formDefault: 'card' }),
    defaultValue: undefined,
  }),
}

/** The fields of the table. */
export const cardPurchaseFields = stored

const fields = {
  ...stored,
  pile: kept(choice('Status', PILES, { formDefault: 'ready' })),
  /** The statement that charges it, and the settlement's ID; a draft has no number. */
  statement: kept(optionalCount('Statement #', 1, 999_999_999)),
  billingId: { ...kept(optionalCount('Settlement ID', 1, 999_999_999)), control: 'none' as const },
  offReason: kept(optionalText('Taken Off Because')),
  /** The day that the card account says counts: the day it happened, or the day it was posted (SPEC C527). */
  countsOn: kept(day('Counts On')),
  fileName: kept(optionalText('File')),
  importedOn: kept(day('Imported')),
}

/** Filters that are no columns of the table. */
const chase = { ...choice('Look Into', CHASES, { formDefault: 'away' }), kept: true as const }

export const cardPurchases = {
  name: 'card-purchases',
  singular: 'Purchase',
  title: 'Purchases',
  description: 'What fuel and toll cards bought.',
  label: 'day',
  fields: { ...fields, chase },
  columns: [
    { title: 'Day', fields: ['day'], second: { field: 'time' } },
    { title: 'Truck', fields: ['truckId'], second: { format: formatPrinted } },
    { title: 'Card', fields: ['card'], second: { field: 'provider' } },
    // A search finds the printed unit and driver, the invoice and the file too.
    {
      title: 'Place',
      fields: ['place', 'city', 'state', 'unit', 'driver', 'invoice', 'fileName'],
      format: formatPlace,
    },
    { title: 'Kind', fields: ['kind'], second: { format: formatGallons } },
    'retail',
    'discount',
    'net',
    { title: 'Status', fields: ['pile'], show: 'badge', second: { format: formatStanding } },
  ],
  card: ['truckId', 'kind', 'net', 'pile'],
  totals: { retail: 'Retail', discount: 'Discount', net: 'Net' },
  views: [
    { name: 'Whose Truck?', address: 'pile=waiting' },
    { name: 'Conflicts', address: 'pile=conflict' },
    { name: 'Ready', address: 'pile=ready' },
    { name: 'On Settlement', address: 'pile=charged' },
    { name: 'Taken Off', address: 'pile=off' },
    { name: 'Carrier’s Cost', address: 'pile=company' },
    { name: 'Ignored', address: 'pile=ignored' },
    { name: 'Fuel in a State of No Load', address: 'chase=away' },
    { name: 'Advances Without a Receipt', address: 'chase=no-receipt' },
  ],
} as const satisfies Listing

export type DecidedValues = ValuesOf<typeof decidedFields>

function formatPrinted({ unit, driver }: Record<string, unknown>): string {
  return [unit && `Unit ${String(unit)}`, driver].filter(Boolean).join(', ')
}

function formatPlace({ place, city, state }: Record<string, unknown>): string {
  return [place, city, state].filter(Boolean).join(', ')
}

/** "Statement 1042", "Draft", or why it is ignored or off. */
function formatStanding({
  pile,
  ignored,
  offReason,
  billingId,
  statement,
}: Record<string, unknown>) {
  if (pile === 'ignored') return String(ignored)
  if (billingId) return statement ? `Statement ${String(statement)}` : 'Draft'
  return pile === 'off' ? String(offReason) : ''
}

function formatGallons({ kind, gallons }: Record<string, unknown>): string {
  if (!gallons || !isLiquid(kind as BoughtKind)) return ''
  const units = toUnits(String(gallons), GALLON_PLACES)
  return `${formatQuantity(toDecimal(units, GALLON_PLACES))} gal`
}
