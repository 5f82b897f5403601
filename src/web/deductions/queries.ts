import { queryOptions } from '@tanstack/react-query'
import type { Balance } from '#core/settlements/balances.ts'
import type { StoredRule } from '#core/settlements/rules.ts'
import { request } from '#web/api/client.ts'

/** The rules of one truck; null for the rules of all trucks. */
export function rulesQuery(truckId: number | null) {
  return queryOptions({
    queryKey: ['deduction-rules', truckId],
    queryFn: () =>
      request<StoredRule[]>('GET', `/api/deduction-rules?truckId=${truckId ?? 'none'}`),
  })
}

/** `path`: "trucks/7" for current balances, "billing/7" for the balances of a settlement. */
export function balancesQuery(path: string) {
  return queryOptions({
    queryKey: ['balances', path],
    queryFn: () => request<Balance[]>('GET', `/api/${path}/balances`),
  })
}
