/** The payee of a sold truck's settlements, and the amounts still open with its previous owner (SPEC C10). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
let samples = 0

/** Statement 1 pays Ann and carries $250.55 forward. Then the truck belongs to Bob and has another load. */
async function createSoldTruck(page: Page) {
  const ann = await create(page, 'owners', { ...makeSample('owners', ++samples), name: 'Ann' })
  const bob = await create(page, 'owners', { ...makeSample('owners', ++samples), name: 'Bob' })
  const values = { ...makeSample('trucks', ++samples), ownerId: ann.id }
  const truck = await create(page, 'trucks', values)
  const load = { ...makeSample('loads', samples), truckId: truck.id, bolStatus: 'received' }
  await create(page, 'loads', { ...load, settlementDate: FIRST, revenue: '100' })
  const first = { truckId: truck.id, settlementDate: FIRST, fuel: '350.55' }
  const { id } = await create(page, 'billing', first)
  await page.request.post(`/api/billing/${id}/approve`)
  await page.request.put(`/api/trucks/${truck.id}`, { data: { ...values, ownerId: bob.id } })
  await create(page, 'loads', { ...load, loadId: `S-${samples}`, revenue: '1000' })
  return truck.id
}

async function open(page: Page, truckId: number, date: string) {
  await page.goto(`/settlements?truck=${truckId}&date=${date}`)
}

const NEW_OWNER = 'New owner since statement 1 (was Ann)'
const OPEN = '$250.55 carried forward from statement 1 is still owed by Ann'

test('C10 The run and the settlement show the new owner and the open amount', async () => {
  const page = await app.enter()
  const truckId = await createSoldTruck(page)
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run')
  await page.getByText(NEW_OWNER).waitFor()
  await page.getByText(OPEN).waitFor()
  await expectAccessible(page)
  await open(page, truckId, SECOND)
  await page.getByText(NEW_OWNER).waitFor()
  expect(await page.getByLabel('Other', { exact: true }).inputValue()).toBe('0.00')
  await button(page, 'Save Settlement Data').click()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Change Payee').click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option', { name: 'Ann' }).click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('250.55')
  await page.getByText(OPEN).waitFor({ state: 'detached' })
  await page.getByText('Payee: Ann').waitFor()
})
