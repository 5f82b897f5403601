import { expect, test } from 'vitest'
import { expectAccessible, startApp, findToast } from './app.ts'
import { box, enterWithLoads } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

test('B63 C44 A range is selected, one status is set for all of it and undone; the selection stays', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await box(page, 'Select L-4').click()
  await box(page, 'Select L-2').click({ modifiers: ['Shift'] })
  await page.getByText('3 loads selected').waitFor()
  await expectAccessible(page)
  await button(page, 'Set Status…').click()
  await page.getByRole('region', { name: 'Payment Status' }).getByText('Processed').click()
  await findToast(page, '3 loads updated successfully').waitFor()
  await expect.poll(() => page.getByRole('row').getByText('Processed').count()).toBe(3)
  await page.getByText('3 loads selected').waitFor()
  await expectAccessible(page)
  await button(page, 'Undo').click()
  await findToast(page, '3 loads reverted').waitFor()
  await expect.poll(() => page.getByRole('row').getByText('Processed').count()).toBe(0)
})

test('B38 The list with a selection is accessible and fits on a phone', async () => {
  const width = 360
  const page = await enterWithLoads(app, { theme: 'dark', width })
  await page.goto('/loads?paymentStatus=unpaid,paid&revenue.from=10')
  await box(page, 'Select L-3').click()
  await page.getByText('1 load selected').waitFor()
  await expectAccessible(page)
  await button(page, 'Set Status…').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await button(page, 'Sort, filter and columns: filtered by 2').click()
  await page.getByText('Columns', { exact: true }).click()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})
