import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp, findToast } from './app.ts'
import { button, fill } from './steps.ts'

const app = startApp()

const OPEN = 'li[data-state=open]'

test('A9.toasts.2 A swipe of 60 px to the right removes a toast; a shorter one or one to the left keeps it', async () => {
  const page = await app.enter()
  await page.goto('/settlements')
  await button(page, 'Load Settlement Data').click()
  await findToast(page, 'Please select truck and settlement date').waitFor()
  const { x = 0, y = 0 } = (await page.locator(OPEN).boundingBox()) ?? {}
  const swipe = async (distance: number) => {
    await page.mouse.move(x + 100, y + 15)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++)
      await page.mouse.move(x + 100 + (distance * step) / 10, y + 15)
    await page.mouse.up()
  }
  // The pointer above it keeps the toast open.
  for (const distance of [40, -60]) {
    await swipe(distance)
    await expect.poll(async () => (await page.locator(OPEN).boundingBox())?.x).toBe(x)
  }
  await swipe(60)
  await page.locator(OPEN).waitFor({ state: 'detached' })
})

test('B38 A9.toasts.1 On a phone a toast covers neither the form’s buttons nor the navigation', async () => {
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
    const found = await button(page, name).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(found?.y ?? 0)
  }
  await page.goto('/dispatchers?add')
  await fill(page, { Name: 'Zoë', Phone: '555', Email: 'zoe@example.com' })
  await button(page, 'Save').click()
  await findToast(page, 'Dispatcher added successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+b')
  await page.getByRole('link', { name: 'Settings' }).click({ timeout: 2000 })
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
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
