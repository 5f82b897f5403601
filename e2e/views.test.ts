import { expect, test } from 'vitest'
import { expectAccessible, startApp } from './app.ts'
import { box, currentView, enterWithLoads, expectLoads } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

test('B61 B62 C55 Chosen columns, one line in rows and a saved view stay after a reload; a menu names the actions', async () => {
  const page = await enterWithLoads(app)
  // The days of this year have no year.
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/loads?sort=-revenue')
  const trip = page.getByText('11/16 – 11/18 · 781 mi').first()
  await trip.waitFor()
  await button(page, 'Columns').click()
  await box(page, 'Miles').click()
  await box(page, 'Second line in rows').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await button(page, 'Save view').click()
  await expectAccessible(page)
  await page.getByLabel(/^View name/).fill('Miles')
  await button(page, 'Save').click()
  await currentView(page, 'Miles').waitFor()
  await page.goto('/loads')
  await page.getByRole('link', { name: 'Miles' }).click()
  await page.getByRole('columnheader', { name: 'Miles' }).waitFor()
  await expectLoads(page, ['L-3', 'L-2', 'L-1', 'L-4'])
  expect(await trip.count()).toBe(0)

  await button(page, 'More actions for L-1').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'View' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('More actions for L-1')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit Load' }).waitFor()
})

test('B62 From 768 to 1100 px only the table scrolls; first column and actions stay in view', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await page.getByText('L-1', { exact: true }).waitFor()
  for (const width of [768, 900, 1024, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    const [contentWidth, windowWidth] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ])
    expect(contentWidth).toBe(windowWidth)
    await page.locator('table').evaluate((table) => table.parentElement?.scrollTo(200, 0))
    const row = page.getByRole('row').last()
    for (const place of [
      box(page, 'Select L-1'),
      row.getByRole('button', { name: 'More actions for L-1' }),
    ]) {
      const frame = await place.boundingBox()
      expect(frame && frame.x > 0 && frame.x + frame.width < width).toBe(true)
      await place.click({ trial: true })
    }
  }
})
