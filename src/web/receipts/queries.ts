/** The requests of the Money Received screens (SPEC C192–C199). */
import { queryOptions } from '@tanstack/react-query'
import type {
  InvoiceReceipts,
  OpenInvoices,
  ReceiptDetails,
  UnappliedReceipts,
} from '#core/receipts/responses.ts'
import { request } from '#web/api/client.ts'

export function receiptQuery(id: number) {
  return queryOptions({
    queryKey: ['receipts', id],
    queryFn: () => request<ReceiptDetails>('GET', `/api/receipts/${id}`),
  })
}

/** `brokerId`: null while no broker is chosen. */
export function payableInvoicesQuery(brokerId: number | null) {
  return queryOptions({
    queryKey: ['receipts', 'open', brokerId],
    queryFn: () => request<OpenInvoices>('GET', `/api/receipts/open?brokerId=${brokerId}`),
    enabled: brokerId !== null,
    // Always refetched: other members receive payments too.
    staleTime: 0,
  })
}

/** Open invoices of any broker, by the beginning of a number. */
export function foundInvoicesQuery(search: string) {
  const query = new URLSearchParams({ search })
  return queryOptions({
    queryKey: ['receipts', 'found', search],
    queryFn: () => request<OpenInvoices>('GET', `/api/receipts/open?${query}`),
    enabled: search !== '',
  })
}

export function unappliedReceiptsQuery(brokerId?: number) {
  const query = brokerId === undefined ? '' : `?brokerId=${brokerId}`
  return queryOptions({
    queryKey: ['receipts', 'unapplied', brokerId],
    queryFn: () => request<UnappliedReceipts>('GET', `/api/receipts/unapplied${query}`),
  })
}

export function invoiceReceiptsQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['receipts', 'of-invoice', invoiceId],
    queryFn: () => request<InvoiceReceipts>('GET', `/api/invoices/${invoiceId}/receipts`),
  })
}
