/** The tables of the books. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { money } from '#core/fields/amounts.ts'
import { choice, optionalDay } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { BOOK_FORMATS } from './formats.ts'

const hidden = (label: string) => ({ ...optionalText(label), control: 'none' as const })

const exportBatchFields = {
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
}

const closedChangeFields = {
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
}

const accountMapFields = {
  accounts: hidden('Accounts'),
  factoring: hidden('Factored Invoices'),
  closedThrough: optionalDay('Closed Through'),
}

export const bookTables = {
  account_map: {
    singular: 'Account map',
    seenBy: 'settlements',
    fields: accountMapFields,
    csv: { file: 'account-map' },
  },
  closed_changes: {
    singular: 'Change to a closed month',
    seenBy: 'settlements',
    labelField: 'source',
    fields: closedChangeFields,
    csv: {
      file: 'closed-changes',
      columns: [textColumn('id', 'Change ID'), ...csvColumns(closedChangeFields)],
    },
  },
  export_batches: {
    singular: 'File for the books',
    seenBy: 'settlements',
    labelField: 'format',
    fields: exportBatchFields,
    csv: {
      file: 'export-batches',
      columns: [textColumn('id', 'File ID'), ...csvColumns(exportBatchFields)],
    },
  },
} as const satisfies Tables
