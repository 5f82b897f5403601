import type { ReactNode } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { compareRates } from '#core/profit/figures.ts'
import type { Profit } from '#core/profit/profit.ts'
import { Money } from '#web/settlements/figures/figures.tsx'
import { formatPercent, formatPerMile } from './format.ts'

/** The account's figures, each by mile or in percent with the 13 weeks before (SPEC C584). */
export function ProfitSummary({ profit: { total, before } }: { profit: Profit }) {
  const since = `13 weeks before: ${formatDay(before.from)} – ${formatDay(before.to)}`
  return (
    <dl aria-label="Total" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      <Tile label="Gross">{formatMoney(toCents(total.gross))}</Tile>
      <Tile label="Margin">
        <Money cents={toCents(total.margin)} />
      </Tile>
      <Tile
        label="Margin %"
        title={since}
        note={comparePercents(total.marginPercent, before.marginPercent)}
      >
        {formatPercent(total.marginPercent)}
      </Tile>
      <Tile
        label="Per mile, all in"
        title={since}
        note={compareMiles(total.perMile, before.perMile)}
      >
        {formatPerMile(total.perMile)}
      </Tile>
      <Tile label="Deadhead" title={since} note={comparePercents(total.deadhead, before.deadhead)}>
        {formatPercent(total.deadhead)}
      </Tile>
    </dl>
  )
}

type TileProps = { label: string; title?: string; note?: string; children: ReactNode }

function Tile({ label, title, note, children }: TileProps) {
  return (
    <div title={title} className="rounded-lg border border-line bg-surface p-3 shadow-xs">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold wrap-anywhere tabular-nums">{children}</dd>
      {note && <dd className="text-xs text-muted">{note}</dd>}
    </div>
  )
}

/** "$0.14 below 13 weeks". */
function compareMiles(rate: Amount | null, before: Amount | null): string {
  const difference = compareRates(rate, before)
  if (difference === null) return 'No 13 weeks to compare'
  if (difference === 0n) return 'As in the 13 weeks before'
  const size = formatMoney(difference < 0n ? -difference : difference)
  return `${size} ${difference < 0n ? 'below' : 'above'} the 13 weeks before`
}

function comparePercents(percent: number | null, before: number | null): string {
  if (percent === null || before === null) return 'No 13 weeks to compare'
  return `${formatPercent(before)} in the 13 weeks before`
}
