/** Requests of the charges of a load (SPEC C103). */
import { useQuery } from '@tanstack/react-query'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { ChargesOfLoad } from '#core/charges/requests.ts'
import { request } from '#web/api/client.ts'

export type ChargedLoad = Pick<AnyRecord, 'id' | 'version'>

/** By the load's version: charges of an earlier version would replace newer ones. Null: a new load. */
export function useCharges(load: ChargedLoad | null) {
  return useQuery({
    queryKey: ['charges', load?.id, load?.version],
    queryFn: () => request<ChargesOfLoad>('GET', `/api/loads/${load?.id}/charges`),
    enabled: load !== null,
  })
}
