/** The settlement requests (SPEC A7, B27–B33). */
import { weekOfMonth } from '#core/calendar.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#core/calendar.ts'
import type { Settlement, TruckDate } from '#core/settlements/settlement.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { WriteOff, PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import type { SettlementValues } from './lines/draft.ts'

export function settlementDatesQuery(truckId: number | null) {
  return queryOptions({
    queryKey: ['settlement-dates', truckId],
    queryFn: () => request<Day[]>('GET', `/api/trucks/${truckId}/settlement-dates`),
    enabled: truckId !== null,
  })
}

/** Without a date, the response has only the year to date (SPEC B33). */
export function previewQuery(truckId: number | null, settlementDate: Day | null) {
  const params = new URLSearchParams({ truckId: String(truckId), today: today() })
  if (settlementDate !== null) params.set('settlementDate', settlementDate)
  return queryOptions({
    queryKey: ['settlement-preview', params.toString()],
    queryFn: () => request<SettlementPreview>('GET', `/api/settlements/preview?${params}`),
    enabled: truckId !== null,
  })
}

export function driftQuery(truckId: number) {
  return queryOptions({
    queryKey: ['settlement-drift', truckId],
    queryFn: () => request<Drift[]>('GET', `/api/settlements/drift?truckId=${truckId}`),
  })
}

export function previousPayeeQuery(truckId: number) {
  return queryOptions({
    queryKey: ['settlement-waiting', truckId],
    queryFn: () =>
      request<PreviousPayeeItems>('GET', `/api/settlements/waiting?truckId=${truckId}`),
  })
}

export function writeOffsQuery(billingId: number) {
  return queryOptions({
    queryKey: ['settlement-releases', billingId],
    queryFn: () => request<WriteOff[]>('GET', `/api/billing/${billingId}/releases`),
  })
}

export function linesQuery(billingId: number | null) {
  return queryOptions({
    queryKey: ['settlement-lines', billingId],
    queryFn: () => request<Line[]>('GET', `/api/billing/${billingId}/expenses`),
    enabled: billingId !== null,
  })
}

export function readSettlement(id: number): Promise<Settlement> {
  return request('GET', `/api/billing/${id}`)
}

/** Adds the lines of the deduction rules (SPEC B30, C2). Throws ApiError 409 with the id of an existing settlement (SPEC B27). */
export function createSettlement(values: TruckDate & Partial<SettlementValues>, key: string) {
  const headers = { 'Idempotency-Key': key }
  const body = { ...values, ...weekOfMonth(values.settlementDate), startFromDefaults: true }
  return request<Settlement>('POST', '/api/billing', { body, headers })
}

/** Throws ApiError 412 with the current record if someone else changed it first (SPEC B22). */
export function changeSettlement(
  { id, version, truckId, settlementDate }: Settlement,
  changes: SettlementValues | { recalculate: true },
) {
  return request<Settlement>('PUT', `/api/billing/${id}`, {
    body: { truckId, settlementDate, ...weekOfMonth(settlementDate), ...changes },
    headers: { 'If-Match': `"${version}"` },
  })
}

export function makePdf(id: number) {
  return request<{ pdfUrl?: string } | undefined>('POST', `/api/billing/${id}/generate-pdf`)
}
