import { useMutation } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { useAskedRequest } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type StepRequest = {
  method: 'POST' | 'DELETE'
  step: string
  done: string
  body?: object
  confirmed?: string[]
}

/** The steps of a payment that need no form. */
export function usePaymentStep(id: number) {
  const { ask, answerBy } = useAskedRequest<StepRequest>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ method, step, body, confirmed = [] }: StepRequest) => {
      const [field] = confirmed
      const query = method === 'DELETE' && field !== undefined ? `?confirmed=${field}` : ''
      const url = `/api/payments/${id}/${step}${query}`
      return request<unknown>(method, url, body ? { body: { ...body, confirmed } } : {})
    },
    onSuccess: (_response, { done }) => {
      toast(done)
      void refetchLists()
    },
    onError: (error, sent) => {
      if (!ask(error, sent)) toastFailure('Failed to change payment', error.message)
    },
  })
  return {
    busy: isPending,
    asked: answerBy(mutate),
    post: (step: string, done: string, body?: object) =>
      mutate({ method: 'POST', step, done, ...(body ? { body } : {}) }),
    undo: (closing: number) =>
      mutate({ method: 'DELETE', step: `closings/${closing}`, done: 'Undone' }),
  }
}
