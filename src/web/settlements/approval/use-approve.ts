import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ApiError, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

/** Approves what is on the screen, and nothing newer (SPEC B22, C3). */
export function useApprove(onDone: (approved: Settlement) => void) {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ id, version }: Settlement) =>
      request<Settlement>('POST', `/api/billing/${id}/approve`, {
        headers: { 'If-Match': `"${version}"` },
      }),
    onSuccess: (approved) => {
      toast(settlementMessages.approved(approved.number ?? 0))
      onDone(approved)
      void refetchLists()
    },
    onError: ({ message }) => toastFailure(settlementMessages.failedToApprove, message),
  })
  return {
    approve: (billing: Settlement) => !isPending && mutate(billing),
    approving: isPending,
    /** Why it is not approved as it stands: there is something to do first. */
    refusedOf: ({ id, version }: Settlement) =>
      variables?.id === id && variables.version === version ? failureReason(error) : undefined,
  }
}

/** What somebody else changed has to be looked at first (SPEC B22). */
function failureReason(error: Error | null): string | undefined {
  const isOld = error instanceof ApiError && error.status === 412
  return isOld ? `${error.message}. Load the settlement data again.` : error?.message
}
