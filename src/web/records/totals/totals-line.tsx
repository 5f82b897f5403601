import { useState } from 'react'
import type { Listing } from '#core/entities/entity.ts'
import { ratePerMile } from '#core/entities/load-second-lines.ts'
import { addUpTotals, type Totals } from '#core/lists/totals.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { useTotals } from '#web/api/queries.ts'
import type { List } from '#web/records/list/use-list.ts'
import { Button } from '#web/ui/button.tsx'

/** Totals of more records are read only on request: a million records take the server up to two seconds. */
const MAX_WITHOUT_REQUEST = 100_000

/** The totals of all records that match, on all pages (SPEC C56). */
export function TotalsLine({ list }: { list: List }) {
  const { listing, rows = [], total, settled, state, match } = list
  const names = Object.keys(listing.totals ?? {})
  const key = JSON.stringify(match)
  const [requested, setRequested] = useState('')
  const isOnePage = settled && state.page === 1 && total === rows.length
  const isWanted = names.length > 0 && settled && total !== undefined && !isOnePage
  const isLarge = isWanted && total > MAX_WITHOUT_REQUEST && requested !== key
  // A separate request after the page and its count, which must not wait for it.
  const read = useTotals(listing.name, match, isWanted && !isLarge)
  const totals = isOnePage ? addUpTotals(names, rows) : read
  if (!names.length) return null
  if (isLarge)
    return (
      <Button variant="ghost" className="h-7" onClick={() => setRequested(key)}>
        Show totals
      </Button>
    )
  return (
    <dl
      aria-label="Totals"
      aria-busy={!totals}
      className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 tabular-nums"
    >
      {totals &&
        describeTotals(listing, totals).map(({ label, text }) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
    </dl>
  )
}

// The texts of a list's totals: "Loads 1,204", "Revenue $1,234.50", "Per Mile $2.85" (SPEC C56).

type Text = { label: string; text: string }

function describeTotals(
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
