/** Requests of the charges of a load (SPEC C103). */
import { useQuery } from '@tanstack/react-query'
import type { ChargesOfLoad } from '#core/charges/requests.ts'
import { request } from '#web/api/client.ts'

/** Null: a new load. */
export function useCharges(loadId: number | null) {
  return useQuery({
    queryKey: ['charges', loadId],
    queryFn: () => request<ChargesOfLoad>('GET', `/api/loads/${loadId}/charges`),
    enabled: loadId !== null,
  })
}
