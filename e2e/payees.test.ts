/** A truck that is sold, on the screens: whom each settlement pays, and what waits with the former owner (SPEC C10). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
let made = 0

/** Ann's truck has $250.55 carried out of statement 1, then it is Bob's, and has another load. */
async function sold(page: Page) {
  const ann = await create(page, 'owners', { ...makeSample('owners', ++made), name: 'Ann' })
  const bob = await create(page, 'owners', { ...makeSample('owners', ++made), name: 'Bob' })
  const given = { ...makeSample('trucks', ++made), ownerId: ann.id }
  const truck = await create(page, 'trucks', given)
  const load = { ...makeSample('loads', made), truckId: truck.id, bolStatus: 'received' }
  await create(page, 'loads', { ...load, settlementDate: FIRST, revenue: '100' })
  const first = { truckId: truck.id, settlementDate: FIRST, fuel: '350.55' }
  const { id } = await create(page, 'billing', first)
  await page.request.post(`/api/billing/${id}/approve`)
  await page.request.put(`/api/trucks/${truck.id}`, { data: { ...given, ownerId: bob.id } })
  await create(page, 'loads', { ...load, loadId: `S-${made}`, revenue: '1000' })
  return { truckId: truck.id, statement: id }
}

async function open(page: Page, truckId: number, date: string) {
  await page.goto(`/settlements?truck=${truckId}&date=${date}`)
}

const WAITS = '$250.55 of statement 1 waits with Ann'

test('C10 the pay day and the settlement say that the owner changed, and what waits with the former one', async () => {
  const page = await app.enter()
  const { truckId } = await sold(page)
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run')
  await page.getByText(`Owner changed since statement 1 (Ann); ${WAITS}`).waitFor()
  await expectAccessible(page)
  await open(page, truckId, SECOND)
  await page.getByText('Owner changed since statement 1 (Ann).').waitFor()
  expect(await page.getByLabel('Other', { exact: true }).inputValue()).toBe('0.00')
  await button(page, 'Save Settlement Data').click()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Change Payee').click()
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByRole('option', { name: 'Ann' }).click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('250.55')
  await page.getByText(WAITS).waitFor({ state: 'detached' })
  await page.getByText('Pays Ann.').waitFor()
})

test('C10 what waits is passed on knowingly', async () => {
  const page = await app.enter()
  const { truckId } = await sold(page)
  await create(page, 'billing', { truckId, settlementDate: SECOND })
  await open(page, truckId, SECOND)
  await page.getByText(WAITS).waitFor()
  await expectAccessible(page)
  await button(page, 'Pass On to Bob').click()
  await findToast(page, "Passed on to the truck's next settlement").waitFor()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('250.55')
})

test('C10 what waits is released with a reason, which the statement shows and takes back', async () => {
  const page = await app.enter()
  const { truckId } = await sold(page)
  await open(page, truckId, FIRST)
  await button(page, `Release: ${WAITS}`).click()
  await button(page, 'Release').click()
  await page.getByText('Reason is required').waitFor()
  await page.getByLabel(/^Reason/).fill('Ann paid it by check 77')
  await expectAccessible(page)
  await button(page, 'Release').click()
  await page
    .getByText('Released: $250.55 of what was carried out. Ann paid it by check 77')
    .waitFor()
  await page.getByText(WAITS).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await button(page, 'Take Back').click()
  await page.getByText(WAITS).waitFor()
})

test('C4 a box that undoes a carry is refused at the box', async () => {
  const page = await app.enter()
  const { truckId } = await sold(page)
  await create(page, 'billing', { truckId, settlementDate: SECOND })
  await open(page, truckId, SECOND)
  await button(page, 'Pass On to Bob').click()
  const other = page.getByLabel('Other', { exact: true })
  await expect.poll(() => other.inputValue()).toBe('250.55')
  await other.fill('0')
  app.expectComplaint(/400/)
  await button(page, 'Update Settlement Data').click()
  await page
    .getByText(/^Other holds \$250.55 of an earlier statement or a balance/)
    .first()
    .waitFor()
})
