/** The tables of the books as CSV files. Only the ZIP of the whole account contains them (SPEC B53). */
import { accountMapFields, closedChangeRecords, exportBatches } from '#core/books/listings.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const booksListings: CsvListing[] = [
  {
    file: 'account-map',
    listed: { name: 'accountMap', fields: accountMapFields, columns: [] },
    columns: csvColumns(accountMapFields),
  },
  {
    file: 'closed-changes',
    listed: closedChangeRecords,
    columns: [
      { name: 'id', title: 'Change ID', control: 'text' },
      ...csvColumns(closedChangeRecords.fields),
    ],
  },
  {
    file: 'export-batches',
    listed: exportBatches,
    columns: [
      { name: 'id', title: 'File ID', control: 'text' },
      ...csvColumns(exportBatches.fields),
    ],
  },
]
