/** Lists on a tablet and on a phone: one button per row, cards of two lines, and few controls above them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp, type PageOptions } from './app.ts'
import { box, enterWithLoads, query } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

async function openLoads(options: PageOptions): Promise<Page> {
  const page = await enterWithLoads(app, options)
  const { id } = await create(page, 'brokers', { companyName: 'Summit Load Desk' })
  const [load] = (await (await page.request.get('/api/loads')).json()) as [{ id: number }]
  const changed = await page.request.put(`/api/loads/${load.id}`, {
    data: { ...load, brokerId: id },
  })
  expect(changed.status()).toBe(200)
  await page.goto('/loads')
  await page.getByRole('link', { name: 'L-4', exact: true }).waitFor()
  return page
}

test('C544 Below 1100 px a row has one button, and its menu has every action', async () => {
  const page = await openLoads({ width: 1099 })
  const cell = page.getByRole('row', { name: /L-4/ }).getByRole('cell').last()
  expect(await cell.getByRole('button').count()).toBe(1)
  expect((await cell.boundingBox())?.width).toBeLessThanOrEqual(60)
  await cell.getByRole('button').click()
  const actions = page.getByRole('menuitem')
  await actions.first().waitFor()
  expect(await actions.allTextContents()).toEqual(
    expect.arrayContaining(['View', 'Duplicate', 'Edit', 'Delete']),
  )
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  await button(page, 'Delete L-4').waitFor()
})

/** A draft with extra pay, and with two exceptions at least: no payee, no BOL. */
async function openDraft(options: PageOptions): Promise<Page> {
  const page = await app.enter(options)
  const truck = await create(page, 'trucks', makeSample('trucks'))
  const load = { ...makeSample('loads'), truckId: truck.id, settlementDate: '2026-11-20' }
  await create(page, 'loads', { ...load, revenue: '12345.67', bolStatus: 'not-received' })
  const { id } = await create(page, 'billing', {
    truckId: truck.id,
    settlementDate: '2026-11-20',
    fuel: '1450.00',
  })
  await create(page, `billing/${id}/expenses`, {
    kind: 'extra-pay',
    extraPay: 'detention',
    description: 'Detention',
    quantity: '3',
    rate: '50.00',
  })
  return page
}

test('C8 C55 The run shows every figure on a tablet and on a small laptop', async () => {
  const page = await openDraft({ width: 1280 })
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/settlements/run?week=2026-11-20')
    const table = page.getByRole('table', { name: 'Settlements of the week' })
    await table.getByText('of which $150.00 extra pay').first().waitFor()
    const last = await table.getByRole('columnheader', { name: 'Actions' }).boundingBox()
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThan(width - 20)
    expect(await page.getByText('Scroll sideways').count()).toBe(0)
    await expectAccessible(page)
  }
})

test('C51 C545 On a phone the card of a draft is headed by its day, and its check box names it', async () => {
  const page = await openDraft({ width: 390 })
  await page.goto('/settlements/statements')
  const card = page.getByRole('listitem').filter({ hasText: 'Draft' })
  await card.getByRole('checkbox', { name: /^Select .*11\/20\/2026/ }).waitFor()
  expect(await card.locator('.font-semibold').first().textContent()).toBe('11/20/2026')
})

test('C545 On a phone a load is a card of two lines, below two rows of controls', async () => {
  const page = await openLoads({ width: 390, touch: true })
  const card = page.getByRole('listitem').filter({ hasText: 'L-4' })
  for (const text of ['Summit Load Desk', '$100.00', 'Dallas, TX -> Atlanta, GA', 'Paid'])
    expect(await card.textContent()).toContain(text)
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(88)
  expect(await page.evaluate(listControlRows)).toHaveLength(2)
  await expectAccessible(page)
  await card.getByText('Dallas, TX').tap()
  await page.getByRole('heading', { level: 1, name: 'Load L-4' }).waitFor()
})

/** Runs in the page: the rows of buttons and fields between the top bar and the first card, without the tabs of the place. */
function listControlRows(): string[] {
  const main = document.querySelector('main')
  const card = main?.querySelector('[data-record]')
  const rows = new Map<number, string>()
  for (const control of main?.querySelectorAll('button, input, select, a') ?? []) {
    const { top, width, height } = control.getBoundingClientRect()
    const isAbove = card && control.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING
    if (!isAbove || control.closest('nav') || width < 3) continue
    const middle = Math.round((top + height / 2) / 10)
    rows.set(
      middle,
      `${rows.get(middle) ?? ''} ${control.getAttribute('aria-label') ?? control.textContent}`,
    )
  }
  return [...rows.values()]
}

