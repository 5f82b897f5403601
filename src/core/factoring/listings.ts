/** Schedules and reports, declared for the audit log and the account's CSV files. */
import type { Listing } from '#core/entities/entity.ts'
import { positiveMoney, signedMoney } from '#core/fields/amounts.ts'
import { choice, day, optionalDay } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { ENTRY_KINDS } from './entries.ts'
import { depositFields, scheduleFields } from './requests.ts'

const id = (label: string) => ({ ...text(label), control: 'quantity' as const })
const ended = { voidedOn: optionalDay('Voided On'), voidReason: optionalText('Void Reason') }

export const factorSchedules = {
  name: 'factorSchedules',
  singular: 'Factor schedule',
  title: 'Factor Schedules',
  description: 'Schedules of accounts sent to factors.',
  label: 'number',
  fields: {
    number: { ...optionalText('Schedule #'), number: true as const },
    factorId: id('Factor ID'),
    ...scheduleFields,
    state: text('State'),
    face: signedMoney('Face Amount'),
    ...ended,
  },
  columns: ['number'],
} as const satisfies Listing

export const factorDeposits = {
  name: 'factorDeposits',
  singular: 'Factor report',
  title: 'Factor Reports',
  description: 'What factors paid and withheld.',
  label: 'reference',
  fields: { factorId: id('Factor ID'), ...depositFields, ...ended },
  columns: ['reference'],
} as const satisfies Listing

export const scheduleLineFields = {
  scheduleId: id('Schedule ID'),
  invoiceId: id('Invoice ID'),
  face: positiveMoney('Face Amount'),
}

export const factorEntryFields = {
  depositId: id('Report ID'),
  day: day('Day'),
  kind: choice('Entry', ENTRY_KINDS, { formDefault: 'advance' }),
  invoiceId: id('Invoice ID'),
  amount: positiveMoney('Amount'),
  reference: optionalText('Reference'),
}
