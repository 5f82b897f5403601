/** Counts the payments of payees (SPEC C10, C11). */
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
