/** Settlements, statements and lines as CSV files (SPEC B50, B53). */
import type { AnyRecord } from '#core/entities/entity.ts'
import { withFormula, type Line } from '#core/settlements/lines.ts'
import { statements } from '#core/settlements/statements.ts'
import { settlementTables } from '#core/settlements/tables.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { listedLineFields } from '#core/transfer/settlements.ts'
import type { CsvListing, ExportedListing } from '#server/streaming/csv-text.ts'
import {
  settlementColumns,
  settlementListing,
  statementColumns,
  statementListing,
} from './settlement/list.ts'

export const exportedSettlements: ExportedListing = {
  ...settlementTables.billing.csv,
  name: 'billing',
  title: 'Settlements',
  access: 'settlements',
  listed: settlementListing,
  kinds: settlementColumns,
}

export const exportedStatements: ExportedListing = {
  name: 'statements',
  file: 'statements',
  title: 'Settlements',
  access: 'settlements',
  listed: statementListing,
  columns: csvColumns(statements.fields),
  kinds: statementColumns,
}

/** Only the ZIP of the whole account contains it. */
export const lineListing: CsvListing = {
  ...settlementTables.expenses.csv,
  listed: { name: 'expenses', fields: listedLineFields, columns: [] },
  complete: (record) => withFormula(record as AnyRecord & Line),
}
