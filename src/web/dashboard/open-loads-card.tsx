import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { LISTED_LOADS, type LoadList } from '#core/dashboard/dashboard.ts'
import { Card } from '#web/ui/card.tsx'

type WaitingLoadsCardProps = {
  title: string
  description: string
  /** What it says when no load waits. */
  nothing: string
  list: LoadList
  /** The list of all of them. */
  all: string
}

const LINK = 'hit-area font-medium text-accent-strong underline'

/** How many loads wait, the first of them, and the way to each (SPEC A2). */
export function OpenLoadsCard(props: WaitingLoadsCardProps) {
  const { title, description, nothing, list, all } = props
  const count = list.count.toLocaleString('en-US')
  return (
    <Card title={title} description={description}>
      <p className="text-2xl font-semibold tabular-nums">
        <Link aria-label={`${title}: ${count}`} className="hit-area hover:underline" to={all}>
          {count}
        </Link>
      </p>
      {list.count === 0 && (
        <p className="flex items-center gap-2 text-sm text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          {nothing}
        </p>
      )}
      {list.count > 0 && (
        <ul className="grid text-sm">
          {list.loads.map((load) => (
            <WaitingLoad key={load.id} load={load} />
          ))}
        </ul>
      )}
      {list.count > LISTED_LOADS && (
        <Link className={`${LINK} justify-self-start text-sm`} to={all}>
          View all {count} loads
        </Link>
      )}
    </Card>
  )
}

function WaitingLoad({ load }: { load: LoadList['loads'][number] }) {
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-1.5 first:border-t-0">
      <span className="line-clamp-2 min-w-0 wrap-anywhere">
        <span className="font-medium">{load.loadId}</span>{' '}
        <span className="text-muted">
          {load.truckNumber === null ? 'No truck' : `Truck ${load.truckNumber}`}
        </span>
      </span>
      <Link className={`${LINK} shrink-0 justify-end px-1`} to={`/loads?edit=${load.id}`}>
        Edit<span className="sr-only"> load {load.loadId}</span>
      </Link>
    </li>
  )
}
