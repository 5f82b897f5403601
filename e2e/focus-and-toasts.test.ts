/** The focus, elements that cover others, and the format of typed values. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { addFilter, enterWithLoads } from './loads-list.ts'
import { createTruckWithLoads, loadSettlement, openSettlements } from './settlement-steps.ts'
import { button, fill, hold } from './steps.ts'

const app = startApp()

const TOAST = 'li[data-state=open]'

/** Opens the form of a new dispatcher, and an error toast above it. */
async function openFailedForm(page: Page) {
  await page.route('**/api/dispatchers', (route) =>
    route.fulfill({ status: 400, json: { message: 'Closed for lunch' } }),
  )
  app.expectComplaint(/400/)
  await page.goto('/dispatchers?add')
  await fill(page, { Name: 'Zoë', Phone: '555', Email: 'zoe@example.com' })
  await button(page, 'Save').click()
  await findToast(page, 'Failed to add dispatcher').waitFor()
}

async function countTabs(page: Page, target: string): Promise<number> {
  for (let stops = 1; stops <= 60; stops++) {
    await page.keyboard.press('Tab')
    if (stops === 1) await page.keyboard.press('Enter')
    if (await page.evaluate((selector) => !!document.activeElement?.closest(selector), target))
      return stops
  }
  return Infinity
}

async function expectApart(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('One of the two is not shown')
  const apart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x
  expect(apart || b.x + b.width <= a.x, JSON.stringify({ a, b })).toBe(true)
}

test('A9.toasts.3 C62 F8 reaches the notifications with a form open, and Escape leads back', async () => {
  const page = await app.enter()
  await openFailedForm(page)
  await page.getByLabel(/^Email/).focus()
  await page.keyboard.press('F8')
  await page.locator(`ol:has(${TOAST}):focus`).waitFor()
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Dismiss' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.locator(TOAST).waitFor({ state: 'detached' })
  await page
    .getByLabel(/^Email/)
    .and(page.locator(':focus'))
    .waitFor()
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Zoë')
})

test('A9.tooltips.1 C62 A tooltip lets a click through to the row above', async () => {
  const page = await app.enter()
  for (const n of [1, 2]) await create(page, 'trucks', makeSample('trucks', n))
  await page.goto('/trucks')
  await button(page, 'Edit T-1').hover()
  await page.getByRole('tooltip').waitFor()
  const box = await page.locator('[data-radix-popper-content-wrapper]').boundingBox()
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
  const hit = await page.evaluate(
    ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('tr')?.textContent,
    [x + width / 2, y + height / 2],
  )
  expect(hit).toContain('T-2')
})

test('A7.7 The browser sends the week number and the week year of a settlement', async () => {
  const page = await app.enter()
  await createTruckWithLoads(page, { '2026-11-20': ['1000'] })
  await openSettlements(page)
  await loadSettlement(page)
  const week = { weekNumber: 3, weekYear: 2026 }
  const post = page.waitForRequest((sent) => sent.method() === 'POST')
  await button(page, 'Save Settlement Data').click()
  expect((await post).postDataJSON()).toMatchObject(week)
  await findToast(page, 'Settlement saved successfully').waitFor()
  await fill(page, { Tolls: '1126.65' })
  await page.getByLabel('Parking', { exact: true }).focus()
  expect(await page.getByLabel('Tolls', { exact: true }).inputValue()).toBe('1,126.65')
  const put = page.waitForRequest((sent) => sent.method() === 'PUT')
  await button(page, 'Update Settlement Data').click()
  expect((await put).postDataJSON()).toMatchObject({ ...week, tolls: '1126.65' })
  await findToast(page, 'Settlement updated successfully').waitFor()
})

test('B40 C62 The palette keeps what is typed before its code has loaded', async () => {
  const page = await app.enter()
  const release = await hold(page, '**/palette*.js')
  await page.goto('/drivers')
  await page.getByText('No data available').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bro')
  await page.getByRole('dialog', { name: 'Search or jump to…' }).waitFor()
  release()
  await page.getByRole('option', { name: 'Brokers', exact: true }).waitFor()
  await page.keyboard.type('ke')
  expect(await page.getByRole('combobox').inputValue()).toBe('broke')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Brokers' }).waitFor()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('B60 C62 A filter’s editor gets the focus', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  for (const [label, input] of [
    ['Revenue', page.getByLabel('From', { exact: true })],
    ['Payment Status', page.getByRole('checkbox', { name: 'Unpaid', exact: true })],
    ['Truck', page.getByPlaceholder('Type to search')],
  ] as const) {
    await addFilter(page, label)
    await input.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
  }
  await page.goto('/loads?revenue.from=1.00')
  await button(page, /^Revenue:/).click()
  await page.getByLabel('From', { exact: true }).and(page.locator(':focus')).waitFor()
})

