import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { compareRates } from './figures.ts'

/** "$2.31 a mile all in, $0.14 below your 13 weeks." (SPEC C588). `before`: null if no load of these weeks has miles. */
export function describeRate(perMile: Amount, before: Amount | null): string {
  const rate = `${formatMoney(toCents(perMile))} a mile all in`
  const difference = compareRates(perMile, before)
  if (difference === null) return `${rate}.`
  if (difference === 0n) return `${rate}, the same as your 13 weeks.`
  const size = formatMoney(difference < 0n ? -difference : difference)
  return `${rate}, ${size} ${difference < 0n ? 'below' : 'above'} your 13 weeks.`
}
