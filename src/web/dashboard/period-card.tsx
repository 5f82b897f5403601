import { Link } from 'react-router'
import type { Period } from '#core/calendar.ts'
import type { PeriodSums } from '#core/dashboard/dashboard.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { today } from '#web/api/today.ts'
import { Card } from '#web/ui/card.tsx'
import { readPeriods, type PeriodName } from './lists-behind.ts'
import { PercentChange, type Rising } from './percent-change.tsx'

type PeriodCardProps = {
  title: string
  /** Which date puts an amount into a period. */
  goesBy: string
  sums: PeriodSums
  rising: Rising
  /** The list of what a period's sum is made of. */
  behind: (period: Period) => string
}

const PERIODS: [PeriodName, string][] = [
  ['thisWeek', 'This Week'],
  ['thisMonth', 'This Month'],
  ['yearToDate', 'Year to Date'],
]

/** Sums of this week, month and year, and the month against the one before (SPEC A2). */
export function PeriodCard({ title, goesBy, sums, rising, behind }: PeriodCardProps) {
  const periods = readPeriods(today())
  return (
    <Card title={title} description={goesBy}>
      <dl className="grid gap-2 text-sm">
        {PERIODS.map(([name, label]) => (
          <Sum key={name} {...{ title, label }} amount={sums[name]} to={behind(periods[name])} />
        ))}
      </dl>
      <div className="border-t border-line pt-3 text-sm">
        <PercentChange change={sums.percentChange} rising={rising} />
      </div>
    </Card>
  )
}

type SumProps = { title: string; label: string; amount: Amount; to: string }

function Sum({ title, label, amount, to }: SumProps) {
  const words = formatMoney(toCents(amount))
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-lg font-semibold tabular-nums">
        <Link
          aria-label={`${title} ${label}: ${words}`}
          className="hit-area justify-end hover:underline"
          to={to}
        >
          {words}
        </Link>
      </dd>
    </div>
  )
}
