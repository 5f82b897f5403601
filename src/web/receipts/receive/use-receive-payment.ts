import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { buildParts, type ApplyRow } from '#core/receipts/fill.ts'
import { readTypedAmount } from '#core/money.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { ApiError, readQuestion, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { messageFor, useRequestKey } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'
import { readRowErrors, type RowErrors } from './row-errors.ts'

/** The fields above the list, as typed. */
export type PaymentFields = {
  brokerId: string
  brokerName: string
  amount: string
  reference: string
  method: string
  receivedOn: string
  depositedOn: string
  note: string
}

type ReceiptRequest = { rows: readonly ApplyRow[]; body: object; confirmed: string[] }

/** Posts money to the API path `path`, shows the message that `done` makes, and opens the receipt's page. */
export function useReceivePayment(path: string, done: (receipt: Receipt) => string) {
  const navigate = useNavigate()
  const { key, onResponse } = useRequestKey()
  const [fields, setFields] = useState<Record<string, string>>({})
  const [rowErrors, setRowErrors] = useState<RowErrors>(new Map())
  const [question, setQuestion] = useState<{
    message: string
    field: string
    sent: ReceiptRequest
  }>()
  const posting = useMutation({
    mutationFn: ({ body, confirmed }: ReceiptRequest) =>
      request<Receipt>('POST', path, {
        body: { ...body, confirmed },
        headers: { 'Idempotency-Key': key },
      }),
    onSuccess: (receipt) => {
      onResponse()
      toast(done(receipt))
      void refetchLists()
      discardUnsaved()
      void navigate(`/receipts/${receipt.id}`)
    },
    onError: (error, sent) => {
      onResponse(error)
      const field = readQuestion(error)
      if (field !== null) return setQuestion({ message: error.message, field, sent })
      toastFailure('Failed to save payment', messageFor(error))
      const messages = error instanceof ApiError ? error.fields : undefined
      setFields(toTexts(messages))
      setRowErrors(readRowErrors(messages, sent.rows))
    },
  })

  function post(sent: ReceiptRequest) {
    setFields({})
    setRowErrors(new Map())
    if (!posting.isPending) posting.mutate(sent)
  }

  return {
    busy: posting.isPending,
    fields,
    rowErrors,
    question: question?.message,
    closeQuestion: () => setQuestion(undefined),
    confirm() {
      if (!question) return
      setQuestion(undefined)
      const { field, sent } = question
      post({ ...sent, confirmed: [...sent.confirmed, field] })
    },
    /** `body`: what the request sends besides the parts. */
    save: (rows: readonly ApplyRow[], body: object) =>
      post({ rows, body: { ...body, parts: buildParts(rows) }, confirmed: [] }),
  }
}

/** What a new receipt sends besides its parts. An unreadable amount is sent as typed, so that the server rejects it. */
export function toReceiptBody(fields: PaymentFields): object {
  const { brokerId, brokerName: _, amount, reference, depositedOn, note, ...others } = fields
  return {
    ...others,
    brokerId: Number(brokerId),
    amount: readTypedAmount(amount) ?? amount,
    reference: reference.trim() || null,
    depositedOn: depositedOn || null,
    note: note.trim() || null,
  }
}

function toTexts(fields: Record<string, string[]> | undefined): Record<string, string> {
  const texts = Object.entries(fields ?? {}).map(([name, messages]) => [name, messages.join('. ')])
  return Object.fromEntries(texts) as Record<string, string>
}
