/** The balances of an account by payee, with what changed each balance (SPEC C20). */
import { addUp, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { BalanceType } from '#core/settlements/balances.ts'
import type { BalancePlace } from './entries.ts'

/** A balance and the sums of what changed it, as the database adds them up, in dollars. */
export type BalanceSums = Omit<BalancePlace, 'payee'> & {
  payeeKey: string
  payee: string
  truck: string | null
  description: string
  balance: Exclude<BalanceType, 'none'>
  total: Amount
  /** Deducted by statements, less refunds. For "deferred": deducted later. */
  collected: Amount
  /** Deducted by drafts. */
  drafts: Amount
  repaid: Amount
  writtenOff: Amount
  interest: Amount
  /** Received from another balance, less what moved to others. */
  transferred: Amount
  /** Received from another balance: part of the total that was not paid out here. */
  received: Amount
  /** What all entries add to the amount deducted. */
  entries: Amount
  handedOut: Amount
}

/** `open`: what is owed, or held in escrow, after the statements and entries. `available`: the part that drafts do not use. */
export type OpenBalance = Omit<BalanceSums, 'entries'> & { open: Amount; available: Amount }

export function toOpenBalance({ entries, ...sums }: BalanceSums): OpenBalance {
  const posted = addUp([sums.collected, entries])
  const withDrafts = posted + toCents(sums.drafts)
  const open = calculateOpen(sums, posted)
  const left = calculateOpen(sums, withDrafts)
  return { ...sums, open: toAmount(open), available: toAmount(left < open ? left : open) }
}

/** The cents that can still be paid out for an advance or a loan. Less than 0: its total was reduced afterward. */
export function calculateLeftToHandOut(balance: OpenBalance): Cents {
  const { total, received, handedOut } = balance
  if (balance.balance === 'deferred') return 0n
  return toCents(total) - toCents(received) - toCents(handedOut)
}

function calculateOpen(
  { balance, total }: Pick<BalanceSums, 'balance' | 'total'>,
  deducted: Cents,
) {
  return balance === 'escrow' ? deducted : toCents(total) - deducted
}
