import { useMutation, useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/messages.ts'
import { driftWords, type Drift } from '#core/settlement-drift.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { driftQuery } from './queries.ts'

type FrozenDriftProps = {
  truckId: number
  /** The correction may be on the settlement that is on the screen. */
  onLines: () => void
}

/** Loads that changed after their statement was frozen, and one click to make up for it (SPEC C7). */
export function FrozenDrift({ truckId, onLines }: FrozenDriftProps) {
  const { data = [] } = useQuery(driftQuery(truckId))
  const { mutate, isPending } = useMutation({
    mutationFn: (billingId: number) => request('POST', `/api/billing/${billingId}/correct`),
    onSuccess: () => {
      toast({ title: settlementMessages.corrected })
      onLines()
      void refetchLists()
    },
    onError: ({ message }) =>
      toast({
        title: settlementMessages.failedToCorrect,
        description: message,
        tone: 'destructive',
      }),
  })
  if (data.length === 0) return null
  return (
    <section
      aria-label="Changed after the statement"
      className="grid gap-2 rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting"
    >
      <p className="font-semibold">Loads changed after their statement was approved.</p>
      {byStatement(data).map(([billingId, drifts]) => (
        <div key={billingId} className="flex flex-wrap items-center justify-between gap-3">
          <ul className="min-w-0 wrap-anywhere">
            {drifts.map((drift) => (
              <li key={drift.loadId}>{driftWords(drift)}</li>
            ))}
          </ul>
          <Button variant="secondary" onClick={() => !isPending && mutate(billingId)}>
            Correct on Next Settlement
          </Button>
        </div>
      ))}
    </section>
  )
}

function byStatement(drifts: Drift[]): [billingId: number, drifts: Drift[]][] {
  return [...Map.groupBy(drifts, ({ billingId }) => billingId)]
}
