import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { statementAddress } from '#core/settlements/history.ts'
import type { LoadStatement } from '#core/settlements/overview/overview.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { loadStatementsQuery } from './queries.ts'

/** The statements and the draft that include a load (SPEC C53). */
export function LoadStatements({ loadId }: { loadId: number }) {
  const { data, error, refetch } = useQuery(loadStatementsQuery(loadId))
  return (
    <Card title="Statement">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-8" />}
      {data?.length === 0 && <p className="text-sm text-muted">Not on a statement yet.</p>}
      {data && data.length > 0 && (
        <ul className="grid text-sm">
          {data.map((statement) => (
            <StatementItem key={statement.id} statement={statement} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function StatementItem({ statement }: { statement: LoadStatement }) {
  const { id, number, status, settlementDate, truck, stated } = statement
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-1.5 first:border-t-0">
      <span className="min-w-0 wrap-anywhere">
        <Link
          className="hit-area font-medium text-accent-strong underline"
          to={statementAddress(id)}
        >
          {number === null ? 'Draft' : `Statement #${number}`}
        </Link>{' '}
        <span className="text-muted tabular-nums">
          {formatDay(settlementDate)}, truck {truck}
          {stated !== null && `, ${formatMoney(toCents(stated))}`}
        </span>
      </span>
      <StatusBadge status={status} />
    </li>
  )
}
