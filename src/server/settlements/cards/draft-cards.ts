/** What a draft does not have of its truck's card purchases, and taking one off (SPEC C576, C577). */
import { addDays } from '#core/calendar.ts'
import { addUp, negate, toAmount } from '#core/money.ts'
import { describePurchase } from '#core/settlements/cards/card-line.ts'
import { cardLineMessages, type DraftCards } from '#core/settlements/cards/draft-cards.ts'
import { describeConflictsOn } from '#core/settlements/cards/waiting.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { countConflictsOn, readTakenOff, setOffReason } from '#server/cards/truck-purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { refreshDependentLines } from '#server/settlements/deductions/apply.ts'
import { deleteLine, readLineRows } from '#server/settlements/lines/rows.ts'
import { lockPending, saveSettlement } from '#server/settlements/settlement/lock.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import { refreshCardLines } from './card-lines.ts'
import { readOpenCards } from './read-waiting.ts'

/** A late purchase is taken off in another week than its own: the draft shows those of this many days before it. */
const DAYS_SHOWN = 56

/** A statement that is not a draft has none. Throws 404. */
export async function readDraftCards(
  database: Database,
  userId: string,
  id: number,
): Promise<DraftCards> {
  const { status, truckId, endDate } = await openSettlementStore(database, userId).get(id)
  if (status !== 'pending') return { due: 0, waiting: [], off: [] }
  const weeks = { from: addDays(endDate, -DAYS_SHOWN), to: endDate }
  const [{ due, waiting }, off, conflicts] = await Promise.all([
    readOpenCards(database, userId, { truckIds: [truckId], until: endDate }, []),
    readTakenOff(database, userId, truckId, weeks),
    countConflictsOn(database, userId, [id]),
  ])
  return {
    due: due.get(id) ?? 0,
    waiting: [...describeConflictsOn(conflicts.get(id) ?? 0), ...waiting],
    off: off.map((one) => ({
      id: one.id,
      description: describePurchase(one),
      day: one.day,
      net: toAmount(addUp([one.retail, negate(one.discount)])),
      reason: one.reason,
    })),
  }
}

/** The purchase stays off, until somebody puts it back. Throws 404, 409. */
export function takeOffCard(
  database: Database,
  userId: string,
  { id, lineId, reason }: { id: number; lineId: number; reason: string },
): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const settlement = await lockPending(work, userId, id)
    const line = (await readLineRows(work, userId, id)).find((one) => one.id === lineId)
    if (!line) throw notFound()
    const { cardPurchaseId } = line
    if (!cardPurchaseId) throw new RequestError(409, cardLineMessages.notCard)
    await deleteLine(work, userId, lineId)
    await setOffReason(work, userId, { id: cardPurchaseId, truckId: settlement.truckId }, reason)
    return saveChanged(work, userId, settlement)
  })
}

/** The purchase is charged again, on this draft if it is the right one. Throws 404, also for a purchase of another truck, and 409. */
export function putBackCard(
  database: Database,
  userId: string,
  { id, purchaseId }: { id: number; purchaseId: number },
): Promise<Settlement> {
  return inTransaction(database, async (work) => {
    const settlement = await lockPending(work, userId, id)
    const { truckId } = settlement
    if (!(await setOffReason(work, userId, { id: purchaseId, truckId }, null))) throw notFound()
    await refreshCardLines(work, userId, settlement)
    return saveChanged(work, userId, settlement)
  })
}

/**
 * Before purchases are deleted or get another truck: takes them off drafts, without a reason, and saves the drafts. The caller has
 * checked that none is on a statement.
 */
export async function releaseFromDrafts(
  work: Work,
  userId: string,
  purchaseIds: readonly number[],
): Promise<void> {
  const lines = await work
    .selectFrom('expenses')
    .innerJoin('billing', (join) =>
      join
        .onRef('billing.userId', '=', 'expenses.userId')
        .onRef('billing.id', '=', 'expenses.billingId'),
    )
    .select(['expenses.id', 'expenses.billingId'])
    .where('expenses.userId', '=', userId)
    .where('expenses.cardPurchaseId', 'in', [0, ...purchaseIds])
    .where('billing.status', '=', 'pending')
    .orderBy('billing.truckId')
    .orderBy('billing.id')
    .execute()
  for (const [billingId, ofDraft] of Map.groupBy(lines, (line) => line.billingId)) {
    const settlement = await lockPending(work, userId, billingId)
    for (const { id } of ofDraft) await deleteLine(work, userId, id)
    await saveChanged(work, userId, settlement)
  }
}

async function saveChanged(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<Settlement> {
  const saved = await saveSettlement(work, userId, settlement.id)
  await refreshDependentLines(work, userId, saved)
  return saveSettlement(work, userId, settlement.id)
}
