import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { describeSettlement } from '#core/settlements/history.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import type { Steps } from '#web/settlements/run/steps.ts'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Draft = AnyRecord & Pick<Settlement, 'status' | 'holdReason'>

/** Approves the selected drafts one after the other, earliest settlement date first (SPEC C51). */
export function ApproveDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { progress, start, stop } = useSteps()
  const { data, error, refetch } = useQuery({
    queryKey: ['statements', 'chosen', ids],
    queryFn: () =>
      request<Draft[]>('GET', `/api/statements?sort=settlementDate&id=${ids.join(',')}`),
  })
  const drafts = (data ?? []).filter((one) => one.status === 'pending' && one.holdReason === null)
  const busy = progress?.running ?? false
  return (
    <Dialog
      open
      title="Approve the selected drafts?"
      description="Each draft gets its statement number, earliest settlement date first, and is locked. Drafts on hold are left out. Settlements that are offset between trucks are approved in the settlement run."
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-8" />}
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {data && !progress && drafts.length === 0 && (
        <p className="text-sm">No selected settlement can be approved.</p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {progress ? 'Close' : 'Cancel'}
        </Button>
        {!progress && drafts.length > 0 && (
          <Button onClick={() => start(approveInOrder(drafts))}>
            Approve {pluralize(drafts.length, 'Draft')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function approveInOrder(drafts: Draft[]): Steps<Draft> {
  return {
    result: 'drafts approved',
    groups: [drafts],
    step: ({ id, version }) =>
      request('POST', `/api/billing/${id}/approve`, {
        body: { approvedOn: today() },
        headers: { 'If-Match': `"${version}"` },
      }),
    describe: describeSettlement,
  }
}
