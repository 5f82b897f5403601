/** Approved and void statements for the books (SPEC C221, C224). */
import { sql } from 'kysely'
import type { StatementFact } from '#core/books/owner-records.ts'
import type { Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A statement counts on the day of its approval, and once more on the day of its void, in UTC. */
const STEPS = sql`(values (false), (true)) as step (is_void)`
const DAY = sql`case when is_void then (voided_at at time zone 'utc')::date
  else coalesce(approved_on, (approved_at at time zone 'utc')::date) end`

/** By day, then by number, at most `most`. */
export async function readBookStatements(
  work: Database | Work,
  userId: string,
  { from, to, most }: Period & { most: number },
): Promise<StatementFact[]> {
  const { rows } = await sql<StatementFact>`
    select billing.id, is_void, ${DAY} as day, number, replace(billing.payee, ':', ' ') as payee,
      coalesce(frozen.truck, '') as truck, settlement_date, total_revenue, net_payment, fuel, truck_payment, trailer_rental,
      insurance, maintenance, tires, permits, tolls, parking, factoring, other
    from billing cross join ${STEPS}
      left join statement_snapshots as frozen on frozen.user_id = ${userId} and frozen.billing_id = billing.id
    where billing.user_id = ${userId} and number is not null and ${DAY} between ${from} and ${to}
    order by day, number, is_void limit ${most}`.execute(work)
  return rows
}

export type StatementSum = { isVoid: boolean; count: number; amount: Amount }

/** What statements owe their payees. */
export async function sumBookStatements(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<StatementSum[]> {
  const { rows } = await sql<StatementSum>`
    select is_void, count(*)::int as count, sum(case when is_void then -net_payment else net_payment end) as amount
    from billing cross join ${STEPS}
    where user_id = ${userId} and number is not null and ${DAY} between ${from} and ${to}
    group by is_void`.execute(work)
  return rows
}
