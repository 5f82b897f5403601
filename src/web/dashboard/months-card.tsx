/** Revenue and expenses of twelve months as a bar chart and as a table that links to the lists (SPEC B34). */
import { Link } from 'react-router'
import { formatMonth } from '#core/calendar.ts'
import type { MonthSums } from '#core/dashboard/dashboard.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { Card } from '#web/ui/card.tsx'
import { barHeight } from './figures.ts'
import { loadsPath, settlementsPath } from './list-links.ts'

const BARS = [
  { sum: 'revenue', title: 'Revenue', color: 'bg-accent', monthPath: loadsPath },
  { sum: 'expenses', title: 'Expenses', color: 'bg-line-strong', monthPath: settlementsPath },
] as const

export function MonthsCard({ months }: { months: MonthSums[] }) {
  return (
    <Card
      title="Last Twelve Months"
      description="Revenue by delivery date, expenses by settlement date"
      actions={<Legend />}
    >
      <Chart months={months} />
      <details className="text-sm">
        <summary className="min-h-6 w-fit cursor-pointer pointer-coarse:min-h-11 content-center rounded text-accent hover:underline">
          Show as table
        </summary>
        <MonthsTable months={months} />
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

/** Hidden from screen readers, which read the table. */
function Chart({ months }: { months: MonthSums[] }) {
  const most = months
    .flatMap(({ revenue, expenses }) => [toCents(revenue), toCents(expenses)])
    .reduce((most, cents) => (cents > most ? cents : most), 0n)
  return (
    <ol aria-hidden className="grid grid-cols-12 gap-1 sm:gap-3">
      {months.map((month) => (
        <li key={month.from} title={describeMonth(month)} className="grid gap-1">
          <div className="flex h-32 items-end justify-center gap-px border-b border-line sm:gap-1">
            {BARS.map(({ sum, color }) => (
              <div
                key={sum}
                className={`w-full max-w-5 rounded-t-xs ${color}`}
                style={{ height: barHeight(toCents(month[sum]), most) }}
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

function describeMonth(month: MonthSums): string {
  const sums = BARS.map(({ sum, title }) => `${title} ${formatMoney(toCents(month[sum]))}`)
  return `${formatMonth(month.from)}: ${sums.join(', ')}`
}

function MonthsTable({ months }: { months: MonthSums[] }) {
  return (
    <table className="mt-3 w-full">
      <caption className="sr-only">Revenue and expenses by month</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            Month
          </th>
          {BARS.map(({ title }) => (
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
            {BARS.map(({ sum, monthPath }) => (
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
