/** Charges as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { loadCharges } from '#core/charges/charges.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const chargeListing: CsvListing = {
  file: 'charges',
  listed: { ...loadCharges, name: 'loadCharges' },
  columns: [
    { name: 'loadId', title: 'Load', control: 'reference' },
    { name: 'number', title: 'Number', control: 'text' },
    ...csvColumns(loadCharges.fields).filter(
      ({ name }) => name !== 'loadId' && name !== 'documentId',
    ),
    { name: 'documentId', title: 'Document ID', control: 'text' },
  ],
}
