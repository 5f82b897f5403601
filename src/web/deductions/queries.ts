import { queryOptions } from '@tanstack/react-query'
import type { Balance } from '#core/settlements/balances.ts'
import type { StoredRule } from '#core/settlements/rules.ts'
import { request } from '#web/api/client.ts'

/** The rules of one truck; null: those of every truck. */
export function rulesQuery(truckId: number | null) {
  return queryOptions({
    queryKey: ['deduction-rules', truckId],
    queryFn: () =>
      request<StoredRule[]>('GET', `/api/deduction-rules?truckId=${truckId ?? 'none'}`),
  })
}

/** `of`: "trucks/7" as they stand today, "billing/7" as its statement accounts for them. */
export function balancesQuery(of: string) {
  return queryOptions({
    queryKey: ['balances', of],
    queryFn: () => request<Balance[]>('GET', `/api/${of}/balances`),
  })
}
