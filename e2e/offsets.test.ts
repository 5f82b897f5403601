/** Settlements without loads and offsets between a payee's trucks (SPEC C23, C24). */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp, enterCompany } from './app.ts'
import { button } from './steps.ts'

const app = startApp()
const DATE = '2026-11-20'
let samples = 0

/** Trucks 101 and 102 of Ann, who allows offsets. */
async function createTrucks(page: Page) {
  const ann = { ...makeSample('owners', ++samples), name: 'Ann', offsetTrucks: 'yes' }
  const owner = await create(page, 'owners', ann)
  const trucks = []
  for (const truckId of ['101', '102']) {
    const truck = { ...makeSample('trucks', ++samples), truckId, ownerId: owner.id }
    trucks.push((await create(page, 'trucks', truck)).id)
  }
  return trucks
}

async function addLoad(page: Page, truckId: number | undefined, revenue: string) {
  const load = { ...makeSample('loads', ++samples), truckId, revenue, bolStatus: 'received' }
  await create(page, 'loads', { ...load, settlementDate: DATE })
}

test('C24 Two trucks of an owner are approved together and pay 2,300.00', async () => {
  const page = await app.enter()
  await enterCompany(page)
  const [first, second] = await createTrucks(page)
  await addLoad(page, first, '3500')
  await addLoad(page, second, '300')
  await create(page, 'billing', { truckId: first, settlementDate: DATE, fuel: '500' })
  await create(page, 'billing', { truckId: second, settlementDate: DATE, fuel: '1000' })
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run')
  await page
    .getByText('Offset: Covers $700.00 of truck 102. $2,300.00 paid for 2 trucks.')
    .waitFor()
  await expectAccessible(page)
  // An approval on a day that is long past would be asked about.
  await page.clock.setSystemTime(new Date())
  await page.goto(`/settlements?truck=${second}&date=${DATE}`)
  await button(page, 'Approve Alone').waitFor()
  await expectAccessible(page)
  await button(page, 'Approve with Truck 101').click()
  await findToast(page, 'Statement 2 approved').waitFor()
  await page.goto(`/settlements?truck=${first}&date=${DATE}`)
  await page.getByText('$2,300.00 due').waitFor()
  await page.getByText('Offset with statement 2 (truck 102)').first().waitFor()
  await button(page, 'Void').click()
  await page.getByText('It is offset with statement 2 (truck 102)').waitFor()
  await expectAccessible(page)
  await page.getByLabel(/^Reason/).fill('Wrong loads')
  await button(page, 'Void 2 Statements').click()
  await findToast(page, 'Statement voided').waitFor()
})
