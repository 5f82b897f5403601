import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, enterCompany, expectAccessible, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

/** Two brokers with delivered loads. */
async function addLoads(page: Page, count: number): Promise<void> {
  const brokers: number[] = []
  for (const [at, companyName] of ['Acme Freight', 'Big Lake Logistics'].entries()) {
    const broker = { ...makeSample('brokers', at), companyName, address: '12 Main St, Dallas, TX' }
    brokers.push((await create(page, 'brokers', broker)).id)
  }
  for (let at = 0; at < count; at++) {
    await create(page, 'loads', {
      ...makeSample('loads', at),
      loadId: `L-${at + 1}`,
      brokerId: brokers[at % 2],
      brokerLoadNumber: `B-${at + 1}`,
      revenue: '1000.00',
      deliveryStatus: 'delivered',
      bolStatus: 'received',
      paymentStatus: 'unpaid',
    })
  }
}

test('C173 Six loads of two brokers are billed with four keys, and the focus is never lost', async () => {
  const page = await app.enter()
  await enterCompany(page)
  await addLoads(page, 6)
  await page.goto('/invoices')
  await page.getByText('0 of 6 selected').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Control+a')
  await page.getByText('6 of 6 selected').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: '6 Invoices, $6,000.00' }).waitFor()
  await button(page, 'Approve 6 Invoices').and(page.locator(':focus')).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText('6 of 6 invoices approved').waitFor()
  await button(page, 'Done').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('No load is ready to bill.').waitFor()
  await page.locator('main :focus').first().waitFor()
  await page.getByRole('link', { name: /^Open/ }).click()
  const invoice = page.getByRole('link', { name: '6', exact: true })
  await invoice.waitFor()
  await expectAccessible(page)
  await invoice.click()
  await button(page, 'Credit').click()
  await page.getByLabel('Some of it').check()
  await expectAccessible(page, '[role=dialog]')
})
