import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { addLoad, loadSettlement, openSettlements, truckWithLoads } from './settling.ts'
import { button, choose, hold } from './steps.ts'

const app = startApp()

async function figure(page: Page, label: string): Promise<string> {
  const term = page.locator('dt', { hasText: new RegExp(`^${label}`) })
  return term.locator('+ dd').first().innerText()
}

async function figures(page: Page): Promise<string[]> {
  const labels = ['Total Revenue', 'Total Expenses', 'Net Payment']
  return Promise.all(labels.map((label) => figure(page, label)))
}

test('B26 an account without a truck is told where to begin', async () => {
  const page = await app.enter()
  await openSettlements(page)
  await page.getByText('There is no truck yet. Add one on the Trucks screen first.').waitFor()
  await page.getByLabel('Truck', { exact: true }).click()
  await page.getByText('No records yet').waitFor()
  await page.getByPlaceholder('Type to search').fill('101')
  await page.getByText('Nothing matches').waitFor()
})

test('A2.settlements.1 A2.settlements.2 A5.settlement.3 A8.settlement.4 first the truck, then one of its dates, newest first', async () => {
  const page = await app.enter()
  await truckWithLoads(page, { '2026-11-13': ['1'], '2026-11-20': ['1', '1'], '2026-09-04': ['1'] })
  await create(page, 'trucks', { ...makeSample('trucks', 999), truckId: '777' })
  await openSettlements(page)
  await expectAccessible(page)
  const date = page.getByLabel('Settlement Date')
  expect(await date.isDisabled()).toBe(true)
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Please select truck and settlement date').waitFor()

  await choose(page, 'Truck', '101')
  await expect.poll(() => date.locator('option').allInnerTexts()).toHaveLength(4)
  const options = await date.locator('option').allInnerTexts()
  expect(options.slice(1)).toEqual(['11/20/2026', '11/13/2026', '9/4/2026'])
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Please select truck and settlement date').waitFor()

  await choose(page, 'Truck', '777')
  await expect
    .poll(() => date.locator('option').allInnerTexts())
    .toEqual(['No settlement dates available'])
  await page.getByText("None of this truck's loads has a settlement date yet.").waitFor()
})

test('A2.settlements.3 A2.settlements.5 A4.settlement.1 A4.settlement.2 A5.settlement.4 A8.settlement.1 A8.settlement.3 a settlement is loaded, saved, and from then on updated', async () => {
  const page = await app.enter()
  await truckWithLoads(page, { '2026-11-20': ['1000.10', '2000.20'], '2026-11-13': ['5'] })
  await openSettlements(page)
  expect(await button(page, 'Save Settlement Data').isDisabled()).toBe(true)
  expect(await button(page, 'Generate PDF Invoice').isDisabled()).toBe(true)

  await loadSettlement(page)
  await findToast(page, 'Loaded 2 loads for 11/20/2026').waitFor()
  expect(await figures(page)).toEqual(['$3,000.30', '$0.00', '$3,000.30'])
  expect(await figure(page, 'Loads')).toBe('2')
  expect(await button(page, 'Generate PDF Invoice').isDisabled()).toBe(true)
  await page.getByLabel('Fuel', { exact: true }).fill('500.05')
  const answer = await hold(page, '**/api/billing')
  await button(page, 'Save Settlement Data').click()
  await button(page, 'Saving...').waitFor()
  answer()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Update Settlement Data').waitFor()
  expect(await button(page, 'Generate PDF Invoice').isEnabled()).toBe(true)

  await page.goto('/settlements')
  await loadSettlement(page)
  await findToast(page, 'Loaded existing settlement data').waitFor()
  expect(await page.getByLabel('Fuel', { exact: true }).inputValue()).toBe('500.05')
  expect(await figures(page)).toEqual(['$3,000.30', '$500.05', '$2,500.25'])
  await page.getByLabel('Tolls', { exact: true }).fill('0.25')
  await button(page, 'Update Settlement Data').click()
  await findToast(page, 'Settlement updated successfully').waitFor()
  await expectAccessible(page)
})

test('A5.settlement.1 A5.settlement.2 B13 B14 totals follow each keystroke; what is not a number counts as 0 and is marked', async () => {
  const page = await app.enter()
  await truckWithLoads(page, { '2026-11-20': ['100'] })
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
  const fuel = page.getByLabel('Fuel', { exact: true })
  await fuel.click()
  await page.keyboard.type('12')
  expect(await figures(page)).toEqual(['$100.00', '$12.00', '$88.00'])
  await page.keyboard.type('.34')
  expect(await figures(page)).toEqual(['$100.00', '$12.34', '$87.66'])
  await page.getByLabel('Tolls', { exact: true }).fill('$1,234.50')
  expect(await figures(page)).toEqual(['$100.00', '$1,246.84', '-$1,146.84'])
  await page.getByText('Below zero: expenses exceed revenue.').waitFor()
  await page.getByLabel('Insurance', { exact: true }).fill('-1000')
  expect(await figures(page)).toEqual(['$100.00', '$246.84', '-$146.84'])

  await fuel.fill('twelve')
  expect(await figures(page)).toEqual(['$100.00', '$234.50', '-$134.50'])
  await page.getByText('Counted as $0.00 because it cannot be read: Fuel').waitFor()
  await button(page, 'Save Settlement Data').click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'fuel')
  expect(await fuel.getAttribute('aria-invalid')).toBe('true')
  expect(await (await page.request.get('/api/billing')).json()).toEqual([])
})

