/** Fuel and toll cards: the accounts with providers, and the cards, transponders and plates with who had them, by day (SPEC C527, C528). */
import { addDays, formatDay, type Day } from '#core/calendar.ts'
import type { Listing } from '#core/entities/entity.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { choice, day, optionalDay, reference, TODAY } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { notes, optionalText, referenceNumber, text } from '#core/fields/text.ts'

export const PROVIDERS = [
  { value: 'efs', label: 'EFS / TCH' },
  { value: 'comdata', label: 'Comdata' },
  { value: 'wex', label: 'WEX' },
  { value: 'pilot', label: 'Pilot Flying J' },
  { value: 'loves', label: 'Love’s' },
  { value: 'ta', label: 'TA / Petro' },
  { value: 'rts', label: 'RTS' },
  { value: 'tcs', label: 'TCS' },
  { value: 'atob', label: 'AtoB' },
  { value: 'mudflap', label: 'Mudflap' },
  { value: 'relay', label: 'Relay' },
  { value: 'ezpass', label: 'E-ZPass' },
  { value: 'prepass', label: 'PrePass' },
  { value: 'bestpass', label: 'Bestpass' },
  { value: 'ipass', label: 'I-PASS' },
  { value: 'sunpass', label: 'SunPass' },
  { value: 'other', label: 'Other' },
] as const

export type Provider = (typeof PROVIDERS)[number]['value']

const accountFields = {
  provider: choice('Provider', PROVIDERS, { formDefault: 'efs' }),
  kind: choice(
    'Kind',
    [
      { value: 'fuel', label: 'Fuel' },
      { value: 'toll', label: 'Tolls' },
    ],
    { formDefault: 'fuel', defaultValue: 'fuel' },
  ),
  accountNumber: referenceNumber('Account #'),
  dayBasis: withHelp(
    choice(
      'Purchase Day',
      [
        { value: 'happened', label: 'The day it happened' },
        { value: 'posted', label: 'The day it was posted' },
      ],
      { formDefault: 'happened', defaultValue: 'happened' },
    ),
    'Tolls are often posted days later',
  ),
  notes: notes('Notes'),
}

export const cardAccounts = {
  name: 'card-accounts',
  singular: 'Card Account',
  title: 'Card Accounts',
  description: 'Your accounts with companies that sell fuel and tolls on credit.',
  label: 'provider',
  fields: accountFields,
  columns: ['provider', 'kind', 'accountNumber', 'dayBasis', 'notes'],
  card: ['kind', 'accountNumber'],
} as const satisfies Listing

const cardFields = {
  provider: choice('Provider', PROVIDERS, { formDefault: 'efs' }),
  kind: choice(
    'Kind',
    [
      { value: 'card', label: 'Card' },
      { value: 'transponder', label: 'Transponder' },
      { value: 'plate', label: 'Plate' },
    ],
    { formDefault: 'card', defaultValue: 'card' },
  ),
  number: withHelp(
    { ...text('Number'), number: true as const },
    'As the file has it: the last digits, the transponder or the plate',
  ),
  truckId: reference('Truck', 'trucks', 'None'),
  driverId: reference('Driver', 'drivers', 'None'),
  startsOn: day('From', TODAY),
  endsOn: withHelp(optionalDay('To'), 'The last day. Blank: until further notice'),
  note: optionalText('Note'),
}

/** A card that moves to another truck has a row for each. */
export const cards = {
  name: 'cards',
  singular: 'Card',
  title: 'Cards',
  description: 'Fuel cards, transponders and plates, with the truck and the driver who had them.',
  label: 'number',
  fields: cardFields,
  columns: [
    { title: 'Number', fields: ['number'], second: { field: 'kind' } },
    'provider',
    'truckId',
    'driverId',
    { title: 'Days', fields: ['startsOn', 'endsOn'], show: 'open-period' },
  ],
  card: ['truckId', 'startsOn'],
  views: [{ name: 'In Use', address: 'endsOn=none' }],
} as const satisfies Listing

export type CardRow = ValuesOf<typeof cardFields>

/** A row of the same card whose days overlap. */
export type CardBefore = Pick<CardRow, 'startsOn' | 'endsOn'> & {
  id: number
  truck: string | null
  driver: string | null
}

export const cardMessages = {
  endsEarly: 'To must not be before from',
  nobody: 'Choose the truck or the driver who has it',
  holderDeleted: 'Its truck or driver was deleted. Restore that first.',
  overlap: 'The card is with somebody else on these days. End that first.',
}

/** "Card 0541 was with truck 104 since 1/5/2026. End that on 11/19/2026?" */
export function askToEnd(
  row: Pick<CardRow, 'kind' | 'number' | 'startsOn'>,
  before: CardBefore,
): string {
  const kind = cardFields.kind.options?.find(({ value }) => value === row.kind)?.label ?? 'Card'
  const holder = before.truck === null ? before.driver : `truck ${before.truck}`
  return `${kind} ${row.number} is with ${holder ?? 'somebody'} since ${formatDay(before.startsOn)}. End that on ${formatDay(lastDayBefore(row.startsOn))}?`
}

export function lastDayBefore(startsOn: Day): Day {
  return addDays(startsOn, -1)
}
