/** Dollar amounts as printed. */
import { parseAmount, type Cents } from '#core/money.ts'
import type { TextMatch } from './days.ts'

const AMOUNT =
  /(?<![\w.,])(?<open>\()?(?<minus>-)?\s?(?<sign>\$|US\$|USD\s?\$?)?\s?(?<inner>-)?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,7})(?<decimals>\.\d{1,2})?(?<close>\))?(?![\d%]|[.,]\d|\s?(?:%|\/|per\b(?!\s(?:load|trip|truck|shipment)\b)|lbs?\b|mi\b|miles\b))/gi

/** Amounts in cents, from left to right. They have a dollar sign or two decimals, as "$3700.0" has; "$2.85/mi" and
 * "$0.3512" are rates. */
export function findAmounts(text: string): TextMatch<Cents>[] {
  return [...text.matchAll(AMOUNT)].flatMap((match) => {
    const { open, minus, sign, inner, whole = '', decimals = '', close } = match.groups ?? {}
    const cents = parseAmount(whole.replaceAll(',', '') + (decimals && decimals.padEnd(3, '0')))
    if (cents === null || (!sign && decimals.length < 3)) return []
    const isNegative = Boolean(minus ?? inner ?? (open && close))
    const from = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)
    return [{ value: isNegative ? -cents : cents, from, to: match.index + match[0].length }]
  })
}

const NUMBER = /(?<![\w.,])\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,4})?(?![\d%])/g

/** Every number of a text, rates and quantities too, as plain text: "$0.3512" → "0.3512". */
export function findNumbers(text: string): TextMatch<string>[] {
  return [...text.matchAll(NUMBER)].map((match) => ({
    value: match[0].replaceAll(/[$,]/g, ''),
    from: match.index,
    to: match.index + match[0].length,
  }))
}
