/** Rows of a settlement run for tests. */
import type { RunRow } from '#core/settlements/run/run.ts'

export const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const

const AMOUNTS = {
  loads: 1,
  revenue: '1000.00',
  deductions: '0.00',
  extraPay: '0.00',
  net: '1000.00',
}

export function makeRow(truckId: number, more: Partial<RunRow> = {}): RunRow {
  return {
    truckId,
    truck: `T-${truckId}`,
    settlementDate: SECOND,
    billing: null,
    payee: `truck:${truckId}`,
    payeeName: null,
    method: null,
    ...AMOUNTS,
    stale: false,
    changedPayee: null,
    exceptions: [],
    incompleteLoads: [],
    adjustments: [],
    offsets: null,
    ...more,
  }
}

export function makeBilling(status: 'pending' | 'approved' | 'paid') {
  const number = status === 'pending' ? null : 1
  return { id: 1, version: 1, number, status, holdReason: null }
}
