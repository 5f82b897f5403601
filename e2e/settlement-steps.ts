/** Creates loads and settlements, and opens a saved settlement. */
import type { Page } from 'playwright-core'
import { makeSample } from '#server/testing/samples.ts'
import { create, findToast } from './app.ts'

let samples = 0

export function addLoad(
  page: Page,
  truckId: number,
  settlementDate: string,
  revenue: string,
  more: object = {},
) {
  const load = { ...makeSample('loads', ++samples), truckId, settlementDate, revenue }
  return create(page, 'loads', { ...load, deliveryDate: settlementDate, ...more })
}

/** Truck T-1 with load L-1 of $1,000.00 for 11/20/2026, and its draft. */
export async function createSettlement(page: Page, amounts: object = {}, owner: object = {}) {
  const { id: driverId } = await create(page, 'drivers', {
    ...makeSample('drivers'),
    paymentMethod: 'check',
  })
  const truck = await create(page, 'trucks', { ...makeSample('trucks', 1), driverId, ...owner })
  await create(page, 'loads', { ...makeSample('loads', 1), truckId: truck.id, revenue: '1000' })
  const key = { truckId: truck.id, settlementDate: '2026-11-20' }
  const billing = await create(page, 'billing', { ...key, ...amounts })
  return { truckId: truck.id, billing: billing.id }
}

/** Opens the saved settlement of a truck for 11/20/2026. */
export async function openSaved(page: Page, truckId: number) {
  await page.goto(`/settlements?truck=${truckId}&date=2026-11-20`)
  await findToast(page, 'Loaded existing settlement data').waitFor()
}
