/** Creates trucks with loads and settlements, and opens the Settlements screen. */
import type { Page } from 'playwright-core'
import { makeSample } from '#server/testing/samples.ts'
import { create, findToast } from './app.ts'
import { button, choose } from './steps.ts'

const NOON = new Date('2026-11-18T12:00:00')

let samples = 0

/** Truck 101 with loads of these amounts for each settlement date. Returns the truck's id. */
export async function createTruckWithLoads(page: Page, revenues: Record<string, string[]>) {
  const truck = await create(page, 'trucks', { ...makeSample('trucks', ++samples), truckId: '101' })
  for (const [settlementDate, amounts] of Object.entries(revenues)) {
    for (const revenue of amounts) await addLoad(page, truck.id, settlementDate, revenue)
  }
  return truck.id
}

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

/** Opens the Settlements screen at noon on Wednesday, 11/18/2026. */
export async function openSettlements(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOON)
  await page.goto('/settlements')
  await page.getByRole('heading', { level: 1, name: 'Settlements' }).waitFor()
}

export async function loadSettlement(page: Page, date = '11/20/2026'): Promise<void> {
  await choose(page, 'Truck', '101')
  await page.getByLabel('Settlement Date').selectOption({ label: date })
  await button(page, 'Load Settlement Data').click()
}

/** Truck T-1 with load L-1 of $1,000.00 for 11/20/2026, and its draft. */
export async function createSettlement(page: Page, amounts: object = {}, owner: object = {}) {
  const truck = await create(page, 'trucks', { ...makeSample('trucks', 1), ...owner })
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
