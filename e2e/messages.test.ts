import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp, findToast } from './app.ts'
import { button, fill } from './steps.ts'

const app = startApp()

const OPEN = 'li[data-state=open]'

async function readBox(page: Page, selector = OPEN) {
  const box = await page.locator(selector).boundingBox()
  return { x: box?.x ?? 0, y: box?.y ?? 0, end: (box?.y ?? 0) + (box?.height ?? 0) }
}

/** Drags the toast `distance` px to the right. */
async function swipe(page: Page, distance: number): Promise<void> {
  const { x, y } = await readBox(page)
  await page.mouse.move(x + 100, y + 15)
  await page.mouse.down()
  for (let step = 1; step <= 10; step++)
    await page.mouse.move(x + 100 + (distance * step) / 10, y + 15)
  await page.mouse.up()
}

test('B38 A9.toasts.1 A9.toasts.2 On a phone a toast covers neither buttons nor the navigation, and is swiped away', async () => {
  const page = await app.enter({ width: 360 })
  await page.goto('/loads?add')
  await page.getByLabel('Broker', { exact: true }).click()
  await page.getByPlaceholder('Type to search').fill('Prairie')
  await page.getByRole('option', { name: '+ Add New Broker' }).click()
  const quick = page.getByRole('dialog', { name: 'Add New Broker' })
  await quick.getByRole('button', { name: 'Save', exact: true }).click()
  // The pointer above it keeps the toast open.
  await page.locator(OPEN).filter({ hasText: 'Broker added successfully' }).hover()
  const { x, end } = await readBox(page)
  for (const name of ['Cancel', 'Save']) {
    const found = await button(page, name).boundingBox()
    expect(end).toBeLessThan(found?.y ?? 0)
  }
  for (const distance of [40, -60]) {
    await swipe(page, distance)
    await expect.poll(async () => (await readBox(page)).x).toBe(x)
  }
  await swipe(page, 60)
  await page.locator(OPEN).waitFor({ state: 'detached' })

  await page.goto('/dispatchers?add')
  await fill(page, { Name: 'Zoë', Phone: '555', Email: 'zoe@example.com' })
  await button(page, 'Save').click()
  await findToast(page, 'Dispatcher added successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+b')
  await page.getByRole('link', { name: 'Settings' }).click()
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
  await page.locator(OPEN).filter({ hasText: 'Failed to add load' }).hover()
  await number.and(page.locator(':focus')).waitFor()
  const toast = await page.locator(OPEN).boundingBox()
  const field = await number.boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(field?.y ?? 0)
})
