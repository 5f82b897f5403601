import { queryOptions } from '@tanstack/react-query'
import type { PurchaseDetails } from '#core/cards/decide.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import { request } from '#web/api/client.ts'

/** What a purchase waits for, read when its dialog opens. */
export function purchaseQuery(id: number) {
  return queryOptions({
    queryKey: [cardPurchases.name, 'details', id],
    queryFn: () => request<PurchaseDetails>('GET', `/api/${cardPurchases.name}/${id}`),
    staleTime: 0,
    gcTime: 0,
  })
}
