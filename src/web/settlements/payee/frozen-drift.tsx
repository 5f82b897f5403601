import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { describeDrift, type Drift } from '#core/settlements/drift.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/failed.tsx'
import { driftQuery } from '#web/settlements/queries.ts'
import { WriteOffButton } from './write-off-button.tsx'
import { useOpenAmount } from './use-debt.ts'
import { classes } from '#web/ui/classes.ts'
import { NOTICE } from '#web/settlements/screen/notice-style.ts'

type FrozenDriftProps = {
  truckId: number
  /** The correction may be on the settlement that is on the screen. */
  onLines: () => void
}

/** Loads that changed after their statement was frozen, and one click to make up for it (SPEC C7, C10). */
export function FrozenDrift({ truckId, onLines }: FrozenDriftProps) {
  const { data = [], error, refetch } = useQuery(driftQuery(truckId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <section aria-label="Changed after the statement" className={classes('grid gap-2', NOTICE)}>
      <p className="font-semibold">Loads changed after their statement was approved.</p>
      {[...Map.groupBy(data, ({ billingId }) => billingId).values()].map((drifts) => (
        <DriftsOfStatement key={drifts[0]?.billingId} drifts={drifts} onLines={onLines} />
      ))}
    </section>
  )
}

type DriftsProps = { drifts: Drift[]; onLines: () => void }

function DriftsOfStatement({ drifts, onLines }: DriftsProps) {
  const { step } = useOpenAmount(onLines)
  const [first] = drifts
  if (!first) return null
  const { billingId, otherPayee } = first
  const anyPayee = otherPayee !== null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <ul className="grid min-w-0 gap-2 wrap-anywhere">
        {drifts.map((drift) => (
          <li key={drift.loadId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {describeDrift(drift)}
            {anyPayee && ` (${drift.payee})`}
            <WriteOffButton
              {...{ billingId, onLines }}
              loadId={drift.loadId}
              what={describeDrift(drift)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        size="long"
        onClick={() =>
          step({
            path: `${billingId}/correct`,
            body: { anyPayee },
            done: settlementMessages.adjusted,
          })
        }
      >
        {anyPayee ? `Correct on ${otherPayee}'s Settlement` : 'Correct on Next Settlement'}
      </Button>
    </div>
  )
}