test('B38 C62 At most twelve tab stops lead to the first row; arrows move within a group', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await page.getByRole('cell', { name: 'L-1', exact: true }).waitFor()
  expect(await countTabs(page, 'tbody tr')).toBeLessThanOrEqual(12)
  await page.keyboard.press('Shift+Tab')
  await button(page, 'Load #').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.locator('th[aria-sort=ascending]', { hasText: 'Truck' }).waitFor()
  await button(page, 'Truck').and(page.locator(':focus')).waitFor()
  await expectAccessible(page)
})

test('B14 B38 C62 A dollar field shows "1,126.65" after leaving it, and stores 1126.65', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await button(page, 'Edit L-1').click()
  await page.getByRole('tab', { name: 'Financial' }).click()
  const revenue = page.getByLabel(/^Revenue/)
  await revenue.fill('1126.65')
  await page.getByLabel('Settlement Date').focus()
  expect(await revenue.inputValue()).toBe('1,126.65')
  await button(page, 'Save').click()
  await findToast(page, 'Load updated successfully').waitFor()
  await page.getByRole('cell', { name: '$1,126.65' }).waitFor()
  await button(page, 'Edit L-1').click()
  await page.getByRole('tab', { name: 'Financial' }).click()
  expect(await revenue.inputValue()).toBe('1,126.65')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('B42 C62 The question before a form is discarded offers "Keep editing"', async () => {
  const page = await app.enter()
  await page.goto('/dispatchers?add')
  await fill(page, { Name: 'Zoë' })
  await button(page, 'Cancel').click()
  const question = page.getByRole('alertdialog')
  expect(await question.getByRole('button').allInnerTexts()).toEqual(['Keep editing', 'Discard'])
  await button(page, 'Keep editing').click()
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Zoë')
})

test.each([1440, 768, 390])(
  'A9.toasts.1 C62 At %i px a toast covers neither titles nor figures',
  async (width) => {
    const page = await app.enter({ width })
    await openFailedForm(page)
    const toast = page.locator(TOAST)
    await expectApart(toast, page.getByRole('dialog').getByRole('heading'))
    await expectApart(toast, page.getByRole('dialog'))
    await page.unrouteAll()
    await button(page, 'Save').click()
    await findToast(page, 'Dispatcher added successfully').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectApart(toast, page.getByRole('heading', { level: 1 }))
    await expectApart(toast, page.getByRole('button', { name: /toggle sidebar/i }))
    await expectApart(toast, page.getByRole('button', { name: /dark mode/ }))
  },
)

test('B22 C62 A conflict is resolved field by field, and says who made the other save', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', {
    ...makeSample('trucks', 1),
    make: 'Volvo',
    model: 'VNL',
  })
  const other = await page.context().newPage()
  for (const [tab, make] of [
    [page, 'Kenworth'],
    [other, 'Mack'],
  ] as const) {
    await tab.goto('/trucks')
    await button(tab, 'Edit T-1').click()
    await fill(tab, { Make: make })
  }
  await fill(other, { Model: 'Anthem' })
  await button(other, 'Save').click()
  await findToast(other, 'Truck updated successfully').waitFor()
  app.expectComplaint(/412/)
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'This record was changed' })
  await dialog.getByText(/You saved it yourself/).waitFor()
  const version = (field: string, text: string) =>
    dialog.getByRole('group', { name: field }).getByRole('radio', { name: text })
  expect(await version('Make', 'Your version: Kenworth').isChecked()).toBe(true)
  expect(await version('Model', 'Saved version: Anthem').isChecked()).toBe(true)
  await expectAccessible(page)
  await button(page, 'Save as chosen').click()
  await findToast(page, 'Truck updated successfully').waitFor()
  const stored = await (await page.request.get(`/api/trucks/${truck.id}`)).json()
  expect(stored).toMatchObject({ make: 'Kenworth', model: 'Anthem', version: 3 })

  // Another device: this browser does not know the version.
  await page.getByRole('cell', { name: 'Kenworth Anthem' }).waitFor()
  await button(page, 'Edit T-1').click()
  await fill(page, { Make: 'Peterbilt' })
  await page.request.put(`/api/trucks/${truck.id}`, { data: { ...stored, model: '389' } })
  await button(page, 'Save').click()
  await dialog.getByText(/Someone saved it/).waitFor()
})

test('B22 A save whose response was lost does not conflict with itself', async () => {
  const page = await app.enter()
  await create(page, 'trucks', makeSample('trucks', 1))
  await page.goto('/trucks')
  await button(page, 'Edit T-1').click()
  await fill(page, { Make: 'Kenworth' })
  await page.route('**/api/trucks/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  app.expectComplaint(/ERR_FAILED|412/)
  await button(page, 'Save').click()
  await findToast(page, 'Failed to update truck').waitFor()
  await page.unrouteAll()
  await button(page, 'Save').click()
  await findToast(page, 'Truck updated successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
