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
  return { truckId: truck.id, statement: id }
}

async function open(page: Page, truckId: number, date: string) {
  await page.goto(`/settlements?truck=${truckId}&date=${date}`)
}

/** Transfers the open amount with a reason, which the line shows. */
async function transferToBob(page: Page) {
  await button(page, 'Transfer to Bob').click()
  await button(page, 'Transfer').click()
  await page.getByText('Reason is required').waitFor()
  await page.getByLabel(/^Reason/).fill('Bob agreed to pay it')
  await expectAccessible(page)
  await button(page, 'Transfer').click()
}

const NEW_OWNER = 'New owner since statement 1 (was Ann)'
const OPEN = '$250.55 carried forward from statement 1 is still owed by Ann'

test('C10 The run and the settlement show the new owner and the open amount', async () => {
  const page = await app.enter()
  const { truckId } = await createSoldTruck(page)
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

test('C10 An open amount is transferred to the new owner', async () => {
  const page = await app.enter()
  const { truckId } = await createSoldTruck(page)
  await create(page, 'billing', { truckId, settlementDate: SECOND })
  await open(page, truckId, SECOND)
  await page.getByText(OPEN).waitFor()
  await expectAccessible(page)
  await transferToBob(page)
  await findToast(page, "Transferred to the new payee's next settlement").waitFor()
  await button(page, /^Other: 1 deduction/).click()
  await page.getByText('transferred: Bob agreed to pay it').waitFor()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('250.55')
})

test('C10 An open amount is written off with a reason, and the write-off is undone', async () => {
  const page = await app.enter()
  const { truckId } = await createSoldTruck(page)
  await open(page, truckId, FIRST)
  await button(page, `Write Off: ${OPEN}`).click()
  await button(page, 'Write Off').click()
  await page.getByText('Reason is required').waitFor()
  await page.getByLabel(/^Reason/).fill('Ann paid it by check 77')
  await expectAccessible(page)
  await button(page, 'Write Off').click()
  await page.getByText('Written off: $250.55 carried forward. Ann paid it by check 77').waitFor()
  await page.getByText(OPEN).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await button(page, 'Undo Write-Off').click()
  await page.getByText(OPEN).waitFor()
})

test('C52 "Why is my check short?" takes two clicks from the list of owners', async () => {
  const page = await app.enter()
  const ann = await create(page, 'owners', { ...makeSample('owners', ++samples), name: 'Ann' })
  const truck = await create(page, 'trucks', {
    ...makeSample('trucks', ++samples),
    ownerId: ann.id,
  })
  for (const [settlementDate, maintenance] of [
    [FIRST, '0'],
    [SECOND, '812.40'],
  ] as const) {
    const load = { ...makeSample('loads', ++samples), truckId: truck.id, settlementDate }
    await create(page, 'loads', { ...load, revenue: '3000' })
    const { id } = await create(page, 'billing', { truckId: truck.id, settlementDate, maintenance })
    await page.request.post(`/api/billing/${id}/approve`)
  }
  await page.goto('/owners')
  await page.getByRole('cell', { name: 'Ann' }).getByRole('link').click()
  await page
    .getByRole('row', { name: /#2 11\/20\/2026/ })
    .getByText('$2,187.60')
    .click()
  await page.getByRole('heading', { level: 1, name: 'Statement #2' }).waitFor()
  await page.getByText('Net is $812.40 less than on #1.').waitFor()
  await page.getByText('Mostly: Maintenance -$812.40.').waitFor()
  const row = page.getByRole('row', { name: /^Maintenance/ })
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['-$812.40', '$0.00', '-$812.40'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open #1' }).click()
  await page.getByText('There is no earlier statement').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Ann' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
})

test('C4 A category amount cannot offset a carry-forward', async () => {
  const page = await app.enter()
  const { truckId } = await createSoldTruck(page)
  await create(page, 'billing', { truckId, settlementDate: SECOND })
  await open(page, truckId, SECOND)
  await transferToBob(page)
  const other = page.getByLabel('Other', { exact: true })
  await expect.poll(() => other.inputValue()).toBe('250.55')
  await other.fill('0')
  app.expectComplaint(/400/)
  await button(page, 'Update Settlement Data').click()
  await page
    .getByText(/^\$250.55 of Other comes from an earlier statement/)
    .first()
    .waitFor()
})

test('C10 The run changes a payee in place, and lists old statements without a driver', async () => {
  const page = await app.enter()
  const dan = await create(page, 'drivers', { ...makeSample('drivers', ++samples), name: 'Dan' })
  const eve = await create(page, 'drivers', { ...makeSample('drivers', ++samples), name: 'Eve' })
  const values = { ...makeSample('trucks', ++samples), driverId: dan.id }
  const truck = await create(page, 'trucks', values)
  const load = { ...makeSample('loads', samples), truckId: truck.id, bolStatus: 'received' }
  await create(page, 'loads', { ...load, settlementDate: SECOND, revenue: '1000' })
  await create(page, 'billing', { truckId: truck.id, settlementDate: SECOND })
  await page.request.put(`/api/trucks/${truck.id}`, { data: { ...values, driverId: eve.id } })
  const statement = { billingId: 1, number: 7, truck: '101', settlementDate: FIRST }
  const unnamed = { ...statement, payee: 'J. Smith', netPayment: '1250.00' }
  await page.route('**/api/settlements/unnamed', (route) =>
    route.fulfill({ json: { statements: [unnamed], balances: [] } }),
  )
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run')
  await page.getByText("Pays Dan, but the truck's driver is now Eve").waitFor()
  await expectAccessible(page)
  await button(page, `Change Payee: truck ${truck.truckId}`).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: 'Eve' }).click()
  await button(page, 'Save').click()
  await page.getByText('Pays Dan').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Name the payees' }).click()
  await page.getByText('Statement 7, truck 101, 11/13/2026: paid to J. Smith, $1,250.00').waitFor()
  await button(page, 'Name Driver: statement 7').click()
  await page.getByText('The statement prints "J. Smith".').waitFor()
  await expectAccessible(page)
})
