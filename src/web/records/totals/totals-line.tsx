import { useState } from 'react'
import { addUpTotals } from '#core/lists/totals.ts'
import { useTotals } from '#web/api/queries.ts'
import type { List } from '#web/records/list/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { describeTotals } from './describe-totals.ts'

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
