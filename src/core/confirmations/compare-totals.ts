/** Compares a load's amount with its rate confirmation (SPEC C126). */
import { formatMoney, parseAmount, type Amount } from '#core/money.ts'

/** `billedTotal`: the sum of the charges that the broker is billed. */
export type LoadTotals = { revenue: Amount; billedTotal: Amount; chargeCount: number }

type TotalComparison = { isSame: boolean; text: string }

/** Uses what the broker is billed, or the revenue of a load without charges. Null if either amount is missing. */
export function compareTotals(confirmed: Amount | null, load: LoadTotals): TotalComparison | null {
  const hasCharges = load.chargeCount > 0
  const total = parseAmount(hasCharges ? load.billedTotal : load.revenue)
  const expected = confirmed === null ? null : parseAmount(confirmed)
  if (total === null || expected === null) return null
  if (total === expected) {
    return { isSame: true, text: `Agrees with the rate confirmation: ${formatMoney(expected)}.` }
  }
  const less = total < expected
  const difference = formatMoney(less ? expected - total : total - expected)
  const what = hasCharges ? 'charges are' : 'revenue is'
  const text = `The rate confirmation says ${formatMoney(expected)}. The load's ${what} ${formatMoney(total)}, ${difference} ${less ? 'less' : 'more'}.`
  return { isSame: false, text }
}
