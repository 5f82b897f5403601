/** Revenue and expenses of twelve months, as bars, and as a table whose figures open the lists behind them (SPEC B34). */
import { Link } from 'react-router'
import { formatMonth } from '#core/calendar.ts'
import type { MonthSums } from '#core/dashboard/dashboard.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { Card } from '#web/ui/card.tsx'
import { loadsDelivered, settlementsAddress } from './lists-behind.ts'

const BARS = [
  { sums: 'revenue', title: 'Revenue', color: 'bg-accent', behind: loadsDelivered },
  { sums: 'expenses', title: 'Expenses', color: 'bg-line-strong', behind: settlementsAddress },
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
          Show the figures
        </summary>
        <Figures months={months} />
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

/** For the eye alone: whoever cannot see it has the table. */
function Chart({ months }: { months: MonthSums[] }) {
  const most = months
    .flatMap(({ revenue, expenses }) => [toCents(revenue), toCents(expenses)])
    .reduce((one, other) => (one > other ? one : other), 0n)
  return (
    <ol aria-hidden className="grid grid-cols-12 gap-1 sm:gap-3">
      {months.map((month) => (
        <li key={month.from} title={describeMonth(month)} className="grid gap-1">
          <div className="flex h-32 items-end justify-center gap-px border-b border-line sm:gap-1">
            {BARS.map(({ sums, color }) => (
              <div
                key={sums}
                className={`w-full max-w-5 rounded-t-xs ${color}`}
                style={{ height: barHeight(month[sums], most) }}
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
  const sums = BARS.map(({ sums, title }) => `${title} ${formatMoney(toCents(month[sums]))}`)
  return `${formatMonth(month.from)}: ${sums.join(', ')}`
}

/** A share of the tallest, to a tenth of a percent; what is below zero has no bar. */
function barHeight(amount: Amount, most: bigint): string {
  const cents = toCents(amount)
  return cents > 0n ? `${Number((cents * 1000n) / most) / 10}%` : '0'
}

function Figures({ months }: { months: MonthSums[] }) {
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
            {BARS.map(({ sums, behind }) => (
              <td key={sums} className="py-1.5 text-right tabular-nums">
                <Link className="hit-area justify-end hover:underline" to={behind(month)}>
                  {formatMoney(toCents(month[sums]))}
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
