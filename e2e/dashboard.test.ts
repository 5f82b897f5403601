import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'
import { hold } from './steps.ts'

const app = startApp()

/** A Wednesday whose full week (from Sunday the 15th) is in one month. */
const TODAY = '2026-11-18'
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
async function addLoad(page: Page, deliveryDate: string, revenue: string, more: object = {}) {
  return create(page, 'loads', {
    ...makeSample('loads', ++loadCount),
    pickupDate: addDays(deliveryDate, -2),
    deliveryDate,
    settlementDate: null,
    revenue,
    ...more,
  })
}

async function addExpense(page: Page, truckId: number, settlementDate: string, fuel: string) {
  await create(page, 'billing', { truckId, settlementDate, fuel })
}

test('A2.dashboard.1 The dashboard shows skeleton cards until its figures arrive', async () => {
  const page = await app.enter()
  const release = await hold(page, '**/api/dashboard?*')
  await page.goto('/')
  await page.getByText('Overview of your fleet operations', { exact: true }).waitFor()
  const skeletons = page.getByRole('status').filter({ hasText: 'Loading...' })
  await skeletons.waitFor()
  expect(await skeletons.locator('.animate-pulse').count()).toBeGreaterThanOrEqual(8)
  expect(await page.getByText('Active Trucks').count()).toBe(0)
  release()
  await page.getByText('Active Trucks').waitFor()
  expect(await skeletons.count()).toBe(0)
})

test('A2.dashboard.5 A2.dashboard.7 A2.dashboard.8 An empty account shows empty states', async () => {
  const page = await app.enter()
  await openDashboard(page)
  for (const title of ['Revenue', 'Expenses']) {
    await card(page, title).getByText('No data from last month for comparison').waitFor()
    expect(await card(page, title).getByText('$0.00', { exact: true }).count()).toBe(3)
  }
  await card(page, 'Pending BOL').getByText('All BOLs received').waitFor()
  await card(page, 'Pending BOL').getByText('Bills of lading awaiting receipt').waitFor()
  await card(page, 'Unpaid Loads').getByText('All loads paid').waitFor()
  await card(page, 'Unpaid Loads').getByText('Loads awaiting payment from brokers').waitFor()
  expect(await page.getByRole('link', { name: /View all/ }).count()).toBe(0)
  await expectAccessible(page)
})

test('A2.dashboard.2 A2.dashboard.10 A2.dashboard.11 A9.limits.4 Counts use weeks from Sunday', async () => {
  const page = await app.enter()
  const { id: first } = await create(page, 'trucks', makeSample('trucks', 1))
  const { id: second } = await create(page, 'trucks', {
    ...makeSample('trucks', 2),
    status: 'inactive',
  })
  await create(page, 'drivers', makeSample('drivers'))
  await create(page, 'drivers', makeSample('drivers'))
  await addLoad(page, '2026-11-14', '100')
  await addLoad(page, '2026-11-15', '100')
  // Two loads of one truck and date are one settlement to generate.
  const settlementDate = '2026-11-20'
  await addLoad(page, TODAY, '100', { truckId: first, settlementDate })
  await addLoad(page, TODAY, '100', { truckId: first, settlementDate })
  await addLoad(page, TODAY, '100', { truckId: second, settlementDate })
  await addLoad(page, TODAY, '100', { truckId: first, settlementDate: '2026-11-22' })

  await openDashboard(page)
  const figures = async (title: string) =>
    (await card(page, title).innerText()).split('\n').filter(Boolean)
  expect(await figures('Active Trucks')).toEqual(['Active Trucks', '1', '2 total trucks'])
  expect(await figures('Active Drivers')).toEqual(['Active Drivers', '2', '2 total drivers'])
  expect(await figures('Loads This Week')).toEqual(['Loads This Week', '5', '6 total loads'])
  expect(await figures('Settlements')).toEqual(['Settlements', '2', 'To generate this week'])
})

/** Revenue of $1,500.10 this month after $1,200; expenses of $400.25 after $800.50. */
async function addTwoMonths(page: Page): Promise<number> {
  const { id: truckId } = await create(page, 'trucks', makeSample('trucks', 1))
  for (const [day, revenue] of [
    ['2026-11-16', '1000.10'],
    ['2026-11-02', '500'],
    ['2026-10-31', '1200'],
    ['2026-01-01', '10000'],
    ['2025-12-31', '77777'],
  ] as const) {
    await addLoad(page, day, revenue)
  }
  await addExpense(page, truckId, '2026-11-20', '300.25')
  await addExpense(page, truckId, '2026-11-06', '100')
  await addExpense(page, truckId, '2026-10-02', '800.50')
  return truckId
}