test('A2.settlements.4 B32 once a truck is chosen, its year: revenue by delivery date, expenses by settlement date', async () => {
  const page = await app.enter()
  const truckId = await truckWithLoads(page, { '2026-11-20': ['1000'], '2026-01-02': ['500.50'] })
  await addLoad(page, truckId, '2026-01-02', '7', { deliveryDate: '2025-12-31' })
  await create(page, 'billing', { truckId, settlementDate: '2026-01-02', fuel: '100.25' })
  await openSettlements(page)
  expect(await page.getByText('YTD Revenue').count()).toBe(0)
  await choose(page, 'Truck', '101')
  await page.getByText('$1,500.50').waitFor()
  expect(await figure(page, 'YTD Revenue')).toBe('$1,500.50')
  expect(await figure(page, 'YTD Expenses')).toBe('$100.25')
  expect(await figure(page, 'YTD Net')).toBe('$1,400.25')
  expect(await figure(page, 'Total Loads')).toBe('2')
  for (const words of ['by delivery date', 'by settlement date'])
    await page.getByText(words, { exact: true }).first().waitFor()
})

test('A5.settlement.4 B28 a saved revenue stays though the loads change; the screen says so and recalculates when asked', async () => {
  const page = await app.enter()
  const truckId = await truckWithLoads(page, { '2026-11-20': ['1000'] })
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20', fuel: '100' })
  await addLoad(page, truckId, '2026-11-20', '250.25')
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded existing settlement data').waitFor()
  expect(await figures(page)).toEqual(['$1,000.00', '$100.00', '$900.00'])
  await page.getByText('$1,250.25').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Recalculate/ }).click()
  await expect.poll(() => figures(page)).toEqual(['$1,250.25', '$100.00', '$1,150.25'])
})

test('B28 C1 C2 after recalculating the boxes hold what the server worked out, beside what is typed', async () => {
  const page = await app.enter()
  const truckId = await truckWithLoads(page, { '2026-11-20': ['1000'] })
  const fee = { category: 'factoring', description: 'Fee', basis: 'percent', value: '10' }
  await create(page, 'deduction-rules', fee)
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20' })
  await addLoad(page, truckId, '2026-11-20', '500')
  await openSettlements(page)
  await loadSettlement(page)
  await page.getByLabel('Tolls', { exact: true }).fill('5')
  await page.getByRole('button', { name: /Recalculate/ }).click()
  await expect.poll(() => figures(page)).toEqual(['$1,500.00', '$155.00', '$1,345.00'])
  await button(page, 'Update Settlement Data').click()
  await findToast(page, 'Settlement updated successfully').waitFor()
  expect(await figures(page)).toEqual(['$1,500.00', '$155.00', '$1,345.00'])
})

test('B30 A9.limits.5 with saved settings a new settlement starts from the default deductions, and says so', async () => {
  const page = await app.enter()
  await truckWithLoads(page, { '2026-11-20': ['1000.10'] })
  await page.request.post('/api/settings', {
    data: {
      companyName: 'Blue',
      customDeductions: [{ name: 'ELD', type: 'fixed', value: '38.50' }],
    },
  })
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
  expect(await page.getByLabel('Fuel', { exact: true }).inputValue()).toBe('150.02')
  expect(await page.getByLabel('Insurance', { exact: true }).inputValue()).toBe('350.00')
  expect(await page.getByLabel('Other', { exact: true }).inputValue()).toBe('38.50')
  await page
    .getByText(/15\s?%/)
    .first()
    .waitFor()
  expect(await figures(page)).toEqual(['$1,000.10', '$538.52', '$461.58'])
})

test.each([
  ['A8.settlement.2', 'POST', 'Save Settlement Data', 'Failed to save settlement'],
  ['A8.settlement.2', 'PUT', 'Update Settlement Data', 'Failed to update settlement'],
])('%s B9 a refused %s keeps what was typed', async (_, method, name, title) => {
  const page = await app.enter()
  const truckId = await truckWithLoads(page, { '2026-11-20': ['1000'] })
  if (method === 'PUT') await create(page, 'billing', { truckId, settlementDate: '2026-11-20' })
  await openSettlements(page)
  await loadSettlement(page)
  await page.getByLabel('Fuel', { exact: true }).fill('77.00')
  await page.route('**/api/billing**', (route) =>
    route.request().method() === method ? route.abort() : route.continue(),
  )
  app.expectComplaint(/ERR_FAILED/)
  await button(page, name).click()
  await findToast(page, title).waitFor()
  expect(await page.getByLabel('Fuel', { exact: true }).inputValue()).toBe('77.00')
})

test('A8.settlement.4 where the figures cannot be read it says so, and can be asked again', async () => {
  const page = await app.enter()
  await truckWithLoads(page, { '2026-11-20': ['1000'] })
  await openSettlements(page)
  await page.route('**/api/settlements/preview?*settlementDate*', (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await loadSettlement(page)
  await findToast(page, 'Failed to load settlement data').waitFor()
  await page.unrouteAll()
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
})
