/** The tables of the books, declared for the audit log and the account's CSV files. */
import type { Listing } from '#core/entities/entity.ts'
import { money } from '#core/fields/amounts.ts'
import { choice, optionalDay } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { BOOK_FORMATS } from './formats.ts'

const hidden = (label: string) => ({ ...optionalText(label), control: 'none' as const })

export const exportBatches = {
  name: 'exportBatches',
  singular: 'File for the books',
  title: 'Files for the Books',
  description: 'Files that were made for the accountant.',
  label: 'format',
  fields: {
    format: choice('Format', BOOK_FORMATS, { formDefault: 'qbo-journal' }),
    firstDay: optionalDay('From'),
    lastDay: optionalDay('To'),
    records: hidden('Records'),
    parts: hidden('Parts'),
    debits: money('Debits'),
    sha256: text('SHA-256'),
    bytes: hidden('Bytes'),
    madeBy: hidden('Made By (ID)'),
    madeAt: hidden('Made At'),
  },
  columns: ['format'],
} as const satisfies Listing

/** What changed a closed month, with the reason (SPEC C376). */
export const closedChangeRecords = {
  name: 'closedChanges',
  singular: 'Change to a closed month',
  title: 'Changes to Closed Months',
  description: 'What was dated into a month after it was closed.',
  label: 'source',
  fields: {
    source: text('Entry'),
    recordId: hidden('Entry (ID)'),
    deleted: hidden('Deleted'),
    day: optionalDay('Day'),
    amount: money('Amount'),
    kind: hidden('Kind'),
    number: hidden('Number'),
    name: hidden('Name'),
    closedThrough: optionalDay('Closed Through'),
    reason: text('Reason'),
    personId: hidden('By (ID)'),
    changedAt: hidden('At'),
  },
  columns: ['source'],
} as const satisfies Listing

export const accountMapFields = {
  accounts: hidden('Accounts'),
  factoring: hidden('Factored Invoices'),
  closedThrough: optionalDay('Closed Through'),
}
