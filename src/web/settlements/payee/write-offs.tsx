import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { WriteOff } from '#core/settlements/previous-owner.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/failed.tsx'
import { writeOffsQuery } from '#web/settlements/queries.ts'
import { useOpenAmount } from './use-debt.ts'

type ReleasesProps = { billingId: number; onLines: () => void }

/** What of a statement was released, and why; it can be asked for again (SPEC C10). */
export function WriteOffs({ billingId, onLines }: ReleasesProps) {
  const { data = [], error, refetch } = useQuery(writeOffsQuery(billingId))
  const { step } = useOpenAmount(onLines)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <ul aria-label="Released" className="grid gap-2 text-sm">
      {data.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">{describeWriteOff(one)}</span>
          <Button
            variant="secondary"
            onClick={() =>
              step({
                path: `${billingId}/releases/${one.id}`,
                method: 'DELETE',
                done: settlementMessages.writeOffReversed,
              })
            }
          >
            Take Back
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Below zero it was owed to the carrier. */
function describeWriteOff({ amount, reason, loadId }: WriteOff): string {
  const cents = toCents(amount)
  const of = loadId === null ? 'what was carried out' : 'a changed load'
  return `Released: ${formatMoney(cents < 0n ? -cents : cents)} of ${of}. ${reason}`
}
