/** The tables of the books. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { accountMapFields, closedChangeRecords, exportBatches } from './listings.ts'

export const bookTables = {
  account_map: {
    singular: 'Account map',
    seenBy: 'settlements',
    fields: accountMapFields,
    csv: { file: 'account-map' },
  },
  closed_changes: {
    singular: closedChangeRecords.singular,
    seenBy: 'settlements',
    labelField: 'source',
    fields: closedChangeRecords.fields,
    csv: {
      file: 'closed-changes',
      columns: [textColumn('id', 'Change ID'), ...csvColumns(closedChangeRecords.fields)],
    },
  },
  export_batches: {
    singular: exportBatches.singular,
    seenBy: 'settlements',
    labelField: 'format',
    fields: exportBatches.fields,
    csv: {
      file: 'export-batches',
      columns: [textColumn('id', 'File ID'), ...csvColumns(exportBatches.fields)],
    },
  },
} as const satisfies Tables
