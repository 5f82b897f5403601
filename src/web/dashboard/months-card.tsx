/**
 * Revenue and expenses of twelve months as a bar chart and as a table that links to the lists (SPEC B34). A chart library would be
 * half of the scripts that the dashboard may load, for twenty-four rectangles.
 */
import { Link } from 'react-router'
import { formatMonth } from '#core/calendar.ts'
import type { MonthSums } from '#core/dashboard/dashboard.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { useMay } from '#web/api/may.tsx'
import { Card } from '#web/ui/card.tsx'
import { barHeight } from './figures.ts'
import { loadsPath, settlementsPath } from './list-links.ts'

const BARS = [
  { sum: 'revenue', title: 'Revenue', color: 'bg-accent', monthPath: loadsPath },
  { sum: 'expenses', title: 'Expenses', color: 'bg-line-strong', monthPath: settlementsPath },
] as const

type Bar = (typeof BARS)[number]

/** Expenses come from settlements, which not every role sees. */
export function MonthsCard({ months }: { months: MonthSums[] }) {
  const seesExpenses = useMay('settlements')
  const bars = seesExpenses ? BARS : BARS.slice(0, 1)
  return (
    <Card
      title="Last Twelve Months"
      description={`Revenue by delivery date${seesExpenses ? ', expenses by settlement date' : ''}`}
      actions={seesExpenses && <Legend />}
    >
      <Chart months={months} bars={bars} />
      <details className="text-sm">
        <summary className="min-h-6 w-fit cursor-pointer pointer-coarse:min-h-11 content-center rounded text-accent hover:underline">
          Show as table
        </summary>
        <MonthsTable months={months} bars={bars} />
      </details>
    </Card>
  )
}

function Legend() {
  return (
    <ul aria-hidden className="flex gap-4 text-xs text-muted">
      {BARS.map(({ title, color }) => (
        <li key={title} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-xs ${color}`} />
          {title}
        </li>
      ))}
    </ul>
  )
}

type MonthsProps = { months: MonthSums[]; bars: readonly Bar[] }

/** Hidden from screen readers, which read the table. */
function Chart({ months, bars }: MonthsProps) {
  const max = months
    .flatMap((month) => bars.map(({ sum }) => toCents(month[sum])))
    .reduce((largest, cents) => (cents > largest ? cents : largest), 0n)
  return (
    <ol aria-hidden className="grid grid-cols-12 gap-1 sm:gap-3">
      {months.map((month) => (
        <li key={month.from} title={describeMonth(month, bars)} className="grid gap-1">
          <div className="flex h-32 items-end justify-center gap-px border-b border-line sm:gap-1">
            {bars.map(({ sum, color }) => (
              <div
                key={sum}
                className={`w-full max-w-5 rounded-t-xs ${color}`}
                style={{ height: barHeight(toCents(month[sum]), max) }}
              />
            ))}
          </div>
          <span className="text-center text-[0.625rem] text-muted sm:text-xs">
            {formatMonth(month.from).slice(0, 3)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function describeMonth(month: MonthSums, bars: readonly Bar[]): string {
  const sums = bars.map(({ sum, title }) => `${title} ${formatMoney(toCents(month[sum]))}`)
  return `${formatMonth(month.from)}: ${sums.join(', ')}`
}

function MonthsTable({ months, bars }: MonthsProps) {
  return (
    <table className="mt-3 w-full">
      <caption className="sr-only">{bars.map(({ title }) => title).join(' and ')} by month</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            Month
          </th>
          {bars.map(({ title }) => (
            <th key={title} scope="col" className="py-1 text-right font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.from} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {formatMonth(month.from)}
            </th>
            {bars.map(({ sum, monthPath }) => (
              <td key={sum} className="py-1.5 text-right tabular-nums">
                <Link className="hit-area justify-end hover:underline" to={monthPath(month)}>
                  {formatMoney(toCents(month[sum]))}
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
