/** The payments of payees: how many there are, and naming the driver of old ones (SPEC C10, C11). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'

/** By key of the payee (`payeeKey`), reversed payments included. Payees without payments are left out. */
export async function countPayments(
  work: Database | Work,
  userId: string,
  payees: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ payee: string; count: number }>`select payee, count(*) from payouts
    where user_id = ${userId} and payee = any(${payees}::text[]) group by payee`.execute(work)
  return new Map(rows.map(({ payee, count }) => [payee, count]))
}

/**
 * The payments of a statement whose driver was unknown become the driver's (SPEC C10). The caller holds the truck's row. Throws 409 if a payment also covers another statement.
 */
export async function nameDriverOfPayments(
  work: Work,
  userId: string,
  billingId: number,
  driverId: number,
): Promise<void> {
  const { rows } = await sql<{ payoutId: number; others: number }>`
    select part.payout_id, (select count(*) from payout_parts as other where other.user_id = ${userId}
      and other.payout_id = part.payout_id and other.billing_id <> ${billingId}) as others
    from payout_parts as part where part.user_id = ${userId} and part.billing_id = ${billingId}`.execute(
    work,
  )
  if (rows.some(({ others }) => others > 0))
    throw new RequestError(409, 'A payment of this statement also covers another statement')
  await sql`update payouts set truck_id = null, driver_id = ${driverId}
    where user_id = ${userId} and id = any(${rows.map(({ payoutId }) => payoutId)}::bigint[])
      and truck_id is not null`.execute(work)
}
