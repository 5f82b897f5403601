/** Charges as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { sql } from 'kysely'
import { loadCharges } from '#core/charges/charges.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

export const chargeListing: CsvListing = {
  file: 'charges',
  // Charges of a load in the trash have no load number, and an import needs it.
  listed: {
    ...loadCharges,
    name: 'loadCharges',
    where: sql`exists (select from loads as charged
      where charged.user_id = record.user_id and charged.id = record.load_id)`,
  },
  columns: [
    { name: 'loadId', title: 'Load', control: 'reference' },
    { name: 'number', title: 'Number', control: 'text' },
    ...csvColumns(loadCharges.fields).filter(
      ({ name }) => name !== 'loadId' && name !== 'documentId',
    ),
    { name: 'documentId', title: 'Document ID', control: 'text' },
  ],
}
