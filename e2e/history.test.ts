import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp } from './app.ts'

const app = startApp()

test('B38 B64 The history fits a phone in the light theme', async () => {
  const page = await app.enter({ theme: 'light', width: 360 })
  const { id: truckId } = await create(page, 'trucks', makeSample('trucks'))
  const place = { truckId, settlementDate: '2026-11-20' }
  await create(page, 'loads', { ...makeSample('loads'), ...place })
  await create(page, 'billing', { ...place, fuel: '10.00' })
  await page.goto('/settlements/history')
  await page.getByText('11/20/2026').waitFor()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
