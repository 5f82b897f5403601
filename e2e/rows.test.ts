import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

/** The texts of the cells. */
async function readCells(page: Page): Promise<string[]> {
  const texts = await page.locator('tbody td').allInnerTexts()
  return texts.map((text) => text.trim()).filter(Boolean)
}

test("A2.lists.8 A5.payment.1 B38 A driver's row has initials, a US date and the payment label", async () => {
  const page = await app.enter()
  await create(page, 'drivers', makeSample('drivers'))
  await page.goto('/drivers')
  await page.getByText('2/29/2028').waitFor()
  expect((await readCells(page)).map((text) => text.split('\n'))).toEqual([
    ['ŁN', 'Łukasz Nguyễn'],
    ['(555) 010-2030'],
    ['lukasz@example.com'],
    ['D1234567'],
    ['TX'],
    ['2/29/2028'],
    ['Direct Deposit'],
  ])
})

test("A2.lists.10 A4.truck.1 A truck's row names owner and driver, Unassigned or Unknown", async () => {
  const page = await app.enter()
  const owner = await create(page, 'owners', makeSample('owners'))
  await create(page, 'trucks', { ...makeSample('trucks', 1), ownerId: owner.id })
  await create(page, 'trucks', { ...makeSample('trucks', 2), status: 'maintenance' })
  // The database rejects broken links, so the response is changed to have one.
  await page.route('**/api/trucks?*', async (route) => {
    const original = await route.fetch()
    const rows = (await original.json()) as Record<string, unknown>[]
    const changed = rows.map((row) =>
      row.truckId === 'T-1'
        ? { ...row, driverId: 77, labels: { ...(row.labels as object), driverId: null } }
        : row,
    )
    await route.fulfill({ response: original, json: changed })
  })
  await page.goto('/trucks')
  const row = async (label: string) =>
    (await page.getByRole('row', { name: label }).getByRole('cell').allInnerTexts()).slice(1, 7)
  await page.getByRole('row', { name: 'T-1' }).waitFor()
  const make1 = 'Freightliner Cascadia'
  expect(await row('T-1')).toEqual(['T-1', make1, '2021', 'Łukasz Nguyễn', 'Unknown', 'Active'])
  expect(await row('T-2')).toEqual([
    'T-2',
    make1,
    '2021',
    'Unassigned',
    'Unassigned',
    'Maintenance',
  ])
  const colors = await page
    .locator('tbody td:nth-child(7) span')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).backgroundColor))
  expect(new Set(colors).size).toBe(2)
})

test("A2.lists.13 A4.badges.1 C55 A load's row has route, badges, revenue and N/A", async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(new Date('2026-11-22T12:00:00'))
  const states = { deliveryStatus: 'in_transit', paymentStatus: 'overdue' }
  await create(page, 'loads', { ...makeSample('loads'), ...states, revenue: '12345.6' })
  await page.route('**/api/loads?*', async (route) => {
    const original = await route.fetch()
    const rows = (await original.json()) as object[]
    const odd = { loadId: 'L-odd', paymentStatus: 'lost at sea', revenue: null, truckId: 5 }
    await route.fulfill({ response: original, json: [...rows, { ...rows[0], id: 999, ...odd }] })
  })
  await page.goto('/loads')
  await page.getByRole('row', { name: 'L-odd' }).waitFor()
  const row = async (label: string) =>
    (await page.getByRole('row', { name: label }).getByRole('cell').allInnerTexts()).slice(1, 8)
  const lane = 'Dallas, TX -> Atlanta, GA'
  const trip = `${lane}\n11/16 – 11/18 · 781 mi`
  expect(await row('L-1')).toEqual([
    'L-1',
    'N/A',
    'N/A',
    trip,
    'In Transit',
    'Overdue\n4 days',
    '$12,345.60\n$15.81/mi',
  ])
  expect(await row('L-odd')).toEqual([
    'L-odd',
    'Unknown',
    'N/A',
    trip,
    'In Transit',
    'lost at sea',
    'N/A',
  ])
})

test('B20 B21 A long list has pages, and the address restores the page', async () => {
  const page = await app.enter()
  for (let n = 1; n <= 30; n++)
    await create(page, 'dispatchers', { ...makeSample('dispatchers'), name: `Person ${n}` })
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/dispatchers')
  await page.getByText('1–25 of 30').waitFor()
  await button(page, 'Next page').click()
  await page.getByText('26–30 of 30').waitFor()
  await page.reload()
  await page.getByText('26–30 of 30').waitFor()
  await page.getByRole('searchbox').fill('person 3')
  await page.getByText('1–2 of 2').waitFor()
  await page.goBack()
  await page.getByText('26–30 of 30').waitFor()
  const lists = urls.filter((url) => url.includes('/api/dispatchers?'))
  expect(lists.length).toBeGreaterThan(2)
  for (const url of lists) expect(new URL(url).searchParams.get('limit')).toBe('25')
})

