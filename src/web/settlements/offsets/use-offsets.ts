import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SettlementOffsets } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'

function offsetsQuery({ id, version }: Settlement) {
  return queryOptions({
    queryKey: ['settlement-offsets', id, version],
    queryFn: () => request<SettlementOffsets>('GET', `/api/billing/${id}/offsets`),
  })
}

/** The settlements that are approved and voided in one step with this one (SPEC C24). Undefined until they are read. */
export function useOffsets(billing: Settlement) {
  const { data, refetch } = useQuery(offsetsQuery(billing))
  return { offsets: data, refetchOffsets: () => void refetch() }
}
