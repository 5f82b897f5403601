/** The pay register: every payment, reversed ones marked (SPEC C11). */
import { sql } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Closing, Payment, PaymentPart } from '#core/payments/payments.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readPayableStatements } from '#server/settlements/approval/payable-statements.ts'
import { readParts } from './rows.ts'
import { countsIn } from './year/year-payments.ts'

const COLUMNS = reportColumns({
  'Paid On': 'day',
  Payee: 'text',
  Kind: 'text',
  'Payment Method': 'text',
  Reference: 'text',
  Amount: 'money',
  'Settlement Pay': 'money',
  State: 'text',
  'Reversed On': 'day',
  Reversal: 'text',
  Reason: 'text',
  'Reissued For': 'text',
  Statements: 'text',
})

/**
 * The payments of a period by day, those that count in it, and the cash that payees repaid in it. "Settlement Pay" adds up
 * to what was paid: a payment that keeps the year of the one that it replaces is in both periods, and counts in the first.
 */
export async function buildRegister(
  database: Database,
  userId: string,
  { from, to }: Period,
): Promise<Report> {
  const { rows: payments } = await sql<Payment>`select * from payouts as paid
    where user_id = ${userId} and (paid_on between ${from} and ${to} or ${countsIn({ from, to })})
    order by paid_on, id`.execute(database)
  const [numbers, replaced, repaid] = await Promise.all([
    readNumbers(database, userId, payments),
    readReferences(database, userId, payments),
    readRepayments(database, userId, { from, to }),
  ])
  const rows = payments.map((payment) =>
    toCells(payment, {
      statements: numbers.get(payment.id) ?? '',
      replaced: replaced.get(payment.replaces ?? 0) ?? '',
      counted: countedAmount(payment, { from, to }),
    }),
  )
  const all = [...rows, ...repaid.map(toRepaidCells)]
  const total = toAmount(addUp(all.map((cells) => cells[6] ?? '0.00')))
  const totals = ['Total', '', '', '', '', '', total, '', '', '', '', '', '']
  return { file: `pay-register-${from}-${to}`, columns: COLUMNS, rows: [...all, totals] }
}

type Described = { statements: string; replaced: string; counted: Amount }

function toCells(payment: Payment, { statements, replaced, counted }: Described): string[] {
  const { paidOn, payeeName, kind, method, reference, amount, state } = payment
  const { reversedOn, reversal, reversalReason } = payment
  return [
    ...[paidOn, payeeName ?? '', kind, method, reference ?? '', amount, counted],
    ...[state, reversedOn ?? '', reversal ?? '', reversalReason ?? '', replaced, statements],
  ]
}

/** A reversed payment counts as zero in its own year. */
function countedAmount(payment: Payment, { from, to }: Period): Amount {
  const { kind, state, amount, paidOn, countsOn } = payment
  const day = countsOn ?? paidOn
  const counts = kind === 'settlement' && state !== 'reversed'
  return counts && from <= day && day <= to ? amount : '0.00'
}

type Repayment = Closing & Pick<Payment, 'payeeName'>

function toRepaidCells({ day, payeeName, method, reference, amount, reason }: Repayment): string[] {
  const counted = toAmount(-toCents(amount))
  return [
    ...[day, payeeName ?? '', 'repayment', method ?? '', reference ?? '', counted, counted],
    ...['posted', '', '', reason, '', ''],
  ]
}

async function readRepayments(database: Database, userId: string, { from, to }: Period) {
  const { rows } = await sql<Repayment>`
    select closing.*, paid.payee_name from payout_closings as closing
      join payouts as paid on paid.user_id = closing.user_id and paid.id = closing.payout_id
    where closing.user_id = ${userId} and closing.kind = 'repayment' and closing.day between ${from} and ${to}
    order by closing.day, closing.id`.execute(database)
  return rows
}

/** "12, 15": the statements that a payment covers, or covered before it was reversed or they were voided. */
async function readNumbers(database: Database, userId: string, payments: Payment[]) {
  const ids = payments.map(({ id }) => id)
  const parts = await readParts(database, userId, ids)
  const statements = await readPayableStatements(database, userId, {
    ids: [...new Set(parts.map(({ billingId }) => billingId))],
  })
  const numbers = new Map(statements.map(({ id, number }) => [id, number]))
  return new Map(
    [...Map.groupBy(parts, ({ payoutId }) => payoutId)].map(([id, own]) => [
      id,
      own.map(({ billingId }) => numbers.get(billingId)).join(', '),
    ]),
  )
}

async function readReferences(database: Database, userId: string, payments: Payment[]) {
  const ids = payments.flatMap(({ replaces }) => replaces ?? [])
  const rows = await database
    .selectFrom('payouts')
    .select(['id', 'reference'])
    .where('userId', '=', userId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

export type RegisterPart = Pick<PaymentPart, 'billingId' | 'amount' | 'ended'> &
  Pick<Payment, 'method' | 'reference' | 'state' | 'reversedOn' | 'reversal'> & { paidOn: Day }

/** Every part of the statements of a run, ended ones included, in the order of their days. */
export async function readPartsOfStatements(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<RegisterPart[]> {
  const { rows } = await sql<RegisterPart>`
    select part.billing_id, part.amount, part.ended, paid.paid_on, paid.method, paid.reference, paid.state,
      paid.reversed_on, paid.reversal
    from payout_parts as part join payouts as paid on paid.user_id = part.user_id and paid.id = part.payout_id
    where part.user_id = ${userId} and part.billing_id = any(${ids}::bigint[])
    order by paid.paid_on, part.id`.execute(work)
  return rows
}
