import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp } from './app.ts'
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
  const looks = await page
    .locator('tbody td:nth-child(7) span')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).backgroundColor))
  expect(new Set(looks).size).toBe(2)
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
