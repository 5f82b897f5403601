import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import {
  addLoad,
  createSettlement,
  createTruckWithLoads,
  loadSettlement,
  openSaved,
  openSettlements,
} from './settlement-steps.ts'
import { button, choose, hold } from './steps.ts'

const app = startApp()

async function readFigure(page: Page, label: string): Promise<string> {
  const term = page.locator('dt', { hasText: new RegExp(`^${label}`) })
  return term.locator('+ dd').first().innerText()
}

async function readTotals(page: Page): Promise<string[]> {
  const labels = ['Total Revenue', 'Total Expenses', 'Net Payment']
  return Promise.all(labels.map((label) => readFigure(page, label)))
}

test('B26 The truck picker of a new account says to add a truck first', async () => {
  const page = await app.enter()
  await openSettlements(page)
  await page.getByText('No trucks yet. Add a truck first.').waitFor()
  await page.getByLabel('Truck', { exact: true }).click()
  await page.getByText('No records yet').waitFor()
  await page.getByPlaceholder('Type to search').fill('101')
  await page.getByText('Nothing matches').waitFor()
})

test('A2.settlements.1 A5.settlement.3 Loading requires a truck and a date', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['1'] })
  await openSettlements(page)
  await expectAccessible(page)
  expect(await page.getByLabel('Settlement Date').isDisabled()).toBe(true)
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Please select truck and settlement date').waitFor()
  await choose(page, 'Truck', '101')
  await expect.poll(() => page.getByLabel('Settlement Date').isDisabled()).toBe(false)
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Please select truck and settlement date').waitFor()
})

test("A2.settlements.2 The dates are those of the chosen truck's loads, newest first", async () => {
  const page = await app.enter()
  const loads = { '2026-11-13': ['1'], '2026-11-20': ['1', '1'], '2026-09-04': ['1'] }
  await createTruckWithLoads(page, loads)
  await create(page, 'trucks', { ...makeSample('trucks', 999), truckId: '777' })
  await openSettlements(page)
  const options = page.getByLabel('Settlement Date').locator('option')
  await choose(page, 'Truck', '101')
  await expect.poll(() => options.allInnerTexts()).toHaveLength(4)
  const dates = ['11/20/2026', '11/13/2026', '9/4/2026']
  expect((await options.allInnerTexts()).slice(1)).toEqual(dates)
  await choose(page, 'Truck', '777')
  await expect.poll(() => options.allInnerTexts()).toEqual(['No settlement dates available'])
  await page.getByText('No loads on this truck have a settlement date.').waitFor()
})

test('A2.settlements.3 A4.settlement.2 A8.settlement.3 A loaded settlement shows its totals', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['1000.10', '2000.20'], '2026-11-13': ['5'] })
  await openSettlements(page)
  expect(await button(page, 'Save Settlement Data').isDisabled()).toBe(true)
  expect(await button(page, 'Generate PDF Invoice').isDisabled()).toBe(true)

  await loadSettlement(page)
  await findToast(page, 'Loaded 2 loads for 11/20/2026').waitFor()
  expect(await readTotals(page)).toEqual(['$3,000.30', '$0.00', '$3,000.30'])
  expect(await readFigure(page, 'Loads')).toBe('2')
  expect(await button(page, 'Save Settlement Data').isEnabled()).toBe(true)
  expect(await button(page, 'Generate PDF Invoice').isDisabled()).toBe(true)
})

test('A2.settlements.5 A4.settlement.1 A8.settlement.1 A saved settlement is updated', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['1000.10', '2000.20'] })
  await openSettlements(page)
  await loadSettlement(page)
  await page.getByLabel('Fuel', { exact: true }).fill('500.05')
  const respond = await hold(page, '**/api/billing')
  await button(page, 'Save Settlement Data').click()
  await button(page, 'Saving...').waitFor()
  respond()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Update Settlement Data').waitFor()
  expect(await button(page, 'Generate PDF Invoice').isEnabled()).toBe(true)

  await page.goto('/settlements')
  await loadSettlement(page)
  await findToast(page, 'Loaded existing settlement data').waitFor()
  expect(await page.getByLabel('Fuel', { exact: true }).inputValue()).toBe('500.05')
  expect(await readTotals(page)).toEqual(['$3,000.30', '$500.05', '$2,500.25'])
  await page.getByLabel('Tolls', { exact: true }).fill('0.25')
  await button(page, 'Update Settlement Data').click()
  await findToast(page, 'Settlement updated successfully').waitFor()
  await expectAccessible(page)
})

test('A5.settlement.2 B13 Totals update with each keystroke', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['100'] })
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
  const fuel = page.getByLabel('Fuel', { exact: true })
  await fuel.click()
  await page.keyboard.type('12')
  expect(await readTotals(page)).toEqual(['$100.00', '$12.00', '$88.00'])
  await page.keyboard.type('.34')
  expect(await readTotals(page)).toEqual(['$100.00', '$12.34', '$87.66'])
  await page.getByLabel('Tolls', { exact: true }).fill('$1,234.50')
  expect(await readTotals(page)).toEqual(['$100.00', '$1,246.84', '-$1,146.84'])
  await page.getByText('Negative net: deductions exceed revenue.').waitFor()
  await page.getByLabel('Insurance', { exact: true }).fill('-1000')
  expect(await readTotals(page)).toEqual(['$100.00', '$246.84', '-$146.84'])
})

