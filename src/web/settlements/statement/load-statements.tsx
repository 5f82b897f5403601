import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { statementAddress } from '#core/settlements/history.ts'
import type { LoadStatement } from '#core/settlements/overview/overview.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { loadStatementsQuery } from './queries.ts'

/** The statements and the draft that include a load (SPEC C53). */
export function LoadStatements({ loadId }: { loadId: number }) {
  const query = useQuery(loadStatementsQuery(loadId))
  return (
    <Card title="Statement">
      <Query of={query} skeleton="h-8" empty="Not on a statement yet.">
        {(data) => (
          <ul className="grid text-sm">
            {data.map((statement) => (
              <StatementItem key={statement.id} statement={statement} />
            ))}
          </ul>
        )}
      </Query>
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
      <StatusBadge status={status} options={SETTLEMENT_STATUSES} />
    </li>
  )
}
