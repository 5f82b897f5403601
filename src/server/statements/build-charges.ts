/** Builds the charges that print below their load (SPEC C104). Their amounts add up to the load's revenue. */
import type { PrintedCharge } from '#core/charges/printed.ts'
import { formatRate } from '#core/decimals.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'
import type { Captions } from './formats/captions.ts'
import type { StatementCharge } from './statement.ts'

export function buildCharges(
  { charges = [] }: Pick<SettlementLoad, 'charges'>,
  captions: Captions,
): StatementCharge[] {
  return charges.map((charge) => buildCharge(charge, captions))
}

function buildCharge(charge: PrintedCharge, captions: Captions): StatementCharge {
  const { kind, description } = charge
  const name = captions.charges.kinds[kind]
  const parts = [name, description, computation(charge, captions), share(charge, captions)]
  return {
    label: parts.filter(Boolean).join('  ·  '),
    amount: formatMoney(toCents(charge.ownerAmount)),
  }
}

function computation({ quantity, rate }: PrintedCharge, captions: Captions): string | null {
  if (quantity === null || rate === null) return null
  return captions.computation(formatQuantity(quantity), formatRate(rate))
}

function share({ ownerPercent, amount }: PrintedCharge, { charges }: Captions): string | null {
  if (ownerPercent === null) return null
  return charges.share(formatQuantity(ownerPercent), formatMoney(toCents(amount)))
}
