/** The frozen statements of one payee, as the payee sees them (SPEC C78). Never a draft. */
import { sql } from 'kysely'
import type { OwnStatement } from '#core/portal/responses.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'

/** Lists at most `limit` statements older than statement `before`, latest settlement date first. An index finds them. */
export async function listOwnStatements(
  database: Database,
  userId: string,
  payee: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<OwnStatement[]> {
  const isOlder =
    before === undefined
      ? sql`true`
      : sql`(billing.settlement_date, billing.id) < (select settlement_date, id from billing
          where user_id = ${userId} and id = ${before} and payee = ${payee} and status <> 'pending')`
  const { rows } = await sql<OwnStatement>`
    select billing.id, billing.number, billing.status, billing.settlement_date, kept.truck,
      billing.gross_pay as gross, billing.net_payment as net, billing.paid_on
    from billing join statement_snapshots as kept
      on kept.user_id = billing.user_id and kept.billing_id = billing.id
    where billing.user_id = ${userId} and billing.payee = ${payee} and billing.status <> 'pending' and ${isOlder}
    order by billing.settlement_date desc, billing.id desc
    limit ${limit}`.execute(database)
  return rows
}

/** Throws 404, also for a draft and for another payee's statement. */
export async function readOwnStatement(
  database: Database,
  userId: string,
  payee: string,
  id: number,
): Promise<Settlement> {
  const settlement = await selectSettlements(database, userId)
    .where('id', '=', id)
    .where('payee', '=', payee)
    .where('status', '<>', 'pending')
    .executeTakeFirst()
  if (!settlement) throw notFound()
  return settlement
}

/** The loads that were printed on a frozen statement. */
export async function readStatedLoads(
  database: Database,
  userId: string,
  billingId: number,
): Promise<number[]> {
  const { rows } = await sql<{ loadId: number }>`select load_id from statement_loads
    where user_id = ${userId} and billing_id = ${billingId}`.execute(database)
  return rows.map(({ loadId }) => loadId)
}

export async function hasOwnStatement(
  database: Database,
  userId: string,
  payee: string,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from billing
    where user_id = ${userId} and payee = ${payee} and status <> 'pending') as has`.execute(
    database,
  )
  return rows[0]?.has ?? false
}
