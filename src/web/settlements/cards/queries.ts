/** The card purchases of a draft (SPEC C576, C577). */
import { queryOptions } from '@tanstack/react-query'
import type { DraftCards } from '#core/settlements/cards/draft-cards.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'

export function draftCardsQuery(billingId: number) {
  return queryOptions({
    queryKey: ['settlement-cards', billingId],
    queryFn: () => request<DraftCards>('GET', `/api/billing/${billingId}/cards`),
  })
}

/** Takes the line off its draft. The purchase stays off, with the reason. */
export function takeOff(billingId: number, lineId: number, reason: string): Promise<Settlement> {
  return request('POST', `/api/billing/${billingId}/expenses/${lineId}/take-off`, {
    body: { reason },
  })
}

export function putBack(billingId: number, purchaseId: number): Promise<Settlement> {
  return request('POST', `/api/billing/${billingId}/cards/${purchaseId}/put-back`)
}
