import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlement-messages.ts'
import type { Settlement } from '#core/settlement.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'

/** Approves what is on the screen, and nothing newer (SPEC B22, C3). */
export function useApprove(onDone: (approved: Settlement) => void) {
  const { mutate, isPending } = useMutation({
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
  return { approve: (billing: Settlement) => !isPending && mutate(billing), approving: isPending }
}
