import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'

const app = startApp()

/** Truck T-1 with two settlements, T-2 with one. */
async function createSettlements(options = {}) {
  const page = await app.enter(options)
  const days = [
    ['T-1', '2026-11-13', '100.00'],
    ['T-1', '2026-11-20', '2400.00'],
    ['T-2', '2026-11-06', '900.00'],
  ] as const
  const trucks = new Map<string, number>()
  for (const [index, [truckId, settlementDate, revenue]] of days.entries()) {
    if (!trucks.has(truckId)) {
      const truck = await create(page, 'trucks', { ...makeSample('trucks', index), truckId })
      trucks.set(truckId, truck.id)
    }
    const place = { truckId: trucks.get(truckId), settlementDate }
    await create(page, 'loads', { ...makeSample('loads', index), ...place, revenue })
    await create(page, 'billing', { ...place, fuel: '10.00' })
  }
  return page
}

async function expectDates(page: Page, dates: string[]) {
  const shown = page.locator('tbody tr td:nth-child(2)')
  await expect.poll(() => shown.allInnerTexts()).toEqual(dates)
}

test('B64 C355 The history lists saved settlements, latest first', async () => {
  const page = await createSettlements()
  await page.goto('/settlements')
  await page.getByRole('link', { name: 'Settlement History' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settlement History' }).waitFor()
  await expectDates(page, ['11/20/2026', '11/13/2026', '11/6/2026'])
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  expect((await cells.allInnerTexts()).slice(0, -1)).toEqual([
    'T-1',
    '11/20/2026',
    '11/15/2026 – 11/21/2026',
    '$2,400.00',
    '$0.00',
    '$10.00',
    '$2,390.00',
    'Pending',
  ])
  await expectAccessible(page)
})

test('B64 The history is searched, sorted and filtered like other lists', async () => {
  const page = await createSettlements()
  await page.goto('/settlements/history')
  await page.getByRole('button', { name: 'Net Payment' }).click()
  await expectDates(page, ['11/13/2026', '11/6/2026', '11/20/2026'])
  await page.getByLabel('Search settlements').fill('t-1')
  await expectDates(page, ['11/13/2026', '11/20/2026'])
  await page.goto('/settlements/history?settlementDate.to=2026-11-13&totalRevenue.from=500')
  await expectDates(page, ['11/6/2026'])
  await page.getByRole('button', { name: 'Load Revenue: from $500.00' }).waitFor()
})

test('B60 B64 C3 The status is a badge and a filter', async () => {
  const page = await createSettlements()
  const [latest] = (await (await page.request.get('/api/billing')).json()) as [{ id: number }]
  await page.request.post(`/api/billing/${latest.id}/approve`)
  await page.goto('/settlements/history?status=approved')
  await expectDates(page, ['11/20/2026'])
  await page.getByRole('cell', { name: 'Approved', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Status: Approved', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Pending', exact: true }).click()
  await expectDates(page, ['11/20/2026', '11/13/2026', '11/6/2026'])
})

test('B64 A row opens the Settlements screen and the PDF', async () => {
  const page = await createSettlements()
  await page.goto('/settlements/history')
  const pdf = page.getByRole('link', { name: 'Open PDF: truck T-1, 11/13/2026' })
  const response = await page.request.get((await pdf.getAttribute('href')) ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByRole('link', { name: 'Open truck T-1, 11/13/2026' }).click()
  await page.getByRole('button', { name: 'Update Settlement Data' }).waitFor()
  expect(new URL(page.url()).searchParams.get('date')).toBe('2026-11-13')
})

test('B64 An empty history links to the Settlements screen', async () => {
  const page = await app.enter()
  await page.goto('/settlements/history')
  await page.getByText('No data available').waitFor()
  await page.getByRole('link', { name: 'Create your first settlement' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settlements', exact: true }).waitFor()
})

test.each(['light', 'dark'] as const)(
  'B38 B64 The history fits a phone in the %s theme',
  async (theme) => {
    const page = await createSettlements({ theme, width: 360 })
    await page.goto('/settlements/history')
    await page.getByText('11/15/2026 – 11/21/2026').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  },
)
