import { queryOptions } from '@tanstack/react-query'
import type { StoredRule } from '#core/settlement-rules.ts'
import { request } from '#web/api/client.ts'

/** The rules of one truck; null: those of every truck. */
export function rulesQuery(truckId: number | null) {
  return queryOptions({
    queryKey: ['deduction-rules', truckId],
    queryFn: () =>
      request<StoredRule[]>('GET', `/api/deduction-rules?truckId=${truckId ?? 'none'}`),
  })
}
