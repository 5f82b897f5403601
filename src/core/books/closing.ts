/** The day through which the books are closed, and what changed a closed month (SPEC C374–C376). */
import { z } from 'zod'
import { formatDay, type Day } from '#core/calendar.ts'
import { requiredText } from '#core/fields/checks.ts'
import { day } from '#core/fields/fields.ts'
import type { ReceivableKind } from '#core/receivables/entries.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'
import { describeEntry } from './receivable-records.ts'

const LONGEST_REASON = 500

export const closedReasonSchema = requiredText('Reason', LONGEST_REASON)

export const booksClosingSchema = z.object({
  closedThrough: day('Closed through').schema.nullable().describe('Null: no day is closed'),
})

export const booksClosingResponse = z.object({
  closedThrough: z.string().nullable().describe('The last closed day. Null: no day is closed'),
})

export type BooksClosing = z.output<typeof booksClosingResponse>

/** What the changed entry is in the books. */
export type ClosedSource =
  | 'receivable'
  | 'settlement'
  | 'settlement-void'
  | 'payment'
  | 'payment-reversal'
  | 'payment-closing'
  | 'factor-deposit'
  | 'factor-deposit-void'
  | 'balance-entry'

export const closedChangeResponse = z.object({
  id: z.int(),
  day: z.string().describe('The day that was closed: the entry is dated on it'),
  what: z.string().describe('"Payment, invoice 5, Acme"'),
  amount: z.string().describe('Dollars with two decimals: "1234.50"'),
  reason: z.string(),
  closedThrough: z.string().describe('Through which day the books were closed then'),
  changedBy: z.string(),
  changedAt: z.string(),
})

export type ClosedChange = z.output<typeof closedChangeResponse>

export const closingMessages = {
  future: 'The day must not be in the future',
  /** The question before a change of a closed month. */
  ask: (closedThrough: Day, on: Day) =>
    `The books are closed through ${formatDay(closedThrough)}, and this is dated ${formatDay(on)}. Enter why a closed month changes.`,
}

/** A change as the database has it. `number`: of the invoice, credit note, statement or check. `name`: who it is about. */
export type ClosedChangeFact = {
  source: ClosedSource
  deleted: boolean
  kind: string | null
  number: string | null
  name: string | null
}

const SOURCE_NAMES: Record<ClosedSource, string> = {
  receivable: 'Receivables',
  settlement: 'Approval of statement',
  'settlement-void': 'Void of statement',
  payment: 'Payment',
  'payment-reversal': 'Reversed payment',
  'payment-closing': 'Unapplied payment',
  'factor-deposit': 'Factor report',
  'factor-deposit-void': 'Void of factor report',
  'balance-entry': 'Balance',
}

const KIND_NAMES: Record<string, string> = {
  repayment: 'repaid',
  'write-off': 'written off',
  interest: 'interest',
  'transfer-out': 'transferred',
  'transfer-in': 'transferred',
}

/** "Payment, invoice 5, Acme", "Approval of statement 12, Ann", "Undone: Unapplied payment written off, Ann". */
export function describeClosedChange(fact: ClosedChangeFact): string {
  const { deleted, name } = fact
  const what = [describeSource(fact), name].filter(Boolean).join(', ')
  return deleted ? `Undone: ${what}` : what
}

function describeSource({ source, kind, number }: ClosedChangeFact): string {
  if (source === 'receivable') return describeEntry(kind as ReceivableKind, number)
  const done = kind === null ? undefined : KIND_NAMES[kind]
  return [SOURCE_NAMES[source], done, number].filter(Boolean).join(' ')
}

const COLUMNS = reportColumns({
  Day: 'day',
  What: 'text',
  Amount: 'money',
  Reason: 'text',
  'Closed Through': 'day',
  By: 'text',
  At: 'text',
})

export function buildClosedChangesReport(changes: readonly ClosedChange[]): Report {
  return {
    file: 'changes-to-closed-months',
    columns: COLUMNS,
    rows: changes.map(({ day: on, what, amount, reason, closedThrough, changedBy, changedAt }) => [
      ...[on, what, amount, reason, closedThrough, changedBy, changedAt],
    ]),
  }
}
