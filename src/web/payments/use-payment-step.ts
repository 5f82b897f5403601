import { useMutation } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type StepRequest = { method: 'POST' | 'DELETE'; step: string; done: string; body?: object }

/** The steps of a payment that need no form. */
export function usePaymentStep(id: number) {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ method, step, body }: StepRequest) =>
      request<unknown>(method, `/api/payments/${id}/${step}`, body ? { body } : {}),
    onSuccess: (_response, { done }) => {
      toast(done)
      void refetchLists()
    },
    onError: ({ message }) => toastFailure('Failed to change payment', message),
  })
  return {
    busy: isPending,
    post: (step: string, done: string, body?: object) =>
      mutate({ method: 'POST', step, done, ...(body ? { body } : {}) }),
    undo: (closing: number) =>
      mutate({ method: 'DELETE', step: `closings/${closing}`, done: 'Undone' }),
  }
}
