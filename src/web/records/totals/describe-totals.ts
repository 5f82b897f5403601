/** The texts of a list's totals: "Loads 1,204", "Gross $1,234.50", "Per Mile $2.85" (SPEC C56). */
import { ratePerMile } from '#core/entities/load-second-lines.ts'
import type { Listing } from '#core/entities/entity.ts'
import type { Totals } from '#core/lists/totals.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'

type Text = { label: string; text: string }

export function describeTotals(
  { title, fields, totals: declared = {} }: Pick<Listing, 'title' | 'fields' | 'totals'>,
  totals: Totals,
): Text[] {
  const sums = Object.entries(declared).map(([name, label = '']) => {
    const amount = String(totals[name])
    const isMoney = fields[name]?.control === 'money'
    return { label, text: isMoney ? formatMoney(toCents(amount)) : formatQuantity(amount) }
  })
  const count = { label: title, text: totals.count.toLocaleString('en-US') }
  return [count, ...sums, ...perMile(totals)]
}

function perMile({ revenue, miles }: Totals): Text[] {
  if (revenue === undefined || miles === undefined) return []
  const rate = ratePerMile(toCents(String(revenue)), toCents(String(miles)))
  return rate === null ? [] : [{ label: 'Per Mile', text: formatMoney(rate) }]
}
