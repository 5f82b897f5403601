/** The tables of factoring. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { FactorEntryKind } from '#core/factoring/entries.ts'
import type { ScheduleFile } from '#core/factoring/schedule-file.ts'
import type { Amount } from '#core/money.ts'

type Kept = {
  id: GeneratedAlways<number>
  userId: string
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type FactorsTable = Kept & {
  name: string
  remitTo: string
  notice: string
  email: string | null
  clientNumber: string | null
  advancePercent: Amount
  feePercent: Amount
  recourseDays: number | null
  isDefault: boolean
  firstDay: Day
  lastDay: Day | null
  file: ColumnType<ScheduleFile, string, string>
}

type FactorBrokersTable = Kept & {
  brokerId: number
  factorId: number | null
  approvedLimit: Amount | null
}

type FactorSchedulesTable = Kept & {
  factorId: number
  number: number | null
  day: Day
  state: Generated<'draft' | 'submitted' | 'void'>
  /** Kept by the database: the sum of the lines. */
  face: GeneratedAlways<Amount>
  submittedAt: string | null
  submittedBy: string | null
  voidedOn: Day | null
  voidReason: string | null
}

type FactorScheduleLinesTable = {
  userId: string
  id: GeneratedAlways<number>
  scheduleId: number
  invoiceId: number
  face: Amount
  standing: Generated<boolean>
  closed: Generated<boolean>
}

type FactorDepositsTable = Kept & {
  factorId: number
  day: Day
  amount: Amount
  reference: string | null
  note: string | null
  voidedOn: Day | null
  voidReason: string | null
}

type FactorEntriesTable = {
  userId: string
  id: GeneratedAlways<number>
  depositId: number
  factorId: number
  day: Day
  kind: FactorEntryKind
  invoiceId: number | null
  amount: Amount
  reference: string | null
  cash: GeneratedAlways<Amount>
  reserve: GeneratedAlways<Amount>
  voided: Generated<boolean>
  createdAt: Generated<string>
}

export type FactoringTables = {
  factors: FactorsTable
  factorBrokers: FactorBrokersTable
  factorSchedules: FactorSchedulesTable
  factorScheduleLines: FactorScheduleLinesTable
  factorDeposits: FactorDepositsTable
  factorEntries: FactorEntriesTable
}
