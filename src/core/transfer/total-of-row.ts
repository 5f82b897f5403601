/** "Line Haul | FSC | Total": which column is the revenue of a load (SPEC C517). */
import { parseDecimal, readTypedAmount } from '#core/money.ts'
import { isUnknown } from './cells.ts'
import { knownTitles } from './titles.ts'

/** "Total" alone, which is the revenue only if the cells show it. */
export function isBareTotal(title: string): boolean {
  return /^\W*(?:grand |load |invoice )?total(?: amount| due| pay| \(?usd\)?)?\W*$/i.test(title)
}

/** The line haul is not the whole revenue if a total is beside it. */
export function isLineHaul(title: string): boolean {
  return /\bline\s?haul\b/i.test(title) && !/\btotal\b/i.test(title)
}

/**
 * Whether the column `total` is, to the cent, the sum of the columns from the rate to it, in each of the first rows. `sample`: their
 * cells.
 */
export function isSumOfRow(
  titles: readonly string[],
  total: number,
  sample: readonly (readonly string[])[],
): boolean {
  const isRate = (title: string) => knownTitles(title).some((known) => RATES.includes(known))
  const from = titles.findIndex(isRate)
  const rows = sample.filter((cells) => (cells[total] ?? '').trim())
  if (from < 0 || from > total - 2 || rows.length === 0) return false
  return rows.every((cells) => {
    const charges = cells.slice(from, total).map(toCents)
    const known = charges.filter((charge) => charge !== null)
    const sum = known.reduce((before, charge) => before + charge, 0n)
    return known.length === charges.length && sum === toCents(cells[total] ?? '')
  })
}

const RATES = ['revenue', 'linehaul']

/** 0 for a blank cell or a dash, null for any other text. */
function toCents(cell: string): bigint | null {
  if (cell.trim() === '' || isUnknown(cell)) return 0n
  const amount = readTypedAmount(cell)
  return amount === null ? null : parseDecimal(amount, 2)
}
