/** Holds a draft back from the settlement run, and releases it (SPEC C48). */
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockPending, saveSettlement } from '#server/settlements/settlement/lock.ts'

/** `reason`: null releases the draft. Throws 404, 409 if the settlement is frozen, and 412. */
export function holdDraft(
  database: Database,
  userId: string,
  id: number,
  reason: string | null,
  version?: number,
): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const draft = await lockPending(work, userId, id, version)
    return draft.holdReason === reason
      ? draft
      : saveSettlement(work, userId, id, { holdReason: reason })
  })
}
