/** How the reviewed invoices are sent after their approval (SPEC C165, C181). */
import { queryOptions } from '@tanstack/react-query'
import type { MailForm, SentMany } from '#core/packets/mailing.ts'
import type { Packet } from '#core/packets/packets.ts'
import { ApiError, request } from '#web/api/client.ts'
import { readOwn, storeOwn } from '#web/api/own-storage.ts'
import { today } from '#web/api/today.ts'

const SEND_WAYS = [
  { value: 'mail', label: 'Email the packets' },
  { value: 'download', label: 'I’ll send the packets myself' },
  { value: 'portal', label: 'I’ll upload them to the broker’s portal' },
  { value: 'none', label: 'Don’t send yet' },
] as const

export type SendWay = (typeof SEND_WAYS)[number]['value']

/** Drafts can also be approved without being sent. */
export type SendPurpose = 'approve' | 'send'

/** The ways that are possible, the most common one first. */
export function listWays(purpose: SendPurpose, hasMail: boolean) {
  return SEND_WAYS.filter(
    ({ value }) => (hasMail || value !== 'mail') && (purpose === 'approve' || value !== 'none'),
  )
}

/** Ways in which a person sends the packets outside Haulbook: they are downloaded before anything is marked as sent (SPEC C351). */
export function isByHand(way: SendWay): way is 'download' | 'portal' {
  return way === 'download' || way === 'portal'
}

/** Throws an ApiError with every reason why the packet can't be made. */
export async function checkPacket(id: number): Promise<void> {
  const { missing, problems } = await request<Packet>('GET', `/api/invoices/${id}/packet`)
  const reasons = [...missing, ...problems].map(({ message }) => message)
  if (reasons.length) throw new ApiError(409, reasons.join('. '), undefined)
}

/** The result of sending an invoice: "Waiting for the mail server". */
export type SendResult = { message: string; way?: SendWay }

const STORED = 'invoices.send'

/** Whether the server can send emails. `id`: of any invoice. */
export function mailQuery(id: number) {
  return queryOptions({
    queryKey: ['invoices', 'mail', id],
    queryFn: async () => {
      const { isSetUp } = await request<MailForm>('GET', `/api/invoices/${id}/mail`)
      return isSetUp
    },
  })
}

/** The last choice of the user, if it is still possible. */
export function readWay(purpose: SendPurpose, hasMail: boolean): SendWay {
  const ways = listWays(purpose, hasMail)
  const stored = ways.find(({ value }) => value === readOwn(STORED))?.value
  if (stored) return stored
  if (hasMail) return 'mail'
  return purpose === 'approve' ? 'none' : 'download'
}

export function storeWay(way: SendWay): void {
  storeOwn(STORED, way)
}

const MESSAGES = { sent: 'Sent', queued: 'Waiting for the mail server', skipped: 'Already sent' }

/** Throws an ApiError with the reason if the packet can't be made or sent. */
export async function sendInvoice(id: number, way: Exclude<SendWay, 'none'>): Promise<SendResult> {
  const body = { invoiceIds: [id], channel: way, sentOn: today() }
  const [one] = await request<SentMany>('POST', '/api/invoices/send', { body })
  if (!one || one.result === 'refused')
    throw new ApiError(409, one?.message ?? 'There is no such invoice', one)
  return { message: one.message ?? MESSAGES[one.result], way }
}
