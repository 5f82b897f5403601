/** The payments of a year, for the year of each payee (SPEC C9). Reversed payments count as zero. */
import { sql } from 'kysely'
import type { Period } from '#core/calendar.ts'
import type { PaidInYear, RepaidInYear, YearPart } from '#core/settlements/year/year-data.ts'
import type { Database, Work } from '#server/database/open.ts'

/** SQL: whether the payment `paid` counts in a period. A reissued payment can count in the year of the first (SPEC C315). */
export function countsIn({ from, to }: Period) {
  return sql`(paid.counts_on is null and paid.paid_on between ${from} and ${to}
    or paid.counts_on between ${from} and ${to})`
}

/** SQL: whether the payment `paid` counts in a period, or has its pay date in it: such a statement is read with its parts. */
function touches({ from, to }: Period) {
  return sql`(paid.paid_on between ${from} and ${to} or paid.counts_on between ${from} and ${to})`
}

/** Reads the payments that count in a period. `payee`: only this payee's payments. */
export async function readPaidInPeriod(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
  payee: string | null,
): Promise<PaidInYear[]> {
  const { rows } = await sql<PaidInYear>`
    select paid.id, paid.payee, paid.owner_id, paid.driver_id, paid.payee_name, paid.kind, paid.paid_on,
      paid.method, paid.reference, paid.amount, paid.state,
      case when paid.kind = 'settlement' and paid.state in ('posted', 'unapplied')
        then paid.amount - coalesce(part.applied, 0.00) else 0.00 end as unapplied
    from payouts as paid
      cross join lateral (select sum(amount) as applied from payout_parts
        where user_id = ${userId} and payout_id = paid.id and ended is null
          and (applied_on is null or applied_on <= ${to})) as part
    where paid.user_id = ${userId} and ${countsIn({ from, to })}
      and (${payee}::text is null or paid.payee = ${payee}::text)
    order by paid.paid_on, paid.id`.execute(work)
  return rows
}

/** Reads the unapplied money that payees repaid in cash. */
export async function readRepaidInPeriod(
  work: Database | Work,
  userId: string,
  { from, to }: Period,
  payee: string | null,
): Promise<RepaidInYear[]> {
  const { rows } = await sql<RepaidInYear>`
    select paid.id as payout_id, paid.payee, paid.owner_id, paid.driver_id, paid.payee_name,
      closing.day, closing.method, closing.reference, closing.amount
    from payout_closings as closing
      join payouts as paid on paid.user_id = closing.user_id and paid.id = closing.payout_id
    where closing.user_id = ${userId} and closing.day between ${from} and ${to}
      and closing.kind = 'repayment' and (${payee}::text is null or paid.payee = ${payee}::text)
    order by closing.day, closing.id`.execute(work)
  return rows
}

/**
 * All live parts of the statements that a payment of the period covers, or that unapplied money was applied to in it.
 * Indexes find these, and nothing else is read. `payee`: only this payee's parts. A payment and its parts have one payee.
 */
export async function readPartsOfPeriod(
  work: Database | Work,
  userId: string,
  period: Period,
  payee: string | null,
): Promise<YearPart[]> {
  const found = payee === null ? findOfPeriod(userId, period) : findOfPayee(userId, period, payee)
  const { rows } = await sql<YearPart>`
    with found as materialized (${found})
    select part.id, part.billing_id, part.payout_id, part.amount, part.applied_on,
      coalesce(paid.counts_on, paid.paid_on) as paid_on, paid.method, paid.reference
    from found
      cross join lateral (select * from payout_parts
        where user_id = ${userId} and billing_id = found.billing_id and ended is null offset 0) as part
      cross join lateral (select paid_on, counts_on, method, reference from payouts
        where user_id = ${userId} and id = part.payout_id offset 0) as paid`.execute(work)
  return rows
}

function findOfPeriod(userId: string, { from, to }: Period) {
  return sql`
    select part.billing_id from payouts as paid
      cross join lateral (select billing_id from payout_parts
        where user_id = ${userId} and payout_id = paid.id and ended is null offset 0) as part
      where paid.user_id = ${userId} and ${touches({ from, to })}
    union select billing_id from payout_parts
      where user_id = ${userId} and applied_on between ${from} and ${to} and ended is null`
}

function findOfPayee(userId: string, { from, to }: Period, payee: string) {
  return sql`
    select distinct part.billing_id from payouts as paid
      cross join lateral (select billing_id from payout_parts
        where user_id = ${userId} and payout_id = paid.id and ended is null
          and (${touches({ from, to })} or applied_on between ${from} and ${to}) offset 0) as part
      where paid.user_id = ${userId} and paid.payee = ${payee}`
}
