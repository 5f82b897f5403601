import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'

const app = startApp()

const NOON = new Date('2026-11-18T12:00:00')

async function openDashboard(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOON)
  await page.goto('/')
  await page.getByText('Loads This Week').waitFor()
}

function card(page: Page, title: string) {
  return page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
}

let loadCount = 0
async function addLoad(page: Page, deliveryDate: string, revenue: string) {
  return create(page, 'loads', {
    ...makeSample('loads', ++loadCount),
    pickupDate: addDays(deliveryDate, -2),
    deliveryDate,
    settlementDate: null,
    revenue,
  })
}

async function addExpense(page: Page, truckId: number, settlementDate: string, fuel: string) {
  await create(page, 'billing', { truckId, settlementDate, fuel })
}

test('A2.dashboard.4 A2.dashboard.6 A9.limits.3 B34 Rising revenue is green, rising expenses red, and months are bars', async () => {
  const page = await app.enter()
  const { id: truckId } = await create(page, 'trucks', makeSample('trucks', 1))
  await addLoad(page, '2026-11-16', '1500.10')
  await addLoad(page, '2026-10-31', '1200')
  await addExpense(page, truckId, '2026-11-20', '400.25')
  await addExpense(page, truckId, '2026-10-02', '800.50')
  await openDashboard(page)
  expect(await readTone(card(page, 'Revenue').getByText('+25.0%'))).toBe('good')
  expect(await readTone(card(page, 'Expenses').getByText('-50.0%'))).toBe('good')
  const november = 'li[title^="Nov 2026: Revenue $1,500.10, Expenses $400.25"]'
  const bars = card(page, 'Last Twelve Months').locator(`${november} div > div`)
  const [revenue = 0, spent = 0] = await bars.evaluateAll((found) =>
    found.map((bar) => bar.clientHeight),
  )
  expect(Math.round((100 * spent) / revenue)).toBe(27)
  await page.getByText('Show as table').click()
  await expectAccessible(page)

  await addLoad(page, '2026-10-30', '3000')
  await addExpense(page, truckId, '2026-11-27', '801')
  await openDashboard(page)
  expect(await readTone(card(page, 'Revenue').getByText('-64.3%'))).toBe('bad')
  expect(await readTone(card(page, 'Expenses').getByText('+50.1%'))).toBe('bad')
})

/** Green or red, by the actual color. */
async function readTone(figure: Locator): Promise<string> {
  const [red = 0, green = 0] = await figure.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return []
    context.fillStyle = getComputedStyle(element).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
  return green > red ? 'good' : 'bad'
}
