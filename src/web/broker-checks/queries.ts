/** The requests of broker checks (SPEC C228–C233). */
import { queryOptions } from '@tanstack/react-query'
import type { AllChecks, BrokerBadge, BrokerChecks } from '#core/broker-checks/checks.ts'
import { request } from '#web/api/client.ts'

export const allChecksQuery = queryOptions({
  queryKey: ['broker-checks'],
  queryFn: () => request<AllChecks>('GET', '/api/broker-checks'),
})

export function brokerChecksQuery(brokerId: number) {
  return queryOptions({
    queryKey: ['broker-checks', brokerId],
    queryFn: () => request<BrokerChecks>('GET', `/api/brokers/${brokerId}/checks`),
  })
}

export function brokerBadgeQuery(brokerId: number) {
  return queryOptions({
    queryKey: ['broker-checks', 'badge', brokerId],
    queryFn: () => request<BrokerBadge>('GET', `/api/brokers/${brokerId}/check-badge`),
  })
}
