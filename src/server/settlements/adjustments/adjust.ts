/** Adjusts a frozen statement on the truck's next draft (SPEC C7). */
import type { Settlement } from '#core/settlements/settlement.ts'
import { openDelta, type Drift } from '#core/settlements/adjustments/drift.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { refreshDependentLines } from '#server/settlements/deductions/apply.ts'
import { BLANK_LINE, insertLine } from '#server/settlements/lines/rows.ts'
import { saveSettlement, lockSettlement } from '#server/settlements/settlement/lock.ts'
import {
  requireNextSettlement,
  type AnyPayee,
  type Transfer,
} from '#server/settlements/payee/next-settlement.ts'
import { readDrift } from './drift.ts'

/**
 * Adds the lines that restate a frozen statement to the truck's next draft of the same payee. With `anyPayee`, the
 * draft may pay another payee (SPEC C10). A second call adds nothing, because no difference is left. Throws 404, 409 if
 * there is no such draft, and 400 if the amount would move to another payee without a reason.
 */
export function addAdjustments(
  database: Database,
  userId: string,
  id: number,
  anyPayee?: AnyPayee,
): Promise<Settlement> {
  return inTransaction(database, (work) => adjustOnNext(work, userId, id, anyPayee))
}

/** `addAdjustments` within a larger transaction. */
export async function adjustOnNext(
  work: Work,
  userId: string,
  id: number,
  anyPayee?: AnyPayee,
): Promise<Settlement> {
  const stated = await lockSettlement(work, userId, id)
  const { next, transfer } = await requireNextSettlement(work, userId, stated, anyPayee)
  await insertAdjustments(work, userId, id, next, transfer)
  const adjusted = await saveSettlement(work, userId, next.id)
  await refreshDependentLines(work, userId, adjusted)
  return saveSettlement(work, userId, next.id)
}

/** Adds the lines that restate the frozen statement `id` to the draft `next`. The caller has locked the statement. */
export async function insertAdjustments(
  work: Work,
  userId: string,
  id: number,
  next: Settlement,
  transfer: Transfer,
): Promise<void> {
  const drifts = await readDrift(work, userId, { billingIds: [id] })
  for (const line of drifts[0]?.lines ?? []) {
    await insertLine(work, userId, next, {
      ...BLANK_LINE,
      ...line,
      kind: 'correction',
      category: 'other',
      corrects: id,
      ...transfer,
    })
  }
  await saveAdjustedLoads(work, userId, next.id, drifts)
}

/** Stores the adjusted loads, so that they no longer count as drift. The database checks that each difference was open. */
async function saveAdjustedLoads(
  work: Work,
  userId: string,
  billingId: number,
  drifts: Drift[],
): Promise<void> {
  for (const drift of drifts) {
    if (drift.loadId === 0) continue
    const { billingId: corrects, loadId, load: loadNumber } = drift
    const row = { userId, billingId, corrects, loadId, loadNumber, ...openDelta(drift) }
    await work.insertInto('adjustedLoads').values(row).execute()
  }
}