test('A5.settlement.1 B14 An invalid amount counts as 0, is named and cannot be saved', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['100'] })
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
  const fuel = page.getByLabel('Fuel', { exact: true })
  await fuel.fill('twelve')
  expect(await readTotals(page)).toEqual(['$100.00', '$0.00', '$100.00'])
  await page.getByText('Not a valid amount, counted as $0.00: Fuel').waitFor()
  await button(page, 'Save Settlement Data').click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'fuel')
  expect(await fuel.getAttribute('aria-invalid')).toBe('true')
  expect(await (await page.request.get('/api/billing')).json()).toEqual([])
})

test('A2.settlements.4 B32 YTD uses delivery date for revenue, settlement date for expenses', async () => {
  const page = await app.enter()
  const truckId = await createTruckWithLoads(page, {
    '2026-11-20': ['1000'],
    '2026-01-02': ['500.50'],
  })
  await addLoad(page, truckId, '2026-01-02', '7', { deliveryDate: '2025-12-31' })
  await create(page, 'billing', { truckId, settlementDate: '2026-01-02', fuel: '100.25' })
  await openSettlements(page)
  expect(await page.getByText('YTD Revenue').count()).toBe(0)
  await choose(page, 'Truck', '101')
  await page.getByText('$1,500.50').waitFor()
  expect(await readFigure(page, 'YTD Revenue')).toBe('$1,500.50')
  expect(await readFigure(page, 'YTD Expenses')).toBe('$100.25')
  expect(await readFigure(page, 'YTD Net')).toBe('$1,400.25')
  expect(await readFigure(page, 'Total Loads')).toBe('2')
  for (const text of ['by delivery date', 'by settlement date'])
    await page.getByText(text, { exact: true }).first().waitFor()
})

test('A5.settlement.4 B28 Saved revenue stays when loads change, until it is recalculated', async () => {
  const page = await app.enter()
  const truckId = await createTruckWithLoads(page, { '2026-11-20': ['1000'] })
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20', fuel: '100' })
  await addLoad(page, truckId, '2026-11-20', '250.25')
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded existing settlement data').waitFor()
  expect(await readTotals(page)).toEqual(['$1,000.00', '$100.00', '$900.00'])
  await page.getByText('$1,250.25').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Recalculate/ }).click()
  await expect.poll(() => readTotals(page)).toEqual(['$1,250.25', '$100.00', '$1,150.25'])
})

test('B28 C1 C2 Recalculating updates category amounts and keeps unsaved edits', async () => {
  const page = await app.enter()
  const truckId = await createTruckWithLoads(page, { '2026-11-20': ['1000'] })
  const fee = { category: 'factoring', description: 'Fee', basis: 'percent', value: '10' }
  await create(page, 'deduction-rules', fee)
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20' })
  await addLoad(page, truckId, '2026-11-20', '500')
  await openSettlements(page)
  await loadSettlement(page)
  await page.getByLabel('Tolls', { exact: true }).fill('5')
  await page.getByRole('button', { name: /Recalculate/ }).click()
  await expect.poll(() => readTotals(page)).toEqual(['$1,500.00', '$155.00', '$1,345.00'])
  await button(page, 'Update Settlement Data').click()
  await findToast(page, 'Settlement updated successfully').waitFor()
  expect(await readTotals(page)).toEqual(['$1,500.00', '$155.00', '$1,345.00'])
})

test('B30 A9.limits.5 A new settlement starts with the default deductions and names them', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['1000.10'] })
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
  expect(await readTotals(page)).toEqual(['$1,000.10', '$538.52', '$461.58'])
})

test.each([
  ['A8.settlement.2', 'POST', 'Save Settlement Data', 'Failed to save settlement'],
  ['A8.settlement.2', 'PUT', 'Update Settlement Data', 'Failed to update settlement'],
])('%s B9 A failed %s keeps unsaved edits', async (_, method, name, title) => {
  const page = await app.enter()
  const truckId = await createTruckWithLoads(page, { '2026-11-20': ['1000'] })
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

test('A8.settlement.4 A failed load shows a message and can be retried', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['1000'] })
  await openSettlements(page)
  await page.route('**/api/settlements/preview?*settlementDate*', (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await loadSettlement(page)
  await findToast(page, 'Failed to load settlement data').waitFor()
  await page.unrouteAll()
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
})

test('C57 At 360 px the totals are in view while a user types, and unused categories are short', async () => {
  const page = await app.enter({ width: 360 })
  const { truckId } = await createSettlement(page, { fuel: '100' })
  await openSaved(page, truckId)
  // The height that a phone's keyboard leaves free.
  await page.setViewportSize({ width: 360, height: 400 })
  const tolls = page.getByLabel('Tolls', { exact: true })
  const rowHeight = async (label: string) =>
    (await page.locator('form > div > div').filter({ hasText: label }).boundingBox())?.height ?? 0
  expect(await rowHeight('Tolls')).toBeLessThan(await rowHeight('Fuel'))
  await tolls.click()
  await page.keyboard.type('12.5')
  const totals = page.getByLabel('Current totals')
  await totals.getByText('$887.50').waitFor()
  const [above, field] = await Promise.all([totals.boundingBox(), tolls.boundingBox()])
  expect(above?.y).toBeGreaterThanOrEqual(0)
  expect(field?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(400)
})
