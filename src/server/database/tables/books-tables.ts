/** The tables of the books. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountMapping } from '#core/books/books.ts'
import type { ClosedSource } from '#core/books/closing.ts'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import type { BookFormat } from '#core/books/formats.ts'
import type { BookSource } from '#core/books/records.ts'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'

type AccountMapTable = {
  userId: string
  id: GeneratedAlways<number>
  accounts: ColumnType<AccountMapping[], string, string>
  factoring: FactoringMethod | null
  closedThrough: Day | null
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type ClosedChangesTable = {
  userId: string
  id: GeneratedAlways<number>
  source: ClosedSource
  recordId: number
  deleted: Generated<boolean>
  day: Day
  amount: Amount
  kind: string | null
  number: string | null
  name: string | null
  closedThrough: Day
  reason: string
  personId: Generated<string | null>
  changedAt: Generated<string>
}

type ExportBatchesTable = {
  userId: string
  id: GeneratedAlways<number>
  format: BookFormat
  firstDay: Day
  lastDay: Day
  records: number
  parts: Generated<number>
  /** 1: deductions of balances are in the account of their category. 2: they have their own accounts. */
  form: Generated<number>
  debits: Amount
  sha256: string
  bytes: number
  madeBy: string
  madeAt: Generated<string>
}

type ExportFilesTable = { userId: string; batchId: number; content: string; cover: string }

type ExportEntriesTable = {
  userId: string
  source: BookSource
  recordId: number
  batchId: number
  day: Day
  groupName: string
  figure: Amount
}

export type BookTables = {
  accountMap: AccountMapTable
  closedChanges: ClosedChangesTable
  exportBatches: ExportBatchesTable
  exportFiles: ExportFilesTable
  exportEntries: ExportEntriesTable
}
