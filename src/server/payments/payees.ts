/** Counts the payments of payees, and names the driver of old payments (SPEC C10, C11). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

/** Counts payments by payee (`payeeKey`), reversed ones included. Payees without payments are left out. */
export async function countPayments(
  work: Database | Work,
  userId: string,
  payees: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ payee: string; count: number }>`select payee, count(*) from payouts
    where user_id = ${userId} and payee = any(${payees}::text[]) group by payee`.execute(work)
  return new Map(rows.map(({ payee, count }) => [payee, count]))
}

/** Counts the payments of each truck's recurring deductions, reversed ones included. */
export async function countTruckPayments(
  work: Database | Work,
  userId: string,
  trucks: { id: number; rules: number[] }[],
): Promise<Map<number, number>> {
  const owners = trucks.flatMap(({ id, rules }) => rules.map((rule) => ({ id, rule })))
  const { rows } = await sql<{ id: number; count: number }>`
    with found (id, payment) as (
      select used.truck, payout.id
      from unnest(${trucks.map(({ id }) => id)}::bigint[]) as used (truck)
        join payouts as payout on payout.user_id = ${userId} and payout.payee = 'truck:' || used.truck
      union
      select used.truck, payout.id
      from unnest(${owners.map(({ id }) => id)}::bigint[], ${owners.map(({ rule }) => rule)}::bigint[])
          as used (truck, rule)
        join payouts as payout on payout.user_id = ${userId} and payout.rule_id = used.rule)
    select id, count(*) as count from found group by id`.execute(work)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Reads the ids of all statements that share payments, directly or through other statements, with this one. Includes it. */
export async function readPaidTogether(
  work: Work,
  userId: string,
  billingId: number,
): Promise<number[]> {
  const { rows } = await sql<{ billingId: number }>`
    with recursive together (billing_id) as (
      select ${billingId}::bigint
      union
      select other.billing_id from together
        join payout_parts as part on part.user_id = ${userId} and part.billing_id = together.billing_id
        join payout_parts as other on other.user_id = ${userId} and other.payout_id = part.payout_id)
    select billing_id from together order by billing_id`.execute(work)
  return rows.map((row) => row.billingId)
}

/**
 * The payments of statements whose driver was unknown become the driver's (SPEC C10). `billingIds`: all statements that
 * they cover. The caller holds the truck's row.
 */
export async function nameDriverOfPayments(
  work: Work,
  userId: string,
  billingIds: number[],
  driverId: number,
): Promise<void> {
  await sql`update payouts set truck_id = null, driver_id = ${driverId}
    where user_id = ${userId} and truck_id is not null and id in (
      select payout_id from payout_parts
      where user_id = ${userId} and billing_id = any(${billingIds}::bigint[]))`.execute(work)
}
