import { Link } from 'react-router'
import type { Period } from '#core/calendar.ts'
import type { PeriodSums } from '#core/dashboard/dashboard.ts'
import { type Amount, formatMoney, toCents } from '#core/money.ts'
import { today } from '#web/api/today.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { formatPercentChange } from './figures.ts'
import { currentPeriods, type PeriodName } from './list-links.ts'

type PeriodCardProps = {
  title: string
  /** Names the date that decides an amount's period. */
  description: string
  sums: PeriodSums
  /** The extra pay that lowers these sums (SPEC C18). */
  extraPay?: PeriodSums
  increase: Increase
  /** The path of the list behind a period's total. */
  periodPath: (period: Period) => string
}

const PERIODS: [PeriodName, string][] = [
  ['thisWeek', 'This Week'],
  ['thisMonth', 'This Month'],
  ['yearToDate', 'Year to Date'],
]

/** Totals of this week, month and year, and the change from last month (SPEC A2). */
export function PeriodCard(props: PeriodCardProps) {
  const { title, description, sums, extraPay, increase, periodPath } = props
  const periods = currentPeriods(today())
  return (
    <Card title={title} description={description}>
      <dl className="grid gap-2 text-sm">
        {PERIODS.map(([name, label]) => (
          <Total
            key={name}
            title={title}
            label={label}
            amount={sums[name]}
            extraPay={extraPay?.[name] ?? '0.00'}
            to={periodPath(periods[name])}
          />
        ))}
      </dl>
      <div className="border-t border-line pt-3 text-sm">
        <PercentChange change={sums.percentChange} increase={increase} />
      </div>
    </Card>
  )
}

type TotalProps = { title: string; label: string; amount: Amount; extraPay: Amount; to: string }

function Total({ title, label, amount, extraPay, to }: TotalProps) {
  const text = formatMoney(toCents(amount))
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">
        {label}
        {toCents(extraPay) !== 0n && (
          <span className="block text-xs">after {formatMoney(toCents(extraPay))} extra pay</span>
        )}
      </dt>
      <dd className="ml-auto text-lg font-semibold tabular-nums">
        <Link
          aria-label={`${title} ${label}: ${text}`}
          className="hit-area justify-end hover:underline"
          to={to}
        >
          {text}
        </Link>
      </dd>
    </div>
  )
}

/** Whether an increase is good, as for revenue, or bad, as for expenses. */
type Increase = 'good' | 'bad'

type PercentChangeProps = { change: number | null; increase: Increase }

/** "+12.5% vs last month". Sign and color each show the direction (SPEC A2, B35). */
function PercentChange({ change, increase }: PercentChangeProps) {
  if (change === null) {
    return <p className="text-muted">No data from last month for comparison</p>
  }
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <span className={classes('font-medium tabular-nums', changeTone(change, increase))}>
        {formatPercentChange(change)}
      </span>
      <span className="text-muted">vs last month{change === 0 ? ', no change' : ''}</span>
    </p>
  )
}

function changeTone(change: number, increase: Increase): string {
  if (change === 0) return 'text-muted'
  return change > 0 === (increase === 'good') ? 'text-good' : 'text-danger-ink'
}
