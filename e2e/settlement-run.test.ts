import type { Page } from 'playwright-core'
import { test, expect } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'
import { addFilter, box, currentView, expectLoads, query } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })

test('C8 A settlement run creates, approves and pays the settlements of a week', async () => {
  const page = await app.enter()
  const owner = await create(page, 'owners', makeSample('owners'))
  const numbers: string[] = []
  for (const [at, bolStatus] of ['received', 'received', 'pending'].entries()) {
    const truck = await create(page, 'trucks', { ...makeSample('trucks', at), ownerId: owner.id })
    numbers.push(String(truck.truckId))
    const load = { ...makeSample('loads', at), truckId: truck.id, bolStatus, revenue: '1000' }
    await create(page, 'loads', load)
  }
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements')
  await page.getByRole('link', { name: 'Settlement Run' }).click()
  await page.getByText('11/15/2026 – 11/21/2026').waitFor()
  await page.getByText('Missing 1 BOL').waitFor()
  await expectAccessible(page)
  await button(page, 'Prepare 3 Settlements').click()
  await page.getByText('3 of 3 settlements prepared').waitFor()
  await button(page, 'Approve 2 Settlements').click()
  await page.getByText('2 of 2 settlements approved').waitFor()
  await page.getByText('Approved #1').waitFor()
  // The draft with the exception is not approved yet, so the run stays on the step.
  await page.getByRole('button', { name: 'Missing BOL 1' }).click()
  await page.getByText('Total (1 settlement)').waitFor()
  await expectAccessible(page)
  await step(page, 'Pay').click()
  // The grid takes the focus from the button.
  await page.getByLabel('First Check #').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('1001')
  await expectAccessible(page)
  await button(page, 'Pay 1 Payee').click()
  await page.getByText('1 of 1 payees paid').waitFor()
  await step(page, 'Send').click()
  await button(page, 'Missing BOL 1').click()
  await page.getByText('Paid #2').waitFor()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Pay Register (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('pay-register-2026-11-15.csv')
  await button(page, 'Previous week').click()
  await page.getByText('No loads have a settlement date this week.').waitFor()
  await page.getByText('Next: 11/15/2026 – 11/21/2026 (1 open)').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goBack()
  await page.getByRole('link', { name: numbers[0] ?? '', exact: true }).waitFor()
  await expectAccessible(page)
})

test('C11 The run pays each payee by their own method, and numbers follow the order shown', async () => {
  const page = await app.enter()
  const methods = ['check', 'ach', 'check']
  const trucks = ['101', '102', '103', '104']
  const owners: number[] = []
  for (const [at, paymentMethod] of methods.entries()) {
    const owner = { ...makeSample('owners', at), name: `Owner ${at + 1}`, paymentMethod }
    owners.push((await create(page, 'owners', owner)).id)
  }
  // Owner 1 has the trucks 101 and 104.
  for (const [at, truckId] of trucks.entries()) {
    const values = { ...makeSample('trucks', at), truckId, ownerId: owners[at % 3] ?? null }
    const truck = await create(page, 'trucks', values)
    const load = { ...makeSample('loads', at), truckId: truck.id, bolStatus: 'received' }
    await create(page, 'loads', { ...load, revenue: `${at + 1}000` })
  }
  await page.goto('/settlements/run?week=2026-11-20')
  await button(page, 'Prepare 4 Settlements').click()
  await page.getByText('4 of 4 settlements prepared').waitFor()
  await page
    .getByRole('row', { name: 'Total for Owner 1 (2)' })
    .getByText('$5,000.00')
    .first()
    .waitFor()
  await button(page, 'Approve 4 Settlements').click()
  await page.getByText('4 of 4 settlements approved').waitFor()
  await step(page, 'Send').click()
  // Owner 1's second truck follows the first one.
  for (const [at, truck] of ['101', '104', '102', '103'].entries()) {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: truck, exact: true }) })
    await row.getByText(`Approved #${at + 1}`).waitFor()
  }
  await step(page, 'Pay').click()
  await page.getByLabel('First Check #').fill('1001')
  const cell = (field: string, owner: number) => page.getByLabel(`${field}: Owner ${owner}`)
  // Owner 1 gets 1,000.00 + 4,000.00 in one check; owner 2 is paid by ACH and takes no number.
  expect(await cell('To Pay', 1).inputValue()).toBe('5,000.00')
  expect(await cell('Method', 2).inputValue()).toBe('ach')
  const numbers = [1, 2, 3].map((owner) => cell('Check # or Reference', owner).inputValue())
  expect(await Promise.all(numbers)).toEqual(['1001', '', '1002'])
  await cell('To Pay', 1).press('Enter')
  expect(await cell('To Pay', 2).evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await button(page, 'Pay 3 Payees').click()
  await page.getByText('3 of 3 payees paid').waitFor()
  await page.getByText('All settlements of this week are paid.').waitFor()
  await page.goto('/payments')
  await page.getByRole('cell', { name: '$5,000.00' }).waitFor()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Open payment/ })
    .first()
    .click()
  await button(page, 'Reverse').waitFor()
  await expectAccessible(page)
})

