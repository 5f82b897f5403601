/** Credits an amount of an invoice without a choice of lines, for an accepted short pay (SPEC C169, C195). */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { createCreditNote, readCreditLeft } from '#server/invoices/credit.ts'

type CreditedAmount = {
  invoiceId: number
  on: string
  reason: string
  personId: string | null
  amount: Amount
  /** The load whose lines are credited first. */
  loadId: number | null
}

/** Returns the credit note's id. Throws the errors of `createCreditNote`. */
export async function creditAmount(
  work: Work,
  userId: string,
  { amount, loadId, ...credit }: CreditedAmount,
): Promise<number> {
  const left = await readCreditLeft(work, userId, credit.invoiceId)
  const first = left.toSorted((one, other) => rank(one.loadId, loadId) - rank(other.loadId, loadId))
  let rest = toCents(amount)
  const lines: { lineId: number; amount: Amount }[] = []
  for (const line of first) {
    const cents = toCents(line.left)
    if (cents <= 0n || rest === 0n) continue
    const used = cents < rest ? cents : rest
    lines.push({ lineId: line.id, amount: toAmount(used) })
    rest -= used
  }
  return createCreditNote(work, userId, { ...credit, lines })
}

function rank(lineLoadId: number | null, loadId: number | null): number {
  return lineLoadId === loadId ? 0 : 1
}
