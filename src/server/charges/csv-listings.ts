/** Charges as a CSV file. Only the ZIP of the whole account contains it (SPEC B53). */
import { sql } from 'kysely'
import { chargeTables } from '#core/charges/tables.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

const { fields, csv } = chargeTables.load_charges

export const chargeListing: CsvListing = {
  ...csv,
  // Charges of a load in the trash have no load number, and an import needs it.
  listed: {
    name: 'loadCharges',
    fields,
    columns: [],
    where: sql`exists (select from loads as charged
      where charged.user_id = record.user_id and charged.id = record.load_id)`,
  },
}