test('A2.dashboard.3 A2.dashboard.12 Revenue and expenses of this week, month and year', async () => {
  const page = await app.enter()
  await addTwoMonths(page)
  await openDashboard(page)
  const sums = async (title: string) => card(page, title).locator('dd').allInnerTexts()
  expect(await sums('Revenue')).toEqual(['$1,000.10', '$1,500.10', '$12,700.10'])
  expect(await sums('Expenses')).toEqual(['$300.25', '$400.25', '$1,200.75'])
})

test('A2.dashboard.4 A2.dashboard.6 A9.limits.3 Rising revenue is green, rising expenses red', async () => {
  const page = await app.enter()
  const truckId = await addTwoMonths(page)
  await openDashboard(page)
  const rise = card(page, 'Revenue').getByText('+25.0%')
  const fall = card(page, 'Expenses').getByText('-50.0%')
  expect(await readTone(rise)).toBe('good')
  expect(await readTone(fall)).toBe('good')

  await addLoad(page, '2026-10-30', '3000')
  await addExpense(page, truckId, '2026-11-27', '801')
  await openDashboard(page)
  expect(await readTone(card(page, 'Revenue').getByText('-64.3%'))).toBe('bad')
  expect(await readTone(card(page, 'Expenses').getByText('+50.1%'))).toBe('bad')
})

