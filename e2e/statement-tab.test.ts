import { expect, test } from 'vitest'
import { startApp, findToast } from './app.ts'
import { createSettlement, openSaved } from './settlement-steps.ts'
import { button } from './steps.ts'

const app = startApp()

test('A7.9 A8.settlement.5 B31 The PDF opens in a new tab, or in the same one if new tabs are blocked', async () => {
  const page = await app.enter()
  const { truckId } = await createSettlement(page)
  await openSaved(page, truckId)
  const tab = page.context().waitForEvent('page')
  const requested = page
    .context()
    .waitForEvent('request', (request) => request.url().includes('.pdf?'))
  await button(page, 'Generate PDF Invoice').click()
  const toast = findToast(page, 'PDF invoice generated successfully')
  await toast.filter({ hasText: 'Opening settlement statement...' }).waitFor()
  expect(await tab).not.toBe(page)
  const response = await (await requested).response()
  expect(response?.headers()['content-type']).toBe('application/pdf')
  expect(new URL(page.url()).pathname).toBe('/settlements')

  await page.evaluate(() => (window.open = () => null))
  const opened = page.waitForEvent('request', (request) => request.isNavigationRequest())
  await button(page, 'Generate PDF Invoice').click()
  expect((await opened).url()).toMatch(/\.pdf\?haulbook-account=/)
})
