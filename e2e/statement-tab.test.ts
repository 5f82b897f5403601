import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { create, startApp, findToast } from './app.ts'
import { loadSettlement, openSettlements, createTruckWithLoads } from './settlement-steps.ts'
import { button } from './steps.ts'

const app = startApp()

async function openDraft(page: Page): Promise<void> {
  const truckId = await createTruckWithLoads(page, { '2026-11-20': ['1000'] })
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20' })
  await openSettlements(page)
  await loadSettlement(page)
  await findToast(page, 'Loaded existing settlement data').waitFor()
}

test('A7.9 A8.settlement.5 B31 The PDF opens in a new tab', async () => {
  const page = await app.enter()
  await openDraft(page)
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
})

test('A7.9 The PDF opens in the same tab if new tabs are blocked', async () => {
  const page = await app.enter()
  await openDraft(page)
  await page.evaluate(() => (window.open = () => null))
  const opened = page.waitForEvent('request', (request) => request.isNavigationRequest())
  await button(page, 'Generate PDF Invoice').click()
  expect((await opened).url()).toMatch(/\.pdf\?haulbook-account=/)
})

test('A8.settlement.7 A PDF without a URL shows a message', async () => {
  const page = await app.enter()
  await openDraft(page)
  await page.route('**/generate-pdf', (route) => route.fulfill({ json: {} }))
  await button(page, 'Generate PDF Invoice').click()
  await findToast(page, "PDF generated but couldn't open")
    .filter({ hasText: 'Please check the settlements folder' })
    .waitFor()
})

test('A8.settlement.6 A failed PDF shows a message', async () => {
  const page = await app.enter()
  await openDraft(page)
  await page.route('**/generate-pdf', (route) =>
    route.fulfill({ status: 409, json: { message: 'Not today' } }),
  )
  app.expectComplaint(/409/)
  await button(page, 'Generate PDF Invoice').click()
  await findToast(page, 'Failed to generate PDF invoice').filter({ hasText: 'Not today' }).waitFor()
})
