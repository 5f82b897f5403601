/** The statements of a load (SPEC C53). */
import { sql } from 'kysely'
import type { LoadStatement } from '#core/settlements/overview/overview.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { recordExists } from '#server/settlements/settlement/exists.ts'

/**
 * The latest first: statements that were approved with the load, void ones included, and the draft of its truck and
 * settlement date. A load that was moved after its approval is still on that statement. Throws 404.
 */
export async function readLoadStatements(
  database: Database,
  userId: string,
  loadId: number,
): Promise<LoadStatement[]> {
  if (!(await recordExists(database, 'loads', userId, loadId))) throw notFound()
  const { rows } = await sql<LoadStatement>`
    with found as (
      select billing_id, revenue as stated from statement_loads
        where user_id = ${userId} and load_id = ${loadId}
      union all select draft.id, null from loads
          join billing as draft on draft.user_id = loads.user_id and draft.truck_id = loads.truck_id
            and draft.settlement_date = loads.settlement_date and draft.status = 'pending'
        where loads.user_id = ${userId} and loads.id = ${loadId})
    select billing.id, billing.number, billing.status, billing.settlement_date, billing.truck_id,
      trucks.truck_id as truck, found.stated
    from found
      join billing on billing.user_id = ${userId} and billing.id = found.billing_id
      join trucks on trucks.user_id = ${userId} and trucks.id = billing.truck_id
    order by billing.settlement_date desc, billing.id desc`.execute(database)
  return rows
}
