import { useQuery } from '@tanstack/react-query'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { driftQuery } from '#web/settlements/queries.ts'
import { Query } from '#web/ui/query.tsx'
import { StatementDrift } from './statement-drift.tsx'

const TITLE = 'Loads changed after the statement was approved'

/** Loads that changed after approval, and the button that adjusts for them (SPEC C7, C10). */
export function FrozenDrift({ truckId }: { truckId: number }) {
  const query = useQuery(driftQuery(truckId))
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(data) => (
        <Notice aria-label={TITLE} className="grid gap-4">
          <p className="font-semibold">{TITLE}</p>
          {groupByStatement(data).map((drifts) => (
            <StatementDrift key={drifts[0].billingId} drifts={drifts} />
          ))}
        </Notice>
      )}
    </Query>
  )
}

function groupByStatement(drifts: Drift[]): [Drift, ...Drift[]][] {
  const groups = Map.groupBy(drifts, ({ billingId }) => billingId)
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}
