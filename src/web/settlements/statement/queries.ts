/** The requests of the statement screen, and of the settlement sections on other pages (SPEC C52, C53). */
import { queryOptions } from '@tanstack/react-query'
import type { StatementView } from '#core/settlements/comparison/statement-view.ts'
import type {
  LoadStatement,
  OpenSettlement,
  PayeeOpenSettlement,
  PayeeTotals,
} from '#core/settlements/overview/overview.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'

export function statementQuery(id: number | null) {
  return queryOptions({
    queryKey: ['statement-view', id],
    queryFn: () => request<StatementView>('GET', `/api/billing/${id}/comparison`),
    enabled: id !== null,
  })
}

export function openSettlementsQuery(truckId: number) {
  return queryOptions({
    queryKey: ['open-settlements', truckId],
    queryFn: () => request<OpenSettlement[]>('GET', `/api/trucks/${truckId}/open-settlements`),
  })
}

export function payeeOpenSettlementsQuery(people: 'owners' | 'drivers', id: number) {
  const path = `/api/${people}/${id}/open-settlements?today=${today()}`
  return queryOptions({
    queryKey: ['payee-open-settlements', people, id],
    queryFn: () => request<PayeeOpenSettlement[]>('GET', path),
  })
}

export function loadStatementsQuery(loadId: number) {
  return queryOptions({
    queryKey: ['load-statements', loadId],
    queryFn: () => request<LoadStatement[]>('GET', `/api/loads/${loadId}/statements`),
  })
}

export function payeeTotalsQuery(people: 'owners' | 'drivers', id: number) {
  return queryOptions({
    queryKey: ['payee-totals', people, id],
    queryFn: () => request<PayeeTotals[]>('GET', `/api/${people}/${id}/totals?today=${today()}`),
  })
}
