/** Settlements without loads and offsets between a payee's trucks (SPEC C23, C24). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button, choose, fill } from './steps.ts'

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

test('C23 The run and the history create a settlement for a week without loads', async () => {
  const page = await app.enter()
  const [busy, idle] = await createTrucks(page)
  await addLoad(page, busy, '1000')
  const insurance = { category: 'insurance', description: 'Insurance', basis: 'fixed' }
  await create(page, 'deduction-rules', { ...insurance, value: '350', truckId: idle })
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run')
  await page.getByRole('cell', { name: 'No loads' }).waitFor()
  await expectAccessible(page)
  await button(page, 'Prepare 1 Settlement').waitFor()
  // The truck without loads is prepared only if the user selects it.
  await page.getByLabel('1 of 2 selected').check()
  await button(page, 'Prepare 2 Settlements').click()
  await page.getByText('2 of 2 settlements prepared').waitFor()
  await page.goto('/settlements/history')
  await button(page, 'Settlement Without Loads').click()
  await expectAccessible(page)
  await choose(page, 'Truck', '102')
  await fill(page, { 'Settlement Date': '11/27/2026' })
  await button(page, 'Open Settlement').click()
  await page.getByText('No loads.').waitFor()
  await button(page, 'Save Settlement Data').click()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await page.getByText('Insurance').first().waitFor()
})

test('C23 The rest of an escrow is refunded from the truck, without a load', async () => {
  const page = await app.enter()
  const [, truckId] = await createTrucks(page)
  await addLoad(page, truckId, '1000')
  const escrow = { category: 'other', description: 'Escrow', basis: 'fixed', balance: 'escrow' }
  await create(page, 'deduction-rules', { ...escrow, value: '100', total: '1000', truckId })
  const key = { truckId, settlementDate: DATE, startFromDefaults: true }
  const { id } = await create(page, 'billing', key)
  await page.request.post(`/api/billing/${id}/approve`)
  await page.goto(`/trucks?edit=${truckId}`)
  await button(page, 'Settlement Without Loads').click()
  await fill(page, { 'Settlement Date': '11/27/2026' })
  await expectAccessible(page)
  await button(page, 'Open Settlement').click()
  await page.getByText('No loads.').waitFor()
  await button(page, 'Save Settlement Data').click()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Refund Escrow').click()
  // The form starts with the 100.00 that the carrier holds.
  await button(page, 'Save').click()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('-100.00')
  await page.goto(`/trucks?edit=${truckId}`)
  await page.getByText('in full on 11/27/2026; no longer deducted').waitFor()
  await expectAccessible(page)
  await button(page, 'Start Again: Escrow').click()
  await page.getByText('in full on 11/27/2026').waitFor({ state: 'detached' })
})

test('C51 C24 Approving a draft in the list also approves the draft that it is offset with', async () => {
  const page = await app.enter()
  const [first, second] = await createTrucks(page)
  await addLoad(page, first, '3500')
  await addLoad(page, second, '300')
  await create(page, 'billing', { truckId: first, settlementDate: DATE, fuel: '500' })
  await create(page, 'billing', { truckId: second, settlementDate: DATE, fuel: '1000' })
  await page.goto('/settlements/statements')
  await page.getByRole('row', { name: /102/ }).getByRole('checkbox').check()
  await button(page, 'Approve…').click()
  await page.getByText('Approved with them because of offsets: truck 101, 11/20/2026.').waitFor()
  await expectAccessible(page)
  await button(page, 'Approve 1 Draft').click()
  await page.getByText('1 of 1 drafts approved').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('$2,300.00').first().waitFor()
})

test('C24 Two trucks of an owner are approved together and pay 2,300.00', async () => {
  const page = await app.enter()
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
