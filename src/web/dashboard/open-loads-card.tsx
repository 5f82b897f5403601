import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countDays } from '#core/calendar.ts'
import { LISTED_LOADS, type LoadList, type OpenLoad as Load } from '#core/dashboard/dashboard.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OnlyFor, useMayChange } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Card } from '#web/ui/card.tsx'

type OpenLoadsCardProps = {
  title: string
  description: string
  /** Shown if there are no open loads. */
  emptyText: string
  list: LoadList
  /** The list of all open loads. */
  allPath: string
  /** Beside the title. */
  actions?: ReactNode
}

const LINK = 'hit-area font-medium text-accent-strong underline'

/** The number of open loads and the first five, each with a link to its form (SPEC A2). */
export function OpenLoadsCard(props: OpenLoadsCardProps) {
  const { title, description, emptyText, list, allPath, actions } = props
  const count = list.count.toLocaleString('en-US')
  return (
    <Card title={title} description={description} actions={actions}>
      <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <Link
          aria-label={`${title}: ${count}`}
          className="hit-area text-2xl font-semibold hover:underline"
          to={allPath}
        >
          {count}
        </Link>
        {list.count > 0 && (
          <OnlyFor permission="revenue">
            <Revenue amount={list.amount} className="text-muted" />
          </OnlyFor>
        )}
      </p>
      {list.count === 0 && (
        <p className="flex items-center gap-2 text-sm text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          {emptyText}
        </p>
      )}
      {list.count > 0 && (
        <ul className="grid text-sm">
          {list.loads.map((load) => (
            <OpenLoad key={load.id} load={load} />
          ))}
        </ul>
      )}
      {list.count > LISTED_LOADS && (
        <Link className={`${LINK} justify-self-start text-sm`} to={allPath}>
          View all {count} loads
        </Link>
      )}
    </Card>
  )
}

/** "Truck 104 · Landstar" and "$2,400.00 · 12 days": the age counts from the delivery, or from the pickup. */
function OpenLoad({ load }: { load: Load }) {
  const mayChange = useMayChange('loads')
  const truck = load.truckNumber === null ? 'No truck' : `Truck ${load.truckNumber}`
  const age = countDays(load.since, today())
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-1.5 first:border-t-0">
      <span className="line-clamp-2 min-w-0 grow wrap-anywhere">
        <RecordLink to="loads" id={load.id}>
          {load.loadId}
        </RecordLink>{' '}
        <span className="text-muted">{[truck, load.broker].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="shrink-0 text-right tabular-nums">
        <OnlyFor permission="revenue">
          <Revenue amount={load.revenue} />
        </OnlyFor>
        {age > 0 && <span className="block text-xs text-muted">{pluralize(age, 'day')}</span>}
      </span>
      {mayChange && (
        <Link className={`${LINK} shrink-0 justify-end px-1`} to={`/loads?edit=${load.id}`}>
          Edit<span className="sr-only"> load {load.loadId}</span>
        </Link>
      )}
    </li>
  )
}

function Revenue({ amount, className }: { amount: Amount; className?: string }) {
  return <span className={className}>{formatMoney(toCents(amount))}</span>
}
