/** A charge as a statement prints it below its load: the part that pays the truck owner (SPEC C104). */
import type { Amount } from '#core/money.ts'
import { toCents } from '#core/money.ts'
import type { Charge } from './charges.ts'

export type PrintedCharge = Pick<
  Charge,
  'id' | 'kind' | 'description' | 'quantity' | 'rate' | 'ownerPercent' | 'amount' | 'ownerAmount'
>

/** Keeps only what the statement prints. If the owner's part was typed, the statement must not show what the broker pays. */
export function toPrintedCharges(charges: readonly Charge[]): PrintedCharge[] {
  return charges.filter(({ ownerAmount }) => toCents(ownerAmount) !== 0n).map(toPrinted)
}

function toPrinted(charge: Charge): PrintedCharge {
  const { id, kind, description, ownerShare, ownerAmount, ownerPercent } = charge
  const isPart = ownerShare === 'amount'
  const { quantity, rate } = isPart ? NO_RATE : charge
  const amount: Amount = isPart ? ownerAmount : charge.amount
  return { id, kind, description, quantity, rate, ownerPercent, amount, ownerAmount }
}

const NO_RATE = { quantity: null, rate: null }