test('B34 The last twelve months are a bar chart and a table that links to the lists', async () => {
  const page = await app.enter()
  const { id: truckId } = await create(page, 'trucks', makeSample('trucks', 1))
  await addLoad(page, '2026-11-16', '1000.10')
  await addLoad(page, '2025-12-01', '500')
  await addLoad(page, '2025-11-30', '77777')
  await addExpense(page, truckId, '2026-11-20', '300.25')
  await openDashboard(page)
  const months = card(page, 'Last Twelve Months')
  await months.getByText('Show as table').click()
  const rows = (await months.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/))
  expect([rows[1], rows.at(-1), rows.length]).toEqual([
    ['Dec 2025', '$500.00', '$0.00'],
    ['Nov 2026', '$1,000.10', '$300.25'],
    13,
  ])
  const bars = months.locator(
    'li[title^="Nov 2026: Revenue $1,000.10, Expenses $300.25"] div > div',
  )
  const [revenue = 0, spent = 0] = await bars.evaluateAll((found) =>
    found.map((bar) => bar.clientHeight),
  )
  expect(Math.round((100 * spent) / revenue)).toBe(30)
  await expectAccessible(page)
  await months.getByRole('link', { name: '$500.00' }).click()
  await page.getByText('1–1 of 1').waitFor()
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

test('A2.dashboard.7 A2.dashboard.8 A2.dashboard.13 A9.limits.2 Five open loads link to forms', async () => {
  const page = await app.enter()
  const { id: truckId } = await create(page, 'trucks', {
    ...makeSample('trucks', 1),
    truckId: '104',
  })
  const done = { bolStatus: 'received', paymentStatus: 'paid' }
  const states = [
    { bolStatus: 'pending', paymentStatus: 'paid' },
    { bolStatus: 'received', paymentStatus: 'pending' },
    ...Array.from({ length: 5 }, () => ({ bolStatus: 'not-received', paymentStatus: 'unpaid' })),
    done,
    { ...done, paymentStatus: 'overdue' },
    { ...done, paymentStatus: 'processed' },
  ]
  for (const [index, state] of states.entries()) {
    await addLoad(page, TODAY, '1', { loadId: `W-${index}`, truckId, ...state })
  }
  await openDashboard(page)
  for (const title of ['Pending BOL', 'Unpaid Loads']) {
    await card(page, title).getByText('6', { exact: true }).waitFor()
    expect(await card(page, title).getByRole('listitem').count()).toBe(5)
    expect(await card(page, title).getByText('Truck 104').count()).toBe(5)
    await card(page, title).getByRole('link', { name: 'View all 6 loads' }).waitFor()
  }
  const edit = card(page, 'Unpaid Loads')
    .getByRole('link', { name: /^Edit load W-/ })
    .first()
  expect(await edit.getAttribute('href')).toMatch(/^\/loads\?edit=\d+$/)
  await edit.click()
  await page.getByRole('dialog', { name: 'Edit Load' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Escape')

  await openDashboard(page)
  await card(page, 'Pending BOL').getByRole('link', { name: 'View all 6 loads' }).click()
  await page.getByRole('heading', { level: 1, name: 'Loads' }).waitFor()
})

test('A2.dashboard.9 Up to five open loads need no link to all of them', async () => {
  const page = await app.enter()
  for (let n = 0; n < 5; n++) await addLoad(page, TODAY, '1')
  await openDashboard(page)
  expect(await card(page, 'Unpaid Loads').getByRole('listitem').count()).toBe(5)
  expect(await page.getByRole('link', { name: /View all/ }).count()).toBe(0)
})

test('B65 Every figure links to its list', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks'))
  await create(page, 'trucks', { ...makeSample('trucks', 2), status: 'inactive' })
  const done = { paymentStatus: 'paid', bolStatus: 'received' }
  for (const [day, loadId, state] of [
    ['2026-11-16', 'week', {}],
    ['2026-11-02', 'month', done],
    ['2026-03-01', 'year', done],
    ['2025-12-31', 'before', done],
  ] as const) {
    await addLoad(page, day, '100', { loadId, ...state })
  }
  await addExpense(page, truck.id, '2026-11-20', '10.00')

  for (const [name, found] of [
    ['Active Trucks', ['T-1']],
    ['2 total trucks', ['T-2', 'T-1']],
    ['Loads This Week', ['week']],
    ['4 total loads', ['before', 'year', 'month', 'week']],
    ['Revenue This Week: $100.00', ['week']],
    ['Revenue This Month: $200.00', ['month', 'week']],
    ['Revenue Year to Date: $300.00', ['year', 'month', 'week']],
    ['Pending BOL: 1', ['week']],
    ['Unpaid Loads: 1', ['week']],
    ['Expenses This Month: $10.00', ['T-1']],
  ] as const) {
    await openDashboard(page)
    await page.getByRole('link', { name, exact: true }).click()
    const label = name.startsWith('Expenses') ? 'td:nth-child(1)' : 'td:nth-child(2)'
    const shown = page.locator('tbody tr').locator(label)
    await expect.poll(() => shown.allInnerTexts(), { message: name }).toEqual(found)
  }

  await openDashboard(page)
  await card(page, 'Settlements').getByRole('link').click()
  await page.getByText('11/15/2026 – 11/21/2026').waitFor()
  await page.getByRole('table').getByText('T-1', { exact: true }).first().waitFor()
})

test('C63 The dashboard says what to do today, with amounts, brokers and ages', async () => {
  const page = await app.enter()
  const { id: truckId } = await create(page, 'trucks', makeSample('trucks', 1))
  const { id: brokerId } = await create(page, 'brokers', makeSample('brokers'))
  const open = { truckId, brokerId, settlementDate: null, deliveryStatus: 'delivered' }
  await addLoad(page, '2026-10-09', '1126.65', { ...open, loadId: 'late', bolStatus: 'received' })
  await addLoad(page, '2026-11-17', '900', { ...open, loadId: 'new', bolStatus: 'pending' })
  await openDashboard(page)
  const toDo = card(page, 'To Do Today')
  expect(await toDo.getByRole('link').allInnerTexts()).toEqual([
    expect.stringMatching(/^1\s+delivered load without a BOL$/),
    expect.stringMatching(/^2\s+delivered loads not on a settlement$/),
    expect.stringMatching(/^1\s+load unpaid for more than 30 days$/),
  ])
  const unpaid = card(page, 'Unpaid Loads')
  await unpaid.getByText('$2,026.65', { exact: true }).waitFor()
  const [newest, oldest] = await unpaid.getByRole('listitem').allInnerTexts()
  expect(newest).toMatch(/new Truck T-1 · Landstar\s+\$900.00\s+1 day/)
  expect(oldest).toMatch(/late Truck T-1 · Landstar\s+\$1,126.65\s+40 days/)
  await expectAccessible(page)
  await toDo.getByRole('link', { name: /unpaid for more than/ }).click()
  await page.getByRole('row', { name: /late/ }).waitFor()
  expect(await page.getByRole('row', { name: /new/ }).count()).toBe(0)
})
