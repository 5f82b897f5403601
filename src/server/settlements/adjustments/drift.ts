/** Where frozen statements no longer agree with today's loads, and the lines that make up for it (SPEC C7). */
import { sql } from 'kysely'
import type { Settlement } from '#core/settlements/settlement.ts'
import { toAdjustment, type Drift } from '#core/settlements/drift.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { BLANK_LINE, insertLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement, lockSettlement } from '#server/settlements/settlement/lock.ts'
import {
  selectOtherPayee,
  requireNextSettlement,
  type AnyPayee,
} from '#server/settlements/payee/next-settlement.ts'

type Of = { truckId?: number | undefined; billingId?: number }

/** Void statements are not in it: they stand for nothing any more. */
export async function readDrift(
  work: Database | Work,
  userId: string,
  { truckId, billingId }: Of,
): Promise<Drift[]> {
  const only = sql`${truckId === undefined ? sql`true` : sql`billing.truck_id = ${truckId}`}
    and ${billingId === undefined ? sql`true` : sql`billing.id = ${billingId}`}`
  const { rows } = await sql<Drift>`
    with frozen as materialized (select billing.id, number, truck_id, settlement_date, owner_id, snapshot
      from billing join statement_snapshots as kept
        on kept.user_id = billing.user_id and kept.billing_id = billing.id
      where billing.user_id = ${userId} and billing.status in ('approved', 'paid') and ${only}),
    stated as (select frozen.id as billing_id, load.id as load_id, load."loadId" as load, load.revenue
      from frozen cross join lateral jsonb_to_recordset(snapshot -> 'loads')
        as load (id bigint, "loadId" text, revenue numeric(12, 2))),
    today as (select frozen.id as billing_id, loads.id as load_id, loads.load_id as load, loads.revenue
      from frozen join loads on loads.user_id = ${userId} and loads.truck_id = frozen.truck_id
        and loads.settlement_date = frozen.settlement_date),
    corrected as (select billing_id, load_id, sum(amount) as amount, max(load) as load from (
        select corrects as billing_id, load_id, -amount as amount, load_number as load
        from expenses where user_id = ${userId} and corrects is not null and not voided
        union all select billing_id, load_id, amount, null from releases
        where user_id = ${userId} and load_id is not null) as made group by 1, 2),
    -- A load that came late, was corrected and then went again is on neither side: its correction is.
    compared as (select billing_id, load_id, coalesce(today.load, stated.load, corrected.load) as load,
        coalesce(stated.revenue, 0.00) as before, coalesce(today.revenue, 0.00) as now,
        coalesce(corrected.amount, 0.00) as corrected
      from stated full join today using (billing_id, load_id)
        full join corrected using (billing_id, load_id))
    select compared.*, frozen.number, frozen.truck_id, frozen.settlement_date,
      coalesce(frozen.snapshot #>> '{payee,name}', 'nobody') as payee,
      ${selectOtherPayee(userId, sql`frozen`)} as other_payee
    from compared join frozen on frozen.id = compared.billing_id
    where now - before <> corrected
    order by frozen.number, compared.load_id`.execute(work)
  return rows
}

/**
 * Puts a line for each difference of a frozen statement on the truck's next pending settlement of the same
 * payee, or of whichever (SPEC C10); a second click finds no difference left. Throws 404, and 409 where
 * there is no such settlement.
 */
export function addAdjustments(
  database: Database,
  userId: string,
  id: number,
  anyPayee?: AnyPayee,
): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const stated = await lockSettlement(work, userId, id)
    const next = await requireNextSettlement(work, userId, stated, anyPayee)
    for (const drift of await readDrift(work, userId, { billingId: id })) {
      await insertLine(work, userId, next, {
        ...BLANK_LINE,
        ...toAdjustment(drift),
        kind: 'correction',
        category: 'other',
        corrects: id,
        takenOver: next.ownerId !== stated.ownerId,
      })
    }
    return saveSettlement(work, userId, next.id)
  })
}
