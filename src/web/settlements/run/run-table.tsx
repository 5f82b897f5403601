import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { toCents } from '#core/money.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { sumColumn, type RunRow } from '#core/settlements/run.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { CELL, FIGURE } from '#web/settlements/figures/figure-cells.ts'
import { FigureTable } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'

const HEADS = ['Truck', 'Date', 'Status', 'To Look At', 'Loads', 'Revenue', 'Deductions', 'Net']
const FIRST_FIGURE = 4

export function RunTable({ rows }: { rows: RunRow[] }) {
  if (rows.length === 0)
    return <p className="text-sm text-muted">No truck has loads to settle in this week.</p>
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <FigureTable caption="Trucks to settle" heads={HEADS} firstFigure={FIRST_FIGURE}>
        {rows.map((row) => (
          <RunLine key={`${row.truckId} ${row.settlementDate}`} row={row} />
        ))}
        <SumLine rows={rows} />
      </FigureTable>
    </div>
  )
}

function RunLine({ row }: { row: RunRow }) {
  const { truckId, truck, settlementDate, exceptions } = row
  return (
    <tr className="border-t border-line">
      <td className={classes(CELL, 'wrap-anywhere')} data-label="Truck">
        <Link
          className="hit-area font-medium text-accent-strong underline"
          to={`/settlements?truck=${truckId}&date=${settlementDate}`}
        >
          {truck}
        </Link>
      </td>
      <td className={classes(CELL, 'whitespace-nowrap')} data-label="Date">
        {formatDay(settlementDate)}
      </td>
      <td className={CELL} data-label="Status">
        <Status billing={row.billing} />
      </td>
      <td className={classes(CELL, 'text-waiting')} data-label="To Look At">
        {exceptions.length ? exceptions.join('; ') : <span className="text-muted">Nothing</span>}
      </td>
      <td className={classes(CELL, FIGURE)} data-label="Loads">
        {row.loads}
      </td>
      {([row.revenue, row.deductions, row.net] as const).map((amount, index) => (
        <td
          key={HEADS[FIRST_FIGURE + 1 + index]}
          className={classes(CELL, FIGURE)}
          data-label={HEADS[FIRST_FIGURE + 1 + index]}
        >
          <Money cents={toCents(amount)} />
        </td>
      ))}
    </tr>
  )
}

function Status({ billing }: Pick<RunRow, 'billing'>) {
  if (!billing) return <Badge tone="neutral">Not Saved</Badge>
  const option = SETTLEMENT_STATUSES.find(({ value }) => value === billing.status)
  const number = billing.number === null ? '' : ` #${billing.number}`
  return <Badge tone={option?.tone ?? 'neutral'}>{`${option?.label}${number}`}</Badge>
}

function SumLine({ rows }: { rows: RunRow[] }) {
  const loads = rows.reduce((sum, row) => sum + row.loads, 0)
  return (
    <tr className="border-t-2 border-line-strong font-semibold">
      <th scope="row" colSpan={FIRST_FIGURE} className={classes(CELL, 'text-left')}>
        Sum of {pluralize(rows.length, 'settlement')}
      </th>
      <td className={classes(CELL, FIGURE)} data-label="Loads">
        {loads}
      </td>
      {(['revenue', 'deductions', 'net'] as const).map((name, index) => (
        <td
          key={name}
          className={classes(CELL, FIGURE)}
          data-label={HEADS[FIRST_FIGURE + 1 + index]}
        >
          <Money cents={toCents(sumColumn(rows, name))} />
        </td>
      ))}
    </tr>
  )
}
