/** The focus, elements that cover others, and the format of typed values. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp } from './app.ts'
import { enterWithLoads } from './loads-list.ts'
import { button, fill, hold, selectedOption } from './steps.ts'

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
  await keepToast(page, 'Failed to add dispatcher')
}

/** Waits for a toast, and keeps it: it closes after five seconds, but not below the pointer. */
async function keepToast(page: Page, text: string) {
  await page.locator(TOAST).filter({ hasText: text }).hover()
}

async function countTabs(page: Page, target: string): Promise<number> {
  for (let stops = 1; stops <= 60; stops++) {
    await page.keyboard.press('Tab')
    // The first stop skips the navigation.
    if (stops === 1) {
      await page.keyboard.press('Enter')
      await page.locator('#main:focus').waitFor()
    }
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
  expect((await page.locator(TOAST).boundingBox())?.width).toBeLessThanOrEqual(420)
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
  await selectedOption(page, 'Brokers').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Brokers' }).waitFor()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('C469 A form has what is typed before its code has loaded', async () => {
  const page = await app.enter()
  const release = await hold(page, '**/person-form*.js')
  await page.goto('/drivers')
  await page.getByText('No data available').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Loading...' }).waitFor({ state: 'attached' })
  await page.keyboard.type('Ana Luz')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ana@')
  release()
  const form = page.getByRole('dialog', { name: 'Add New Driver' })
  await form.waitFor()
  await page.keyboard.type('example.com')
  expect(await form.getByLabel('Name').first().inputValue()).toBe('Ana Lu')
  expect(await form.getByLabel('Email').first().inputValue()).toBe('ana@example.com')
})

test('B38 C62 The first tab stop skips the navigation, and at most seven tab stops lead to the first row; arrows move within a group', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await page.getByRole('cell', { name: 'L-1', exact: true }).waitFor()
  expect(await countTabs(page, 'tbody tr')).toBeLessThanOrEqual(7)
  await page.keyboard.press('Shift+Tab')
  await page
    .getByRole('checkbox', { name: 'Select this page' })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('ArrowRight')
  await button(page, 'Load #').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.locator('th[aria-sort=ascending]', { hasText: 'Truck' }).waitFor()
  await button(page, 'Truck').and(page.locator(':focus')).waitFor()
  await expectAccessible(page)
})

test('A9.toasts.1 C62 At any width a toast covers neither titles nor figures', async () => {
  const page = await app.enter()
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
    await openFailedForm(page)
    const toast = page.locator(TOAST)
    await expectApart(toast, page.getByRole('dialog').getByRole('heading'))
    await expectApart(toast, page.getByRole('dialog'))
    await page.unrouteAll()
    await button(page, 'Save').click()
    await keepToast(page, 'Dispatcher added successfully')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectApart(toast, page.getByRole('heading', { level: 1 }))
    await expectApart(toast, page.getByRole('button', { name: /toggle sidebar/i }))
    await expectApart(toast, page.getByRole('button', { name: /dark mode/ }))
  }
})
