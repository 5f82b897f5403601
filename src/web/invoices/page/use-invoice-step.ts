import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { readFailure, readQuestion, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type StepRequest = { step: string; body: object; confirmed: string[] }
type Question = StepRequest & { message: string; field: string }

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
  const [question, setQuestion] = useState<Question>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ step, body, confirmed }: StepRequest) =>
      request<Result>('POST', `/api/invoices/${id}/${step}`, {
        body: confirmed.length > 0 ? { ...body, confirmed } : body,
        headers: { 'If-Match': `"${version}"` },
      }),
    onSuccess: (result) => {
      toast(done)
      onDone?.(result)
      void refetchLists()
    },
    onError: (failure, sent) => {
      const field = readQuestion(failure)
      if (field === null) toastFailure(failed, failure.message)
      else setQuestion({ ...sent, field, message: failure.message })
    },
  })
  return {
    busy: isPending,
    failure: question ? undefined : readFailure(error),
    run: (step: string, body: object = {}) => !isPending && mutate({ step, body, confirmed: [] }),
    question,
    closeQuestion: () => setQuestion(undefined),
    /** Sends the step again and answers the question with yes. */
    confirm() {
      if (!question) return
      const { step, body, confirmed, field } = question
      setQuestion(undefined)
      mutate({ step, body, confirmed: [...confirmed, field] })
    },
    /** Sends the step again without what the question is about. `more`: fields to add to the request. */
    avoid(more: object) {
      if (!question) return
      const { step, body, confirmed } = question
      setQuestion(undefined)
      mutate({ step, body: { ...body, ...more }, confirmed })
    },
  }
}
