/** Taught layouts as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { taughtLayoutRecords } from '#core/confirmations/taught/records.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const taughtLayoutListing: CsvListing = {
  file: 'taught-layouts',
  listed: taughtLayoutRecords,
  columns: csvColumns(taughtLayoutRecords.fields),
}
