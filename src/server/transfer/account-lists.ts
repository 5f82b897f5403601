/** What goes into a whole account's ZIP beside the lists that can be exported alone (SPEC B53). */
import type { AnyRecord } from '#core/entities/entity.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import {
  lineCsvColumns,
  listedLineFields,
  writeOffCsvColumns,
  ruleCsvColumns,
} from '#core/transfer/settlements.ts'
import { withFormula, type Line } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import { writeOffFields } from '#core/settlements/previous-owner.ts'
import { views } from '#core/lists/views.ts'
import type { CsvListing } from './csv-text.ts'

/** A table or a column of an account that is in no file fails a test: nothing may be forgotten. */
export const furtherLists: CsvListing[] = [
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
  { file: 'views', listed: views, columns: csvColumns(views.fields) },
]
