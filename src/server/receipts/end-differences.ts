/** Ends differences on a day. The open amount of the invoice increases by their amount (SPEC C194, C196). */
import { isPosted } from '#core/receipts/kinds.ts'
import type { Work } from '#server/database/open.ts'
import { postEntries } from '#server/receivables/ledger.ts'
import { endShortPays } from '#server/receivables/short-pays.ts'
import { endDifferences, type Ending, type StoredDifference } from './rows.ts'

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