/** One record of each entity, linked to each other. */
async function createOfEach(page: Page) {
  const owner = await create(page, 'owners', { ...makeSample('owners'), name: 'Ann' })
  const driver = await create(page, 'drivers', { ...makeSample('drivers'), name: 'Dan' })
  const links = { ownerId: owner.id, driverId: driver.id }
  const truck = await create(page, 'trucks', { ...makeSample('trucks'), ...links })
  const broker = await create(page, 'brokers', { ...makeSample('brokers'), phone: '5550102030' })
  await create(page, 'dispatchers', { ...makeSample('dispatchers'), name: 'Di' })
  const second = await create(page, 'drivers', {
    ...makeSample('drivers'),
    name: 'Eve',
    paymentMethod: 'check',
  })
  const loadLinks = {
    truckId: truck.id,
    driverId: driver.id,
    driver2Id: second.id,
    brokerId: broker.id,
    settlementDate: '2099-11-20',
  }
  await create(page, 'loads', { ...makeSample('loads'), ...loadLinks })
}

test('C53 C54 A click on a row opens the page of each entity, which is accessible', async () => {
  const page = await app.enter()
  await createOfEach(page)
  for (const [entity, text, title] of [
    ['owners', 'ACH', 'Ann'],
    ['drivers', 'Direct Deposit', 'Dan'],
    ['trucks', '2021', 'Truck T-1'],
    ['brokers', 'MC1', 'Landstar'],
    ['dispatchers', '12', 'Di'],
    ['loads', '$2,400.00', 'Load L-1'],
  ] as const) {
    await page.goto(`/${entity}`)
    await page.getByRole('cell', { name: text }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/${entity}/\\d+$`))
    await expect.poll(() => page.locator('main .animate-pulse').count()).toBe(0)
    await expectAccessible(page)
    await page.goBack()
    await page.getByRole('cell', { name: text }).waitFor()
  }
})

test('C54 Names lead from page to page, E edits, and the page shows the change', async () => {
  const page = await app.enter()
  await createOfEach(page)
  await page.goto('/loads')
  await page.getByRole('link', { name: 'T-1' }).click()
  await page.getByRole('heading', { level: 1, name: 'Truck T-1' }).waitFor()
  await page.getByRole('link', { name: 'Ann' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit Owner' }).waitFor()
  await page.getByLabel(/^Name/).fill('Ann Smith')
  await button(page, 'Save').click()
  await page.getByRole('heading', { level: 1, name: 'Ann Smith' }).waitFor()
})

test("C53 A second driver's page has the load, an owner's page the open settlement", async () => {
  const page = await app.enter()
  await createOfEach(page)
  await page.goto('/drivers')
  await page.getByRole('link', { name: 'Eve' }).click()
  await page.getByRole('heading', { name: 'Loads as Second Driver' }).waitFor()
  await page.getByRole('link', { name: 'L-1' }).waitFor()
  await expectAccessible(page)
  await page.goto('/owners')
  await page.getByRole('link', { name: 'Ann' }).click()
  await page.getByText('1 load, $2,400.00').waitFor()
  await page.getByRole('link', { name: /, truck T-1$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Settlements' }).waitFor()
})

test('C54 Selecting text, a checkbox and an action do not open the row', async () => {
  const page = await app.enter()
  await createOfEach(page)
  await page.goto('/trucks')
  await page.getByRole('checkbox', { name: 'Select T-1' }).click()
  // A click in the cell of the buttons, but beside them.
  await page
    .getByRole('row', { name: 'T-1' })
    .getByRole('cell')
    .last()
    .click({ position: { x: 2, y: 2 } })
  await page.getByRole('cell', { name: 'Freightliner' }).dblclick()
  expect(new URL(page.url()).pathname).toBe('/trucks')
})

test('C53 The page of a record that does not exist leads back to the list', async () => {
  const page = await app.enter()
  app.expectComplaint(/404/)
  for (const path of ['/owners/999999', '/owners/x']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Owner Not Found' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Truck Owners' }).click()
    await page.getByRole('heading', { level: 1, name: 'Truck Owners' }).waitFor()
  }
})

test.each([
  { list: 'brokers', height: 36, fewest: 19 },
  { list: 'loads', height: 48, fewest: 14 },
] as const)(
  'C55 At 1440 × 900, $fewest rows of $height px of the list of $list are in view',
  async ({ list, height, fewest }) => {
    const page = await app.enter()
    for (let n = 1; n <= 25; n++) await create(page, list, makeSample(list, n))
    await page.goto(`/${list}`)
    const rows = page.locator('tbody tr[data-record]')
    await rows.nth(24).waitFor()
    const heights = await rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    )
    expect(Math.max(...heights)).toBeLessThanOrEqual(height)
    expect(await rows.evaluateAll(countInView)).toBeGreaterThanOrEqual(fewest)
  },
)

/** Runs in the page: the rows that are wholly in view, also in the list that scrolls them. */
function countInView(rows: Element[]): number {
  const list = rows[0]?.closest('table')?.parentElement?.getBoundingClientRect()
  const bottom = Math.min(innerHeight, list?.bottom ?? 0)
  return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length
}
