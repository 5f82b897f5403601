import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { openSaved, createSettlement } from './settlement-steps.ts'
import { button } from './steps.ts'

const app = startApp()

const OPEN = 'li[data-state=open]'

/** A page with an open toast. */
async function openToast(): Promise<Page> {
  const page = await app.enter()
  await page.goto('/settlements')
  await page.getByRole('button', { name: 'Load Settlement Data' }).click()
  await findToast(page, 'Please select truck and settlement date').waitFor()
  return page
}

test('A9.toasts.1 A new toast replaces the current one', async () => {
  const page = await openToast()
  await create(page, 'dispatchers', makeSample('dispatchers'))
  await page.getByRole('link', { name: 'Dispatchers' }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await findToast(page, 'Dispatcher deleted successfully').waitFor()
  expect(await page.locator(OPEN).count()).toBe(1)
  await expectAccessible(page)
})

test('A9.toasts.1 A toast disappears after five seconds', async () => {
  const page = await app.enter()
  await page.clock.install()
  await page.goto('/settlements')
  await page.getByRole('button', { name: 'Load Settlement Data' }).waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Load Settlement Data' }).click()
  await page.locator(OPEN).waitFor()
  await page.clock.runFor(4900)
  expect(await page.locator(OPEN).count()).toBe(1)
  await page.clock.runFor(200)
  await page.locator(OPEN).waitFor({ state: 'detached' })
})

test.each([
  ['60 px to the right removes a toast', 60, 0],
  ['40 px to the right keeps it', 40, 1],
  ['60 px to the left keeps it', -60, 1],
])('A9.toasts.2 A swipe of %s', async (_, distance, left) => {
  const page = await openToast()
  const { x = 0, y = 0 } = (await page.locator(OPEN).boundingBox()) ?? {}
  await page.mouse.move(x + 100, y + 15)
  await page.mouse.down()
  for (let step = 1; step <= 10; step++)
    await page.mouse.move(x + 100 + (distance * step) / 10, y + 15)
  await page.mouse.up()
  await expect.poll(() => page.locator(OPEN).count()).toBe(left)
})

test('B38 A9.toasts.1 On a phone a toast does not cover the form’s buttons', async () => {
  const page = await app.enter({ width: 360 })
  await page.goto('/loads?add')
  await page.getByLabel('Broker', { exact: true }).click()
  await page.getByPlaceholder('Type to search').fill('Prairie')
  await page.getByRole('option', { name: '+ Add New Broker' }).click()
  const quick = page.getByRole('dialog', { name: 'Add New Broker' })
  await quick.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Broker added successfully').waitFor()
  const toast = await page.locator(OPEN).boundingBox()
  for (const name of ['Cancel', 'Save']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  }
})

test('B38 A9.toasts.1 On a phone an error toast does not cover the invalid field', async () => {
  const page = await app.enter({ width: 360 })
  await create(page, 'loads', makeSample('loads', 1))
  await page.goto('/loads')
  await page.getByRole('button', { name: 'More actions for L-1' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const number = page.getByLabel(/^Load #/)
  await number.fill('L-1')
  const form = await page.getByRole('dialog').boundingBox()
  const hidden = ((await number.boundingBox())?.y ?? 0) - (form?.y ?? 0) + 10
  await page.getByRole('tab', { name: 'Route' }).click()
  await page.getByLabel(/^Pickup Date/).fill('11/20/2026')
  // The field is cut off at the top. Without our scrolling, the browser would move it to the edge, below the toast.
  await page.getByRole('dialog').evaluate((dialog, cut) => dialog.scrollTo(0, cut), hidden)
  app.expectComplaint(/409/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Failed to add load').waitFor()
  await number.and(page.locator(':focus')).waitFor()
  const toast = await page.locator(OPEN).boundingBox()
  const field = await number.boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(field?.y ?? 0)
})

test('A9.tooltips.1 A tooltip outside the sidebar appears after 700 ms', async () => {
  const page = await app.enter()
  await create(page, 'dispatchers', makeSample('dispatchers'))
  await page.clock.install()
  await page.goto('/dispatchers')
  const edit = page.getByRole('button', { name: /^Edit/ })
  await edit.waitFor()
  await edit.hover()
  await page.clock.runFor(650)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await page.clock.runFor(100)
  await page.getByRole('tooltip').waitFor()
})

test('A7.1 Calls send the cookie, and a content type only with a body', async () => {
  const page = await app.enter()
  const calls: Request[] = []
  page.on('request', (call) => {
    if (call.url().includes('/api/')) calls.push(call)
  })
  await create(page, 'dispatchers', makeSample('dispatchers'))
  await page.goto('/dispatchers')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel(/^Name/).fill('Ann')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Dispatcher updated successfully').waitFor()
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await findToast(page, 'Dispatcher deleted successfully').waitFor()
  for (const call of calls) {
    const headers = await call.allHeaders()
    expect(headers['content-type']).toBe(call.method() === 'PUT' ? 'application/json' : undefined)
    expect(headers.cookie).toBeTruthy()
  }
  expect(new Set(calls.map((call) => call.method()))).toEqual(new Set(['GET', 'PUT', 'DELETE']))
})

test('A7.3 A7.4 Time, focus, navigation and failures do not trigger a refetch', async () => {
  const page = await app.enter()
  await page.clock.install()
  const readPaths: string[] = []
  page.on('request', (call) => {
    const { pathname } = new URL(call.url())
    if (pathname.startsWith('/api/')) readPaths.push(pathname)
  })
  await page.route('**/api/dashboard?*', (route) =>
    route.fulfill({ status: 400, json: { message: 'Unavailable' } }),
  )
  app.expectComplaint(/400/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.getByRole('link', { name: 'Drivers' }).click()
  await page.getByText('No data available').waitFor()
  await page.clock.runFor(24 * 60 * 60 * 1000)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'))
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
  })
  await page.getByRole('link', { name: 'Owners' }).click()
  await page.getByText('No data available').waitFor()
  await page.getByRole('link', { name: 'Drivers' }).click()
  await page.getByText('No data available').waitFor()
  const times = (path: string) => readPaths.filter((read) => read === path).length
  expect(times('/api/auth/user')).toBe(1)
  expect(times('/api/dashboard')).toBe(1)
  expect(times('/api/drivers')).toBe(1)
  expect(times('/api/owners')).toBe(1)
})

test('B7 A failed request shows its error and can be retried', async () => {
  const page = await app.enter()
  await page.route('**/api/drivers?*', (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await page.goto('/drivers')
  await page.getByText(/Can't reach the server/).waitFor()
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('No data available').waitFor()
})

test('B7 Each card of a settlement that failed to load has its own Retry', async () => {
  const page = await app.enter()
  const { truckId } = await createSettlement(page)
  const cards = /\/api\/(settlements\/(waiting|drift)|billing\/\d+\/(expenses|balances))/
  await page.route(cards, (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await openSaved(page, truckId)
  const retry = button(page, 'Retry')
  await expect.poll(() => retry.count()).toBe(4)
  await expectAccessible(page)
  await page.unrouteAll()
  for (let left = 4; left > 0; left--) {
    await retry.first().click()
    await expect.poll(() => retry.count()).toBe(left - 1)
  }
})
