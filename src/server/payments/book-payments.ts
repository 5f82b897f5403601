/** Payments to owners and drivers for the books, with what happened to them later (SPEC C221, C224). */
import { sql } from 'kysely'
import type { PaymentFact } from '#core/books/owner-records.ts'
import type { Day, Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

function selectEvents(userId: string) {
  return sql`(
    select id, 'paid' as event, kind, paid_on as day, payee, method, reference, amount from payouts
      where user_id = ${userId}
    union all
    select id, 'reversed', kind, reversed_on, payee, method, reference, amount from payouts
      where user_id = ${userId} and reversed_on is not null
    union all
    select closing.id, closing.kind, paid.kind, closing.day, paid.payee, coalesce(closing.method, ''), closing.reference,
        closing.amount
      from payout_closings as closing
        join payouts as paid on paid.user_id = ${userId} and paid.id = closing.payout_id
      where closing.user_id = ${userId})`
}

/** At most `most` payments, by day. */
export async function readBookPayments(
  work: Database | Work,
  userId: string,
  { from, to, most }: Period & { most: number },
): Promise<PaymentFact[]> {
  const { rows } = await sql<PaymentFact>`
    select id, event, kind, day, replace(payee, ':', ' ') as payee, method, reference, amount
    from ${selectEvents(userId)} as happened where day between ${from} and ${to}
    order by day, event, id limit ${most}`.execute(work)
  return rows
}

export type PaymentSum = { event: PaymentFact['event']; count: number; amount: Amount }

export async function sumBookPayments(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<PaymentSum[]> {
  const { rows } = await sql<PaymentSum>`
    select event, count(*)::int as count, sum(amount) as amount
    from ${selectEvents(userId)} as happened where day between ${from} and ${to} group by event`.execute(
    work,
  )
  return rows
}

/** What payments have changed in the accounts of payees, at the end of the day. A debit is positive. */
export async function sumPaymentsOn(
  work: Database | Work,
  userId: string,
  day: Day,
): Promise<{ account: string; amount: Amount }[]> {
  const { rows } = await sql<{ account: string; amount: Amount }>`
    select case kind when 'hand-out' then 'hand-out' else 'payable' end as account,
      sum(case event when 'paid' then amount else -amount end) as amount
    from ${selectEvents(userId)} as happened where day <= ${day} group by 1 order by 1`.execute(
    work,
  )
  return rows
}
