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
    debits: money('Debits'),
    sha256: text('SHA-256'),
    bytes: hidden('Bytes'),
    madeBy: hidden('Made By (ID)'),
    madeAt: hidden('Made At'),
  },
  columns: ['format'],
} as const satisfies Listing

export const accountMapFields = {
  accounts: hidden('Accounts'),
  factoring: hidden('Factored Invoices'),
}
