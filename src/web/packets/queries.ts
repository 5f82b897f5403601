/** The requests of packets and their sendings (SPEC C175–C181). */
import { queryOptions } from '@tanstack/react-query'
import type { Mail } from '#core/mail/mails.ts'
import type { MailForm } from '#core/packets/mailing.ts'
import { orderMessages, type OrderedKind, type PaperOrder } from '#core/packets/paper-order.ts'
import type { Packet, Sending } from '#core/packets/packets.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

/** Its key starts with the invoice's key, so that every change of the invoice refetches the packet. */
export function packetQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['invoices', invoiceId, 'packet'],
    queryFn: () => request<Packet>('GET', `/api/invoices/${invoiceId}/packet?make=1`),
  })
}

export function sendingsQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['invoices', invoiceId, 'sendings'],
    queryFn: () => request<Sending[]>('GET', `/api/invoices/${invoiceId}/sendings`),
  })
}

export function invoiceMailsQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['invoices', invoiceId, 'mails'],
    queryFn: () => request<Mail[]>('GET', `/api/invoices/${invoiceId}/mails`),
  })
}

export function mailFormQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['invoices', invoiceId, 'mail'],
    queryFn: () => request<MailForm>('GET', `/api/invoices/${invoiceId}/mail`),
  })
}

/** The broker's id. Null for the company's order. */
export type OrderScope = number | null

export function packetOrderQuery(brokerId: OrderScope) {
  return queryOptions({
    queryKey: ['packet-order', brokerId],
    queryFn: () => request<PaperOrder>('GET', orderPath(brokerId)),
  })
}

type SaveOrder = { kinds: OrderedKind[] | null; version: number }

export function useSaveOrder(brokerId: OrderScope) {
  const { queryKey } = packetOrderQuery(brokerId)
  return useAction({
    send: ({ kinds, version }: SaveOrder) =>
      request<PaperOrder>('PUT', orderPath(brokerId), {
        body: { kinds },
        headers: { 'If-Match': `"${version}"` },
      }),
    done: 'Order of the documents saved',
    failed: orderMessages.failed,
    onConflict(current: PaperOrder) {
      queryClient.setQueryData(queryKey, current)
      return orderMessages.conflict
    },
    readConflict: () => request<PaperOrder>('GET', orderPath(brokerId)),
    onDone(saved) {
      queryClient.setQueryData(queryKey, saved)
      // The company's order also changes the brokers without their own order, and the packets.
      void queryClient.invalidateQueries({ queryKey: ['packet-order'] })
      void queryClient.invalidateQueries({ queryKey: ['invoices'] })
    },
    refetch: 'nothing',
  })
}

function orderPath(brokerId: OrderScope): string {
  return brokerId === null ? '/api/packet-order' : `/api/brokers/${brokerId}/packet-order`
}
