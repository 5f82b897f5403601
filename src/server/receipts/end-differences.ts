/** Ends differences on a day. The open amount of the invoice increases by their amount (SPEC C194, C196, C330). */
import { isPosted } from '#core/receipts/kinds.ts'
import { removeOwnerCharge } from '#server/charges/owner-charge.ts'
import type { Work } from '#server/database/open.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { endShortPays } from '#server/receivables/short-pays.ts'
import { endDifferences, readDifferences, type Ending, type StoredDifference } from './rows.ts'

/**
 * Ends the differences that still count, except accepted short pays, because their credit note is an agreement. The caller has
 * locked the invoices.
 */
export async function endLiveDifferences(
  work: Work,
  userId: string,
  brokerId: number,
  differences: readonly StoredDifference[],
  ending: Ending,
): Promise<void> {
  const live = differences.filter(
    ({ ended, kind }) => ended === null && kind !== 'short-pay-accepted',
  )
  if (!live.length) return
  await endDifferences(
    work,
    userId,
    live.map(({ id }) => id),
    ending,
  )
  const disputed = live.filter(({ kind }) => kind === 'short-pay-disputed')
  await endShortPays(
    work,
    userId,
    disputed.map(({ id }) => id),
    ending.endedOn,
  )
  await postEntries(
    work,
    userId,
    live
      .filter(({ kind }) => isPosted(kind))
      .map(({ id, invoiceId, amount, receiptId }) => ({
        brokerId,
        invoiceId,
        day: ending.endedOn,
        kind: 'reversal',
        amount,
        differenceId: id,
        ...(receiptId === null ? {} : { receiptId }),
      })),
  )
}

/** A credit note of an invoice. `loadId`: only a short pay whose owner's share is on this load ends. */
export type EndedCredit = { invoiceId: number; creditNoteId: number; loadId?: number }

/**
 * Ends the accepted short pays of credit notes, and removes the owners' charges from the loads (SPEC C330, C331). The caller has locked
 * the loads. Throws 409 while such a load is in the trash.
 */
export async function endAcceptedShortPays(
  work: Work,
  userId: string,
  credits: readonly EndedCredit[],
  { endedOn, endedReason }: Omit<Ending, 'ended'>,
): Promise<void> {
  for (const { invoiceId, creditNoteId, loadId: only } of credits) {
    const differences = await readDifferences(work, userId, { invoiceId })
    for (const { id, day, loadId, chargeId, ...one } of differences) {
      if (one.creditNoteId !== creditNoteId || one.ended !== null) continue
      if (only !== undefined && loadId !== only) continue
      const end = { ended: 'undone', endedOn: endedOn > day ? endedOn : day, endedReason } as const
      await endDifferences(work, userId, [id], end)
      if (loadId !== null && chargeId !== null)
        await removeOwnerCharge(work, userId, loadId, chargeId)
    }
  }
}
