/** Requests for the charges of a load (SPEC C103). */
import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { ChargesOfLoad } from '#core/charges/requests.ts'
import { request } from '#web/api/client.ts'

export type ChargedLoad = Pick<AnyRecord, 'id' | 'version'>

/** The query key has the load's version: charges of an earlier version would replace newer ones. `load`: null for a new load. */
export function useCharges(load: ChargedLoad | null) {
  return useQuery({
    queryKey: ['charges', load?.id, load?.version],
    queryFn: () => readCharges(load?.id ?? 0),
    enabled: load !== null,
  })
}

export function readCharges(loadId: number): Promise<ChargesOfLoad> {
  return request<ChargesOfLoad>('GET', `/api/loads/${loadId}/charges`)
}
