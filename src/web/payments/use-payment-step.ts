import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'

type Step = { method: 'POST' | 'DELETE'; step: string; done: string; body?: object | undefined }

/** The steps of a payment that need no form. */
export function usePaymentStep(id: number) {
  const { run, ...action } = useAction({
    send: ({ method, step, body }: Step, { confirmed }) => {
      const [field] = confirmed
      const query = method === 'DELETE' && field !== undefined ? `?confirmed=${field}` : ''
      const url = `/api/payments/${id}/${step}${query}`
      return request<unknown>(method, url, body ? { body: { ...body, confirmed } } : {})
    },
    done: (_, { done }) => done,
    failed: 'Failed to change payment',
    asks: 'everything',
  })
  return {
    ...action,
    post: (step: string, done: string, body?: object) => run({ method: 'POST', step, done, body }),
    undo: (closing: number) =>
      run({ method: 'DELETE', step: `closings/${closing}`, done: 'Undone' }),
  }
}
