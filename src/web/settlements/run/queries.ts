/** The settlement run's requests. Each step is one settlement (SPEC C8). */
import { queryOptions } from '@tanstack/react-query'
import type { Day, Period } from '#core/calendar.ts'
import { listApplicable, type Run, type RunRow } from '#core/settlements/run/run.ts'
import type { OpenPayments } from '#core/payments/responses.ts'
import type { GridPayment } from '#core/payments/pay-grid.ts'
import { CHARGED_TWICE } from '#core/settlements/cards/charged-twice.ts'
import { ApiError, request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { withPartners } from './run-steps.ts'

export function runQuery(week: Day | null) {
  const params = new URLSearchParams({ today: today(), ...(week && { week }) })
  return queryOptions({
    queryKey: ['settlement-run', params.toString()],
    queryFn: () => request<Run>('GET', `/api/settlements/run?${params}`),
  })
}

/** Creates a settlement, or recalculates one whose loads changed. With `adjusts`, adds the waiting adjustments (SPEC C361). */
export async function prepareStep(row: RunRow, adjusts: boolean): Promise<void> {
  if (!row.billing) await createStep(row)
  else if (row.stale) await recalculateStep(row)
  if (!adjusts) return
  for (const { id } of listApplicable(row)) await request('POST', `/api/billing/${id}/correct`)
}

/** A settlement that already exists (409) counts as created (SPEC B27). */
async function createStep({ truckId, settlementDate }: RunRow): Promise<void> {
  const body = { truckId, settlementDate, startFromDefaults: true }
  try {
    await request('POST', '/api/billing', { body })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
  }
}

/** Updates revenue and recurring deductions to the current loads and rules (SPEC B28). */
function recalculateStep({ billing }: RunRow): Promise<unknown> {
  const headers = { 'If-Match': `"${billing?.version}"` }
  return request('PUT', `/api/billing/${billing?.id}`, { body: { recalculate: true }, headers })
}

/**
 * Approves the version on the screen, with the settlements that it is offset with. Throws ApiError 412 if one of them
 * changed since (SPEC B22, C24). `rows`: of the week. What their chips say is charged twice is confirmed by the choice (SPEC C579).
 */
export function approveStep(row: RunRow, rows: RunRow[]): Promise<unknown> {
  const { billing, offsets } = row
  const headers = { 'If-Match': `"${billing?.version}"` }
  const partners = offsets?.partners.map(({ id, version }) => ({ id, version }))
  const isShown = withPartners(row, rows).some(({ exceptions }) =>
    exceptions.some(({ cause }) => cause === 'charged-twice'),
  )
  const body = {
    approvedOn: today(),
    ...(partners && { offsetWith: partners }),
    ...(isShown && { confirmed: [CHARGED_TWICE] }),
  }
  return request('POST', `/api/billing/${billing?.id}/approve`, { body, headers })
}

/** `reason`: null releases the draft (SPEC C48). Throws ApiError 412 if the settlement changed since. */
export function holdStep({ billing }: RunRow, reason: string | null): Promise<unknown> {
  const headers = { 'If-Match': `"${billing?.version}"` }
  const path = `/api/billing/${billing?.id}/hold`
  return reason === null
    ? request('DELETE', path, { headers })
    : request('POST', path, { body: { reason }, headers })
}

/** The payees with open statements in `period`, or in all weeks if it is null. */
export function openPayeesQuery(period: Period | null) {
  return queryOptions({
    queryKey: ['open-payees', period],
    queryFn: async () => {
      const path = `/api/payments/open?${new URLSearchParams(period ?? {})}`
      return (await request<OpenPayments>('GET', path)).payees
    },
  })
}

/** Pays one payee in one step: one payment for all of the payee's statements of the week (SPEC C11). */
export function payPayee(payment: GridPayment, key: string): Promise<unknown> {
  const headers = { 'Idempotency-Key': key }
  return request('POST', '/api/payments', { body: payment, headers })
}
