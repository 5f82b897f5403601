import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { describeDrift, type Drift } from '#core/settlements/drift.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { driftQuery } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { TransferButton } from './transfer-button.tsx'
import { useOpenAmount } from './use-open-amount.ts'
import { WriteOffButton } from './write-off-button.tsx'

const TITLE = 'Loads changed after the statement was approved'

/** Loads that changed after approval, and the button that adjusts for them (SPEC C7, C10). */
export function FrozenDrift({ truckId }: { truckId: number }) {
  const { data = [], error, refetch } = useQuery(driftQuery(truckId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <Notice aria-label={TITLE} className="grid gap-2">
      <p className="font-semibold">{TITLE}</p>
      {[...Map.groupBy(data, ({ billingId }) => billingId).values()].map((drifts) => (
        <StatementDrift key={drifts[0]?.billingId} drifts={drifts} />
      ))}
    </Notice>
  )
}

/** `drifts`: those of one statement. */
function StatementDrift({ drifts }: { drifts: Drift[] }) {
  const { post } = useOpenAmount()
  const [first] = drifts
  if (!first) return null
  const { billingId, otherPayee, payee } = first
  const path = `${billingId}/correct`
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <ul className="grid min-w-0 gap-2 wrap-anywhere">
        {drifts.map((drift) => (
          <li key={drift.loadId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {describeDrift(drift)}
            {otherPayee !== null && ` (${payee})`}
            <WriteOffButton
              billingId={billingId}
              loadId={drift.loadId}
              openAmount={describeDrift(drift)}
            />
          </li>
        ))}
      </ul>
      {otherPayee === null ? (
        <Button
          variant="secondary"
          size="long"
          onClick={() => post({ path, body: {}, done: settlementMessages.adjusted })}
        >
          Adjust on Next Settlement
        </Button>
      ) : (
        <TransferButton
          label={`Adjust on ${otherPayee}'s Settlement`}
          description={`This adjustment belongs to ${payee}. It will be added to ${otherPayee}'s next settlement.`}
          path={path}
          body={{ anyPayee: true }}
          done={settlementMessages.adjusted}
        />
      )}
    </div>
  )
}
