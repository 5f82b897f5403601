/** The tables of settlements as CSV files (SPEC B50, B53). */
import { entryFields } from '#core/balances/entries.ts'
import { escrowRateFields } from '#core/balances/interest.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import {
  entryCsvColumns,
  adjustedLoadCsvColumns,
  lineCsvColumns,
  listedLineFields,
  writeOffCsvColumns,
  ruleCsvColumns,
  settlementCsvColumns,
} from '#core/transfer/settlements.ts'
import { withFormula, type Line } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import { writeOffFields } from '#core/settlements/previous-payee.ts'
import type { CsvListing, ExportedListing } from '#server/streaming/csv-text.ts'
import { statements } from '#core/settlements/statements.ts'
import {
  settlementColumns,
  settlementListing,
  statementColumns,
  statementListing,
} from './settlement/list.ts'

export const exportedSettlements: ExportedListing = {
  name: 'billing',
  file: 'settlements',
  title: 'Settlements',
  access: 'settlements',
  listed: settlementListing,
  columns: settlementCsvColumns,
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

/** Tables that only the ZIP of the whole account contains. */
export const furtherSettlementListings: CsvListing[] = [
  {
    file: 'settlement-lines',
    listed: { name: 'expenses', fields: listedLineFields, columns: [] },
    columns: lineCsvColumns,
    complete: (record) => withFormula(record as AnyRecord & Line),
  },
  {
    file: 'deduction-rules',
    listed: { name: 'deductionRules', fields: ruleFields, columns: [] },
    columns: ruleCsvColumns,
  },
  {
    file: 'releases',
    listed: { name: 'releases', fields: writeOffFields, columns: [] },
    columns: writeOffCsvColumns,
  },
  {
    file: 'balance-entries',
    listed: { name: 'balanceEntries', fields: entryFields, columns: [] },
    columns: entryCsvColumns,
  },
  {
    file: 'escrow-rates',
    listed: { name: 'escrowRates', fields: escrowRateFields, columns: [] },
    columns: csvColumns(escrowRateFields),
  },
  {
    file: 'adjusted-loads',
    listed: { name: 'adjustedLoads', fields: {}, columns: [] },
    columns: adjustedLoadCsvColumns,
  },
]
