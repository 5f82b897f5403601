import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, weekOf } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, enterCompany } from './app.ts'
import { button, selectedOption } from './steps.ts'

const app = startApp()

/** The browser's day, also if midnight passes meanwhile, and the week before: approvals on a long past day would be asked about. */
const TODAY = new Date().toLocaleDateString('en-CA')
const WEEK = weekOf(addDays(TODAY, -7), 0)
const FRIDAY = addDays(WEEK.to, -1)

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })

/** 15 trucks with a load each; one BOL is missing, one net is negative. */
async function createFleet(page: Page) {
  await create(page, 'deduction-rules', {
    category: 'insurance',
    description: 'Insurance',
    basis: 'fixed',
    value: '350.00',
  })
  for (let at = 1; at <= 15; at++) {
    const truckId = String(100 + at)
    const person = { ...makeSample('owners', at), name: `Owner ${at}`, paymentMethod: 'check' }
    const owner = await create(page, 'owners', person)
    const truck = { ...makeSample('trucks', at), truckId, ownerId: owner.id }
    const { id } = await create(page, 'trucks', truck)
    await create(page, 'loads', {
      ...makeSample('loads', at),
      truckId: id,
      pickupDate: addDays(FRIDAY, -4),
      deliveryDate: addDays(FRIDAY, -2),
      settlementDate: FRIDAY,
      bolStatus: at === 7 ? 'pending' : 'received',
      revenue: at === 12 ? '100' : '1500',
    })
  }
}

test('C8 C48 A Friday run of 15 trucks with 2 exceptions is done by keyboard alone', async () => {
  const page = await app.enter()
  await enterCompany(page)
  await createFleet(page)
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('settlement r')
  await selectedOption(page, 'Settlement Run').waitFor()
  await press('Enter')
  await button(page, 'Prepare 15 Settlements').waitFor()
  await press('Control+Enter')
  await button(page, 'Approve 13 Settlements').waitFor()
  await page.getByText('15 of 15 settlements prepared').waitFor()
  await press('Control+Enter')
  await page.getByText('13 of 13 settlements approved').waitFor()
  await page.getByText('0 of 2 selected').waitFor()
  // J goes to truck 107, then to 112: the other rows have nothing to approve.
  await press('j', 'x', 'j', 'e')
  await page.getByText('Insurance').first().waitFor()
  await page.getByText('1 of 2 selected').waitFor()
  await press('Control+Enter')
  await page.getByText('1 of 1 settlements approved').waitFor()
  await page.getByText('0 of 1 selected').waitFor()
  await press('j', 'x', 'h')
  await page.getByLabel('Reason').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Second load comes')
  await press('Enter')
  await page.getByText('1 of 1 settlements held').waitFor()
  await page.getByLabel('First Check #').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('1001')
  await press('Control+Enter')
  await page.getByRole('dialog', { name: /^Pay \$/ }).waitFor()
  await press('Enter')
  await page.getByText('14 of 14 payees paid').waitFor()
  const link = page.getByRole('link', { name: 'Print 14 Statements' })
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Pay Register (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe(`pay-register-${WEEK.from}.csv`)
  await page.getByText('On hold: Second load comes').waitFor()
  await expectAccessible(page)
  // No open settlement is counted: the held one waits for a decision.
  await page.getByRole('link', { name: 'Run', exact: true }).waitFor()
  await step(page, 'Approve').click()
  await page.getByRole('row', { name: '112' }).getByRole('checkbox').check()
  await button(page, 'Release 1 Hold').click()
  await page.getByRole('link', { name: 'Run 1 open' }).waitFor()
  await page.getByRole('link', { name: 'Settlements: 1 open' }).waitFor()
  await press('Control+b')
  await page.getByRole('link', { name: 'Settlements, 1 open' }).waitFor()
  await expectAccessible(page)
  await press('Control+b')
  await page.goto('/settlements/statements?search=Owner+3')
  await page
    .getByRole('row', { name: /Owner 3/ })
    .getByText('1008')
    .waitFor()
  await expectAccessible(page)
  await page.getByLabel('Search statements').fill('14')
  await page.getByRole('row', { name: /Owner 7/ }).waitFor()
})
