import { expect, test } from 'vitest'
import { expectAccessible, startApp } from './app.ts'
import { addFilter, box, enterWithLoads, expectLoads, query } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

test('B60 A status filter has several values; Back and a reload restore them', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await addFilter(page, 'Payment Status')
  await box(page, 'Unpaid').click()
  await box(page, 'Pending').click()
  await expectLoads(page, ['L-2', 'L-1'])
  expect(query(page)).toEqual({ paymentStatus: 'unpaid,pending' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await button(page, 'Payment Status: Unpaid, Pending').waitFor()
  await page.reload()
  await expectLoads(page, ['L-2', 'L-1'])
  await button(page, 'Remove filter: Payment Status').click()
  await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
  await page.goBack()
  await expectLoads(page, ['L-2', 'L-1'])
})
