/** Loads that changed after their statement was frozen, and the adjustments for them (SPEC C7). */
import { sql } from 'kysely'
import type { Settlement } from '#core/settlements/settlement.ts'
import { toAdjustment, type Drift } from '#core/settlements/drift.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { BLANK_LINE, insertLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement, lockSettlement } from '#server/settlements/settlement/lock.ts'
import {
  requireNextSettlement,
  selectOtherPayee,
  type AnyPayee,
} from '#server/settlements/payee/next-settlement.ts'
import { NO_PAYEE } from '#server/settlements/payee/payee-names.ts'

type DriftScope = { truckId?: number | undefined; billingId?: number }

/** By statement number. The database keeps the differences (`statement_drift`); a void statement has none. */
export async function readDrift(
  work: Database | Work,
  userId: string,
  { truckId, billingId }: DriftScope,
): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select drift.billing_id, drift.load_id, drift.load_number as load, drift.stated as before,
      drift.current as now, drift.adjusted as corrected, billing.number, billing.truck_id,
      billing.settlement_date, coalesce(kept.payee, ${NO_PAYEE}) as payee,
      ${selectOtherPayee(userId, sql`billing`)} as other_payee
    from statement_drift as drift
      join billing on billing.user_id = drift.user_id and billing.id = drift.billing_id
      join statement_snapshots as kept
        on kept.user_id = drift.user_id and kept.billing_id = drift.billing_id
    where drift.user_id = ${userId}
      and ${truckId === undefined ? sql`true` : sql`billing.truck_id = ${truckId}`}
      and ${billingId === undefined ? sql`true` : sql`drift.billing_id = ${billingId}`}
    order by billing.number, drift.load_id`.execute(work)
  return rows
}

/**
 * Adds an adjustment line for each changed load of a frozen statement to the truck's next draft of the same payee,
 * or of any payee (SPEC C10). A second call finds no difference. Throws 404, 409 if there is no such draft, and 400 if
 * the amount would move to another payee without a reason.
 */
export function addAdjustments(
  database: Database,
  userId: string,
  id: number,
  anyPayee?: AnyPayee,
): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const stated = await lockSettlement(work, userId, id)
    const { next, transfer } = await requireNextSettlement(work, userId, stated, anyPayee)
    for (const drift of await readDrift(work, userId, { billingId: id })) {
      await insertLine(work, userId, next, {
        ...BLANK_LINE,
        ...toAdjustment(drift),
        kind: 'correction',
        category: 'other',
        corrects: id,
        ...transfer,
      })
    }
    return saveSettlement(work, userId, next.id)
  })
}
