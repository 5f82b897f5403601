/** The amount from which a carrier files a 1099-NEC for a payee (SPEC C9). */
import type { Day } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'

/**
 * Sorted by first year, latest first. 26 USC 6041A(a)(2) and 6041(a): $600, and $2,000 for payments from 2026 on (Public Law
 * 119-21, section 70433). From 2027 on the IRS adjusts the amount for inflation: add its figure here when it is published.
 */
const THRESHOLDS: readonly { from: number; amount: Amount }[] = [
  { from: 2026, amount: '2000.00' },
  { from: 0, amount: '600.00' },
]

export function findThreshold(year: number): Amount {
  return THRESHOLDS.find(({ from }) => from <= year)?.amount ?? '600.00'
}

/** The tax year that the office works on: in January the previous year. Its 1099-NECs are due on January 31 (26 USC 6071(c)). */
export function findTaxYear(today: Day): number {
  const year = Number(today.slice(0, 4))
  return today.slice(5, 7) === '01' ? year - 1 : year
}

/** `withheld`: backup withholding must be reported whatever the amount is. */
export type Filing = 'reached' | 'withheld' | 'below'

export function findFiling(year: number, amount: Amount, withheld: Amount): Filing {
  if (toCents(amount) >= toCents(findThreshold(year))) return 'reached'
  return toCents(withheld) > 0n ? 'withheld' : 'below'
}
