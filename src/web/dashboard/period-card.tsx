import type { PeriodSums } from '#core/dashboard.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { Card } from '#web/ui/card.tsx'
import { PercentChange, type Rising } from './percent-change.tsx'

type PeriodCardProps = {
  title: string
  /** Which date puts an amount into a period. */
  goesBy: string
  sums: PeriodSums
  rising: Rising
}

/** Sums of this week, month and year, and the month against the one before (SPEC A2). */
export function PeriodCard({ title, goesBy, sums, rising }: PeriodCardProps) {
  return (
    <Card title={title} description={goesBy}>
      <dl className="grid gap-2 text-sm">
        <Sum label="This Week" amount={sums.thisWeek} />
        <Sum label="This Month" amount={sums.thisMonth} />
        <Sum label="Year to Date" amount={sums.yearToDate} />
      </dl>
      <div className="border-t border-line pt-3 text-sm">
        <PercentChange change={sums.percentChange} rising={rising} />
      </div>
    </Card>
  )
}

function Sum({ label, amount }: { label: string; amount: Amount }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-lg font-semibold tabular-nums">{formatMoney(toCents(amount))}</dd>
    </div>
  )
}
