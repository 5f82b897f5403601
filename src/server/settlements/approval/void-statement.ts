/** Voids one statement (SPEC C3). The caller holds the locks. */
import { sql } from 'kysely'
import { toCents } from '#core/money.ts'
import type { Voiding } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { settleVoidedCash } from '#server/payments/void-cash.ts'
import { rejectIfDeferredIsSettled } from '#server/settlements/balances/deferred.ts'
import { releaseStatedEntries } from '#server/settlements/balances/stated-entries.ts'
import { refreshDrafts } from '#server/settlements/deductions/apply.ts'
import { moveClaims, readClaimedRules } from '#server/settlements/deductions/periods.ts'
import { rejectIfLaterStatementDepends } from '#server/settlements/deductions/limits.ts'
import { addCarryIns, removeDependentLines } from '#server/settlements/payee/carry-forward.ts'
import { saveSettlement } from '#server/settlements/settlement/lock.ts'

const now = sql<string>`now()`

/** Reverses what its lines moved and carried forward, and settles its payments. Throws 409. */
export async function voidOne(
  work: Work,
  userId: string,
  statement: Settlement,
  { reason, cash, cashDay, confirmed }: Voiding,
): Promise<void> {
  const { id, payee } = statement
  const claimed = await readClaimedRules(work, userId, id)
  const drafts = await removeDependentLines(work, userId, id)
  await rejectIfLaterStatementDepends(work, userId, id)
  await rejectIfDeferredIsSettled(work, userId, statement)
  const voiding = { status: 'void' as const, voidReason: reason, voidedAt: now }
  const voided = await saveSettlement(work, userId, id, voiding)
  await voidLines(work, userId, id)
  await moveClaims(work, userId, voided, claimed)
  await releaseStatedEntries(work, userId, id)
  await addCarryIns(work, userId, voided.truckId)
  await refreshDrafts(work, userId, drafts)
  if (!isCovered(statement) || cash === undefined) return
  await settleVoidedCash(work, userId, { id, payee, reason, cash, day: cashDay }, confirmed)
}

/** Whether a payment covers a part of the statement. */
export function isCovered({ paidAmount }: Settlement): boolean {
  return toCents(paidAmount) > 0n
}

async function voidLines(work: Work, userId: string, billingId: number): Promise<void> {
  await work
    .updateTable('expenses')
    .set({ voided: true })
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .execute()
}
