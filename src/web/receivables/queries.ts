/** The requests of the Receivables screens (SPEC C200–C209). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Day } from '#core/calendar.ts'
import type { Aging, AgingBasis, OpenInvoice } from '#core/receivables/aging.ts'
import type { Bridge } from '#core/receivables/bridge.ts'
import { request } from '#web/api/client.ts'

/** What the Receivables screen shows. */
export type AgingChoice = { asOf: Day; basis: AgingBasis }

export function agingSearch({ asOf, basis }: AgingChoice): string {
  return String(new URLSearchParams({ asOf, basis }))
}

export function agingQuery(choice: AgingChoice) {
  return queryOptions({
    queryKey: ['receivables', 'aging', choice],
    queryFn: () => request<Aging>('GET', `/api/receivables/aging?${agingSearch(choice)}`),
    placeholderData: keepPreviousData,
  })
}

/** The invoices of a broker that were open on the day. */
export function openInvoicesQuery(choice: AgingChoice, brokerId: number) {
  return queryOptions({
    queryKey: ['receivables', 'invoices', choice, brokerId],
    queryFn: () =>
      request<OpenInvoice[]>(
        'GET',
        `/api/receivables/invoices?${agingSearch(choice)}&brokerId=${brokerId}`,
      ),
  })
}

export function bridgeQuery(from: Day, to: Day) {
  return queryOptions({
    queryKey: ['receivables', 'bridge', from, to],
    queryFn: () =>
      request<Bridge>('GET', `/api/receivables/bridge?${new URLSearchParams({ from, to })}`),
    placeholderData: keepPreviousData,
  })
}
