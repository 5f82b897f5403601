/** The requests of the Payments screen (SPEC C11, C12). */
import { queryOptions } from '@tanstack/react-query'
import type { OpenPayments, PaymentDetails, StatementPayments } from '#core/payments/responses.ts'
import { request } from '#web/api/client.ts'

export function paymentQuery(id: number) {
  return queryOptions({
    queryKey: ['payments', id],
    queryFn: () => request<PaymentDetails>('GET', `/api/payments/${id}`),
  })
}

/** Payees with open statements or unapplied money. */
export const openPaymentsQuery = queryOptions({
  queryKey: ['open-payments'],
  queryFn: async () => (await request<OpenPayments>('GET', '/api/payments/open')).payees,
})

export function statementPaymentsQuery(billingId: number) {
  return queryOptions({
    queryKey: ['statement-payments', billingId],
    queryFn: () => request<StatementPayments>('GET', `/api/billing/${billingId}/payments`),
  })
}
