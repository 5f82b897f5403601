import { expect, test } from 'vitest'
import { startApp } from './app.ts'
import { createSettlement, openSaved } from './settlement-steps.ts'

const app = startApp()

test('C57 At 360 px the totals are in view while a user types, and unused categories are short', async () => {
  const page = await app.enter({ width: 360 })
  const { truckId } = await createSettlement(page, { fuel: '100' })
  await openSaved(page, truckId)
  // The height that a phone's keyboard leaves free.
  await page.setViewportSize({ width: 360, height: 400 })
  const tolls = page.getByLabel('Tolls', { exact: true })
  const rowHeight = async (label: string) =>
    (await page.locator('form > div > div').filter({ hasText: label }).boundingBox())?.height ?? 0
  expect(await rowHeight('Tolls')).toBeLessThan(await rowHeight('Fuel'))
  await tolls.click()
  await page.keyboard.type('12.5')
  const totals = page.getByLabel('Current totals')
  await totals.getByText('$887.50').waitFor()
  const [above, field] = await Promise.all([totals.boundingBox(), tolls.boundingBox()])
  expect(above?.y).toBeGreaterThanOrEqual(0)
  expect(field?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(400)
})
