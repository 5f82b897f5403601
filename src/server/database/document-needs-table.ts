import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { PaperRules } from '#core/required-papers/required-papers.ts'

/** `brokerId`: null for the company's rules. */
export type DocumentNeedsTable = {
  userId: string
  id: GeneratedAlways<number>
  brokerId: number | null
  firstDay: Day
  toSettle: ColumnType<PaperRules, string, string>
  toBill: ColumnType<PaperRules, string, string>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}
