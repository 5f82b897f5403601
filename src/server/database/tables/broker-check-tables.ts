/** The tables of broker checks. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Answer } from '#core/broker-checks/answers.ts'
import type { ManualResult } from '#core/broker-checks/checks.ts'
import type { FileKind, FileRow } from '#core/broker-checks/file-kinds.ts'
import type { Day } from '#core/calendar.ts'

type BrokerFilesTable = {
  userId: string
  id: GeneratedAlways<number>
  kind: FileKind
  day: Day
  name: string
  rowCount: number
  found: number
  importedBy: string
  importedAt: Generated<string>
}

type BrokerChecksTable = {
  userId: string
  id: GeneratedAlways<number>
  brokerId: number
  source: FileKind | 'hand'
  day: Day
  result: Answer | ManualResult
  searched: string | null
  rows: ColumnType<FileRow[] | null, string | null, never>
  note: string | null
  fileId: number | null
  checkedBy: string
  checkedAt: Generated<string>
}

export type BrokerCheckTables = {
  brokerFiles: BrokerFilesTable
  brokerChecks: BrokerChecksTable
}
