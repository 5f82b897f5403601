import { useQuery } from '@tanstack/react-query'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { driftQuery } from '#web/settlements/queries.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { StatementDrift } from './statement-drift.tsx'

const TITLE = 'Loads changed after the statement was approved'

/** Loads that changed after approval, and the button that adjusts for them (SPEC C7, C10). */
export function FrozenDrift({ truckId }: { truckId: number }) {
  const { data = [], error, refetch } = useQuery(driftQuery(truckId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <Notice aria-label={TITLE} className="grid gap-4">
      <p className="font-semibold">{TITLE}</p>
      {groupByStatement(data).map((drifts) => (
        <StatementDrift key={drifts[0].billingId} drifts={drifts} />
      ))}
    </Notice>
  )
}

function groupByStatement(drifts: Drift[]): [Drift, ...Drift[]][] {
  const groups = Map.groupBy(drifts, ({ billingId }) => billingId)
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}
