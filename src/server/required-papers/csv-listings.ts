/** Rules about required papers as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { requiredPapers } from '#core/required-papers/listing.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const requiredPapersListing: CsvListing = {
  file: 'required-papers',
  listed: requiredPapers,
  columns: csvColumns(requiredPapers.fields),
}
