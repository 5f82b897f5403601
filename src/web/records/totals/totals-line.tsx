import { useTotals } from '#web/api/queries.ts'
import type { List } from '#web/records/list/use-list.ts'
import { addUpTotals } from '#core/lists/totals.ts'
import { describeTotals } from './describe-totals.ts'

/** The totals of all records that match, on all pages (SPEC C56). */
export function TotalsLine({ list }: { list: List }) {
  const { listing, rows = [], total, settled, state, match } = list
  const names = Object.keys(listing.totals ?? {})
  const isOnePage = settled && state.page === 1 && total === rows.length
  // A second request, as the page itself must not wait for it.
  const read = useTotals(listing.name, match, names.length > 0 && settled && !isOnePage)
  const totals = isOnePage ? addUpTotals(names, rows) : read
  if (!names.length) return null
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
