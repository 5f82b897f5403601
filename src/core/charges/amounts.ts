/** The arithmetic of charges, in whole cents. The database computes the same amounts and rejects others (SPEC C101). */
import { percentOf, timesRate } from '#core/decimals.ts'
import { LARGEST_AMOUNT, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { OwnerShare } from './kinds.ts'

/** What a charge is computed from. With quantity and rate, `amount` is ignored. */
export type ChargeInput = {
  quantity: Amount | null
  rate: Amount | null
  amount: Amount | null
  ownerShare: OwnerShare
  ownerPercent: Amount | null
  ownerAmount: Amount | null
}

export type ChargeFigures = { amount: Amount; ownerAmount: Amount }

type Summed = { ownerAmount: Amount; amount: Amount; billToBroker: boolean }

/** `revenue`: what pays the truck owner. `billedTotal`: what the broker is billed. */
export type ChargeSums = { revenue: Cents; billedTotal: Cents }

/** Quantity × rate, or the typed amount; blank is 0. Rounded once, half away from zero (SPEC C14). */
export function computeCharge(charge: ChargeInput): ChargeFigures {
  const { quantity, rate } = charge
  const amount =
    quantity !== null && rate !== null ? timesRate(quantity, rate) : toCents(charge.amount ?? '0')
  return { amount: toAmount(amount), ownerAmount: toAmount(computeOwnerAmount(charge, amount)) }
}

function computeOwnerAmount(
  { ownerShare, ownerPercent, ownerAmount }: ChargeInput,
  amount: Cents,
): Cents {
  if (ownerShare === 'none') return 0n
  if (ownerShare === 'percent') return percentOf(amount, ownerPercent ?? '0')
  return ownerShare === 'amount' ? toCents(ownerAmount ?? '0') : amount
}

export function sumCharges(charges: Iterable<Summed>): ChargeSums {
  const sums = { revenue: 0n, billedTotal: 0n }
  for (const { ownerAmount, amount, billToBroker } of charges) {
    sums.revenue += toCents(ownerAmount)
    if (billToBroker) sums.billedTotal += toCents(amount)
  }
  return sums
}

/** The range of a load's revenue (SPEC B13). */
export function isRevenue(cents: Cents): boolean {
  return cents >= 0n && cents <= LARGEST_AMOUNT
}

export function isInRange(amount: Amount): boolean {
  const cents = toCents(amount)
  return cents >= -LARGEST_AMOUNT && cents <= LARGEST_AMOUNT
}
