import { useState } from 'react'
import { useNavigate } from 'react-router'
import { buildParts, type ApplyRow } from '#core/receipts/fill.ts'
import { readTypedAmount } from '#core/money.ts'
import type { Receipt } from '#core/receipts/responses.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
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

type ReceiptRequest = { rows: readonly ApplyRow[]; body: object }

/** Posts money to the API path `path`, shows the message that `done` makes, and opens the receipt's page. */
export function useReceivePayment(path: string, done: (receipt: Receipt) => string) {
  const navigate = useNavigate()
  const [fields, setFields] = useState<Record<string, string>>({})
  const [rowErrors, setRowErrors] = useState<RowErrors>(new Map())
  const { run, ...posting } = useAction({
    send({ body }: ReceiptRequest, { key, confirmed }) {
      setFields({})
      setRowErrors(new Map())
      return request<Receipt>('POST', path, {
        body: { ...body, confirmed },
        headers: { 'Idempotency-Key': key },
      })
    },
    done,
    failed: 'Failed to save payment',
    asks: 'everything',
    onFields(messages, { rows }) {
      setFields(toTexts(messages))
      setRowErrors(readRowErrors(messages, rows))
    },
    onDone(receipt) {
      discardUnsaved()
      void navigate(`/receipts/${receipt.id}`)
    },
  })
  return {
    ...posting,
    fields,
    rowErrors,
    /** `body`: what the request sends besides the parts. */
    save: (rows: readonly ApplyRow[], body: object) =>
      run({ rows, body: { ...body, parts: buildParts(rows) } }),
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

function toTexts(fields: Record<string, string[]>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, messages]) => [name, messages.join('. ')])
  return Object.fromEntries(texts) as Record<string, string>
}
