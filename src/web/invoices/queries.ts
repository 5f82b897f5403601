/** The requests of invoices (SPEC C165). */
import { queryOptions } from '@tanstack/react-query'
import type { Invoice, InvoiceDetails, LoadInvoices, Ready } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'

/** The loads that are and are not ready to bill, and the counts of the tabs. */
export const billingQuery = queryOptions({
  queryKey: ['invoices', 'ready'],
  queryFn: () => request<Ready>('GET', '/api/billing/ready'),
})

export function invoiceQuery(id: number | null) {
  return queryOptions({
    queryKey: ['invoices', id],
    queryFn: () => request<InvoiceDetails>('GET', `/api/invoices/${id}`),
    enabled: id !== null,
  })
}

/** The invoices of a load, and whether its payment status follows them (SPEC C172). */
export function loadInvoicesQuery(loadId: number) {
  return queryOptions({
    queryKey: ['invoices', 'of-load', loadId],
    queryFn: () => request<LoadInvoices>('GET', `/api/loads/${loadId}/invoices`),
  })
}

/** The first invoices that match a filter of the list. */
export function someInvoicesQuery(match: Record<string, string>) {
  const query = new URLSearchParams({ ...match, counted: 'no' })
  return queryOptions({
    queryKey: ['invoices', 'some', match],
    queryFn: () => request<Invoice[]>('GET', `/api/invoices?${query}`),
  })
}

/** The most ids in one request. */
const MOST_IDS = 200

/** The invoices in the order of `ids`. Deleted ones are left out. */
export async function readInvoices(ids: readonly number[]): Promise<Invoice[]> {
  const found = new Map<number, Invoice>()
  for (let at = 0; at < ids.length; at += MOST_IDS) {
    const some = ids.slice(at, at + MOST_IDS).join(',')
    const path = `/api/invoices?id=${some}&limit=${MOST_IDS}&counted=no`
    for (const invoice of await request<Invoice[]>('GET', path)) found.set(invoice.id, invoice)
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The answers to the server's questions before an unusual approval. */
export type Answers = { confirmed: string[]; leaveOffAsked: boolean }

/** Approves a draft as the user saw it; returns the approved invoice. */
export function approveInvoice(
  { id, version }: Pick<Invoice, 'id' | 'version'>,
  answers: Answers,
): Promise<Invoice> {
  return request<Invoice>('POST', `/api/invoices/${id}/approve`, {
    body: { ...answers, today: today() },
    headers: { 'If-Match': `"${version}"` },
  })
}