/** 15 trucks with a load each; one BOL is missing, one net is negative. The browser's day is the Wednesday after the week. */
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
      deliveryDate: '2026-11-18',
      bolStatus: at === 7 ? 'pending' : 'received',
      revenue: at === 12 ? '100' : '1500',
    })
  }
}

test('C8 C48 A Friday run of 15 trucks with 2 exceptions is done by keyboard alone', async () => {
  const page = await app.enter()
  await createFleet(page)
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('settlement r')
  await page.getByRole('option', { name: 'Settlement Run', exact: true }).waitFor()
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
  await page.getByText('14 of 14 payees paid').waitFor()
  const link = page.getByRole('link', { name: 'Print 14 Statements' })
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByText('On hold: Second load comes').waitFor()
  await expectAccessible(page)
  // The sidebar has no open settlement: the held one waits for a decision.
  await page.getByRole('link', { name: 'Settlement Run', exact: true }).first().waitFor()
  await step(page, 'Approve').click()
  await page.getByRole('row', { name: '112' }).getByRole('checkbox').check()
  await button(page, 'Release 1 Hold').click()
  await page.getByRole('link', { name: 'Settlement Run 1 open' }).waitFor()
  await press('Control+b')
  await page.getByRole('link', { name: 'Settlement Run, 1 open' }).waitFor()
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

test('B60 B61 C8 The run shows delivered loads without a settlement date', async () => {
  const page = await app.enter()
  for (const index of [1, 2])
    await create(page, 'loads', {
      ...makeSample('loads', index),
      deliveryStatus: 'delivered',
      settlementDate: index === 1 ? '2026-11-20' : null,
    })
  await page.goto('/settlements/run')
  await page.getByText('1 delivered load has no settlement date').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Review' }).click()
  await expectLoads(page, ['L-2'])
  await currentView(page, 'Not on a Settlement').waitFor()
  await button(page, 'Settlement Date: Blank').click()
  await box(page, 'Blank').click()
  await expectLoads(page, ['L-2', 'L-1'])
  await addFilter(page, 'Settlement Date')
  await page.getByLabel('From', { exact: true }).fill('11/1/2026')
  await button(page, 'Apply').click()
  await expectLoads(page, ['L-1'])
  await button(page, 'Settlement Date: from 11/1/2026').click()
  await box(page, 'Blank').click()
  await expectLoads(page, ['L-2'])
  expect(query(page)).toEqual({ deliveryStatus: 'delivered', settlementDate: 'none' })
})

test('C8 Lines in the run that could not be loaded are loaded by Retry', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks'))
  const load = { ...makeSample('loads'), truckId: truck.id, revenue: '1000' }
  const { settlementDate } = await create(page, 'loads', load)
  const { id } = await create(page, 'billing', { truckId: truck.id, settlementDate })
  const line = { category: 'fuel', description: 'Diesel', amount: '100' }
  await create(page, `billing/${id}/expenses`, line)
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run')
  app.expectComplaint(/404/)
  const path = `**/api/billing/${id}/expenses`
  await page.route(path, (route) => route.fulfill({ status: 404, json: { message: 'Gone' } }))
  await page.getByRole('button', { name: /^Show lines/ }).click()
  await page.getByText("Couldn't load this: Gone").waitFor()
  await page.unroute(path)
  await button(page, 'Retry').click()
  await page.getByText('Diesel').waitFor()
})