test('C545 B60 One button has order, filters and columns; a select has the views', async () => {
  const page = await openLoads({ width: 390 })
  const options = button(page, /^Sort, filter and columns/)
  await options.click()
  await page.getByLabel('Sort by').selectOption({ label: 'Revenue, descending' })
  await expect.poll(() => query(page)).toEqual({ sort: '-revenue' })
  await page.getByText('Filter', { exact: true }).click()
  await page.getByRole('list', { name: 'Filter by' }).getByText('Payment Status').click()
  await box(page, 'Unpaid').click()
  await page.keyboard.press('Escape')
  await button(page, 'Payment Status: Unpaid').waitFor()
  await button(page, 'Sort, filter and columns: filtered by 1').click()
  await page.getByText('Columns', { exact: true }).click()
  await box(page, 'BOL Status').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('term').filter({ hasText: 'BOL Status' }).first().waitFor()
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'In Transit' })
  await expect.poll(() => query(page)).toEqual({ deliveryStatus: 'in-transit' })
  await page.getByRole('link', { name: 'L-3', exact: true }).waitFor()
})

test('C545 A form that a button of the list opened stays open when the phone is turned', async () => {
  const page = await openLoads({ width: 390 })
  await button(page, 'Import and export').click()
  await button(page, 'Import File').click()
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  await dialog.waitFor()
  await page.setViewportSize({ width: 844, height: 390 })
  await page.locator('[data-list-table]').waitFor()
  expect(await dialog.isVisible()).toBe(true)
})

test('C466 C545 On a phone the current step of billing is in view, on one line', async () => {
  const page = await app.enter({ width: 390 })
  await page.goto('/invoices?all&tab=attention')
  const steps = page.getByRole('navigation', { name: 'Invoices' })
  const current = steps.getByRole('link', { name: /^Overdue & Disputed/ })
  await current.getByText('0', { exact: true }).waitFor()
  const { x = 0, width = 0, height = 0 } = (await current.boundingBox()) ?? {}
  expect([x >= 0, x + width <= 390, height <= 32]).toEqual([true, true, true])
})

test('C545 A list of rows has its buttons beside its title, and its files behind one of them', async () => {
  const page = await app.enter({ width: 390 })
  await page.goto('/odometer-readings')
  const buttons = page.getByRole('toolbar').getByRole('button')
  await buttons.first().waitFor()
  expect(await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
    'Export',
    null,
  ])
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const add = await button(page, 'Add Odometer Reading').boundingBox()
  expect(Math.abs((add?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(16)
  await button(page, 'Export').click()
  await page.getByRole('link', { name: 'Export Excel' }).waitFor()
  await expectAccessible(page)
})

test('C55 On a phone a VIN and an email address stay on one line, and values end at one edge', async () => {
  const page = await app.enter({ width: 390 })
  const truck = { ...makeSample('trucks'), vin: '1XKYD49X0MJ441050' }
  const { id } = await create(page, 'trucks', truck)
  await create(page, 'loads', { ...makeSample('loads'), loadId: '7', truckId: id })
  await page.goto(`/trucks/${id}`)
  const vin = page.getByText('1XKYD49X0MJ441050', { exact: true })
  expect((await vin.boundingBox())?.height).toBeLessThanOrEqual(20)
  const link = page.getByRole('link', { name: '7', exact: true })
  const row = page.locator('tr').filter({ has: link }).first()
  await row.waitFor()
  const ends = await row.locator('td').evaluateAll(listTextEnds)
  expect(ends.length).toBeGreaterThan(2)
  expect(new Set(ends).size).toBe(1)
})

/** Runs in the page: where the text of each element ends, in px. */
function listTextEnds(elements: Element[]): number[] {
  return elements.map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return Math.round(Math.max(...[...range.getClientRects()].map(({ right }) => right)))
  })
}

test('C548 A screen whose code does not arrive says so', async () => {
  const page = await app.enter()
  app.expectComplaint(/ERR_FAILED|Failed to fetch dynamically imported module|UnloadedScreenError/)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.route('**/books-page*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Books', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: "Can't load this screen" }).waitFor()
  await page.unrouteAll()
  await button(page, 'Reload Page').click()
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
})
