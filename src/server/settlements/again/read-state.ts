/** Whether a void statement can be settled again, and the statements that became void with it (SPEC C94). */
import { sql } from 'kysely'
import type { SettleAgainState, VoidedPartner } from '#core/settlements/again/settle-again.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'
import { findReplacement } from './find-replacement.ts'

/** Throws 404, also for a settlement that is not void. */
export async function readSettleAgainState(
  database: Database,
  userId: string,
  id: number,
): Promise<SettleAgainState> {
  const voided = await selectSettlements(database, userId)
    .where('id', '=', id)
    .where('status', '=', 'void')
    .executeTakeFirst()
  if (!voided) throw notFound()
  const [taken, partners] = await Promise.all([
    findReplacement(database, userId, voided),
    readVoidedPartners(database, userId, id),
  ])
  return { settledAs: taken ? { id: taken.id, number: taken.number } : null, partners }
}

/** The statements that were offset with a void statement, and became void in the same step (SPEC C24). Sorted by number. */
export async function readVoidedPartners(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<VoidedPartner[]> {
  const { rows } = await sql<VoidedPartner>`
    with recursive connected (id) as (select ${id}::bigint
      union select line.offset_with from connected join expenses as line on line.user_id = ${userId}
        and line.billing_id = connected.id and line.kind = 'offset' and line.voided)
    select billing.id, billing.number, kept.truck,
      (select settled.id from billing as settled where settled.user_id = ${userId}
        and settled.truck_id = billing.truck_id and settled.settlement_date = billing.settlement_date
        and settled.status <> 'void') as settled_as
    from connected join billing on billing.user_id = ${userId} and billing.id = connected.id
      join statement_snapshots as kept on kept.user_id = ${userId} and kept.billing_id = billing.id
    where billing.id <> ${id} order by billing.number`.execute(work)
  return rows
}
