import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { OffsetChoice } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ApiError, readNeed, readQuestion, request } from '#web/api/client.ts'
import { useAskedRequest } from '#web/api/conflict.ts'
import { today } from '#web/api/today.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type Approving = Pick<OffsetChoice, 'offsetWith' | 'confirmed'> & { billing: Settlement }

/** Approves the version on the screen, never a newer one (SPEC B22, C3). `onFailure`: the offsets may have changed. */
export function useApprove(onDone: (approved: Settlement) => void, onFailure: () => void) {
  const { ask, answerBy } = useAskedRequest<Approving>()
  const [lacksPayee, setLacksPayee] = useState(false)
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ billing: { id, version }, offsetWith, confirmed = [] }: Approving) =>
      request<Settlement>('POST', `/api/billing/${id}/approve`, {
        body: {
          approvedOn: today(),
          confirmed,
          offsetWith: offsetWith?.map((partner) => ({ id: partner.id, version: partner.version })),
        },
        headers: { 'If-Match': `"${version}"` },
      }),
    onSuccess: (approved) => {
      toast(settlementMessages.approved(approved.number ?? 0))
      onDone(approved)
      void refetchLists()
    },
    onError: (failure, sent) => {
      // Offsets that changed are shown first, and chosen there.
      if (readQuestion(failure) === 'approvedOn' && ask(failure, sent)) return
      if (readNeed(failure) === 'payee') return setLacksPayee(true)
      toastFailure(settlementMessages.failedToApprove, failure.message)
      onFailure()
    },
  })
  return {
    /** `offsetWith`: the settlements to approve with it; an empty list to approve it alone; undefined without offsets. */
    approve: (billing: Settlement, offsetWith: OffsetChoice['offsetWith']) =>
      !isPending && mutate({ billing, offsetWith }),
    approving: isPending,
    asked: answerBy(mutate),
    /** The payee must be chosen first. The figures may change with it, so the user approves again (SPEC C342). */
    lacksPayee,
    closePayee: () => setLacksPayee(false),
    /** Why this version could not be approved, and what to do first. */
    getError: ({ id, version }: Settlement) =>
      variables?.billing.id === id && variables.billing.version === version
        ? describeFailure(readQuestion(error) === 'approvedOn' ? null : error)
        : undefined,
  }
}

/** After a change by someone else the settlement must be reviewed first (SPEC B22). */
function describeFailure(error: Error | null): string | undefined {
  if (error?.message === CANCELED_MESSAGE) return undefined
  const isOutdated = error instanceof ApiError && error.status === 412
  return isOutdated ? `${error.message}. Reload the settlement.` : error?.message
}
