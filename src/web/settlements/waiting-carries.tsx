import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/messages.ts'
import { waitingWords } from '#core/settlement-waiting.ts'
import { Button } from '#web/ui/button.tsx'
import { waitingQuery } from './queries.ts'
import { ReleaseButton } from './release-button.tsx'
import { useDebt } from './use-debt.ts'

type WaitingCarriesProps = { truckId: number; onLines: () => void }

/** What was carried out with an owner whom the truck no longer pays: somebody has to say what becomes of it (SPEC C10). */
export function WaitingCarries({ truckId, onLines }: WaitingCarriesProps) {
  const { data = [] } = useQuery(waitingQuery(truckId))
  const { step } = useDebt(onLines)
  if (data.length === 0) return null
  return (
    <section
      aria-label="Waiting with a former owner"
      className="grid gap-2 rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting"
    >
      <p>
        <strong>The truck pays another owner now.</strong> What waits is not deducted of that one. A
        settlement that pays the former owner takes it in; else pass it on, or release it.
      </p>
      {data.map((carry) => (
        <div key={carry.billingId} className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">{waitingWords(carry)}</p>
          <span className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              onClick={() =>
                step({ path: `${carry.billingId}/take-over`, done: settlementMessages.takenOver })
              }
            >
              Pass On to {carry.otherPayee}
            </Button>
            <ReleaseButton
              billingId={carry.billingId}
              loadId={null}
              what={waitingWords(carry)}
              onLines={onLines}
            />
          </span>
        </div>
      ))}
    </section>
  )
}
