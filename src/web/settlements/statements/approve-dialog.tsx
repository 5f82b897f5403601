import { useQuery } from '@tanstack/react-query'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import type { Steps } from '#web/settlements/run/steps.ts'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import {
  listAdded,
  planApproval,
  type ApprovalStep,
  type DraftOffsets,
  type ListedStatement,
} from './approval-steps.ts'

/** Approves the selected drafts one after the other, earliest settlement date first (SPEC C51). */
export function ApproveDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { progress, start, stop } = useSteps()
  const query = useQuery({
    queryKey: ['statements', 'chosen', ids],
    queryFn: () => readChosen(ids),
  })
  const { data } = query
  const steps = data?.steps ?? []
  const busy = progress?.running ?? false
  return (
    <Dialog
      open
      title="Approve the selected drafts?"
      description="Each draft gets its statement number, earliest settlement date first, and is locked. Drafts on hold are left out."
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      <Query of={query} skeleton="h-8" />
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {data && !progress && steps.length === 0 && (
        <p className="text-sm">No selected settlement can be approved.</p>
      )}
      {data && !progress && data.added.length > 0 && (
        <p className="text-sm">Approved with them because of offsets: {data.added.join('; ')}.</p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {progress ? 'Close' : 'Cancel'}
        </Button>
        {!progress && steps.length > 0 && (
          <Button onClick={() => start(approveInOrder(steps))}>
            Approve {pluralize(steps.length, 'Draft')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

async function readChosen(ids: number[]): Promise<{ steps: ApprovalStep[]; added: string[] }> {
  const chosen = ids.join(',')
  const [selected, offsets] = await Promise.all([
    request<ListedStatement[]>('GET', `/api/statements?sort=settlementDate&id=${chosen}`),
    request<DraftOffsets>('GET', `/api/statements/offsets?ids=${chosen}`),
  ])
  const steps = planApproval(selected, offsets)
  return { steps, added: listAdded(steps, offsets) }
}

/** If a draft was already approved with an earlier draft, the server returns it unchanged. */
function approveInOrder(steps: ApprovalStep[]): Steps<ApprovalStep> {
  return {
    result: 'drafts approved',
    groups: [steps],
    step: ({ id, version, partners }) =>
      request('POST', `/api/billing/${id}/approve`, {
        body: { approvedOn: today(), ...(partners.length > 0 && { offsetWith: partners }) },
        headers: { 'If-Match': `"${version}"` },
      }),
    describe: ({ name }) => name,
  }
}
