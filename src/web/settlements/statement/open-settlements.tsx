import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { settlementAddress } from '#core/settlements/history.ts'
import type { OpenSettlement, PayeeOpenSettlement } from '#core/settlements/overview/overview.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Query } from '#web/ui/query.tsx'
import { openSettlementsQuery, payeeOpenSettlementsQuery } from './queries.ts'

/** The truck's settlement dates without an approved statement (SPEC C53). */
export function OpenSettlements({ truckId }: { truckId: number }) {
  const found = useQuery(openSettlementsQuery(truckId))
  return <OpenList {...found} data={found.data?.map((open) => ({ ...open, truckId }))} />
}

type PayeeOpenSettlementsProps = { people: 'owners' | 'drivers'; id: number }

/** The open settlement dates of all trucks that pay an owner or driver. */
export function PayeeOpenSettlements({ people, id }: PayeeOpenSettlementsProps) {
  return <OpenList {...useQuery(payeeOpenSettlementsQuery(people, id))} />
}

type ListedSettlement = OpenSettlement & Pick<PayeeOpenSettlement, 'truckId'> & { truck?: string }
type OpenListProps = {
  data: ListedSettlement[] | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}

function OpenList(query: OpenListProps) {
  return (
    <Query of={query} skeleton="h-12" empty="No open settlement dates.">
      {(data) => (
        <ul className="grid text-sm">
          {data.map((open) => (
            <li
              key={`${open.truckId} ${open.settlementDate}`}
              className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-1.5 first:border-t-0"
            >
              <span>
                <Link
                  className="hit-area font-medium text-accent-strong underline"
                  to={settlementAddress(open)}
                >
                  {formatDay(open.settlementDate)}
                  {open.truck !== undefined && `, truck ${open.truck}`}
                </Link>
                <span className="text-muted tabular-nums"> · {describeLoads(open)}</span>
              </span>
              <Badge tone={open.billingId === null ? 'neutral' : 'waiting'}>
                {open.billingId === null ? 'Not Started' : 'Draft'}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Query>
  )
}

/** "3 loads, $4,200.00". */
function describeLoads({ loads, revenue }: OpenSettlement): string {
  return loads === 0 ? 'No loads' : `${pluralize(loads, 'load')}, ${formatMoney(toCents(revenue))}`
}
