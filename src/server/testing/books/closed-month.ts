/** Changes a closed month of an account. */
import { CLOSED_REASON_HEADER } from '#core/api.ts'
import type { Client } from '#server/testing/test-app.ts'

type Money = { brokerId: number; amount: string }

/** Receives unapplied money in January 2026, after this month is closed. Then opens it again. */
export async function changeClosedMonth(
  client: Client,
  money: Money,
  reason: string,
): Promise<void> {
  await client.put('/api/books/closing', { closedThrough: '2026-01-31' })
  const receipt = { ...money, receivedOn: '2026-01-15', method: 'check', parts: [] }
  const headers = { [CLOSED_REASON_HEADER]: encodeURIComponent(reason) }
  const sent = { ...receipt, confirmed: ['receivedOn'] }
  const { status, text } = await client.post('/api/receipts', sent, headers)
  if (status !== 201) throw new Error(text)
  await client.put('/api/books/closing', { closedThrough: null })
}
