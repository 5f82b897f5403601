import { queryOptions } from '@tanstack/react-query'
import type { ShortPays } from '#core/receipts/short-pays.ts'
import { request } from '#web/api/client.ts'

/** The short pays of a broker over 12 months (SPEC C273). */
export function shortPaysQuery(brokerId: number) {
  return queryOptions({
    queryKey: ['receipts', 'short-pays', brokerId],
    queryFn: () => request<ShortPays>('GET', `/api/brokers/${brokerId}/short-pays`),
  })
}
