import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'

type Step = { step: string; body: object }

type StepOptions = {
  /** The toasts: "Invoice approved", "Failed to approve invoice". */
  done: string
  failed: string
}

/** Runs a step on the version of the invoice that the screen shows. The server may ask a question before an unusual step. */
export function useInvoiceStep<Result>(
  { id, version }: Pick<InvoiceDetails, 'id' | 'version'>,
  { done, failed }: StepOptions,
  onDone?: (result: Result) => void,
) {
  const { run, avoid, ...action } = useAction({
    send: ({ step, body }: Step, { confirmed }) =>
      request<Result>('POST', `/api/invoices/${id}/${step}`, {
        body: confirmed.length > 0 ? { ...body, confirmed } : body,
        headers: { 'If-Match': `"${version}"` },
      }),
    done,
    failed,
    asks: 'everything',
    onDone: (result) => onDone?.(result),
  })
  return {
    ...action,
    run: (step: string, body: object = {}) => run({ step, body }),
    /** `more`: fields to add to the request, so that the server need not ask. */
    avoid: (more: object) => avoid(({ step, body }) => ({ step, body: { ...body, ...more } })),
  }
}
