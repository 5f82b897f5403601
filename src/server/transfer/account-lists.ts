/** What goes into a whole account's ZIP beside the lists that can be exported alone (SPEC B53). */
import { csvColumnsOf } from '#core/csv.ts'
import { lineCsvColumns, listedLineFields } from '#core/csv-settlements.ts'
import { ruleFields } from '#core/settlement-rules.ts'
import type { CsvListing } from './csv-text.ts'

/** A table that belongs to accounts and is neither here nor a list fails a test: nothing may be forgotten. */
export const furtherLists: CsvListing[] = [
  {
    file: 'settlement-lines',
    listed: { name: 'expenses', fields: listedLineFields, columns: [] },
    columns: lineCsvColumns,
  },
  {
    file: 'deduction-rules',
    listed: { name: 'deductionRules', fields: ruleFields, columns: [] },
    columns: csvColumnsOf(ruleFields),
  },
]
