import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp, enterCompany } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

/** Two brokers with delivered loads. */
async function addLoads(page: Page, count: number): Promise<{ brokerId: number; loads: number[] }> {
  const brokers: number[] = []
  for (const [at, companyName] of ['Acme Freight', 'Big Lake Logistics'].entries()) {
    const broker = { ...makeSample('brokers', at), companyName, address: '12 Main St, Dallas, TX' }
    brokers.push((await create(page, 'brokers', broker)).id)
  }
  const loads: number[] = []
  for (let at = 0; at < count; at++) {
    const { id } = await create(page, 'loads', {
      ...makeSample('loads', at),
      loadId: `L-${at + 1}`,
      brokerId: brokers[at % 2],
      brokerLoadNumber: `B-${at + 1}`,
      revenue: '1000.00',
      deliveryStatus: 'delivered',
      bolStatus: 'received',
      paymentStatus: 'unpaid',
    })
    loads.push(id)
  }
  return { brokerId: brokers[0] ?? 0, loads }
}

async function post<Result>(page: Page, path: string, data: object = {}): Promise<Result> {
  const response = await page.request.post(path, { data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (await response.json()) as Result
}

/** An approved invoice of one load of $1,000.00. */
async function approveOne(page: Page): Promise<{ invoice: Invoice; loadId: number }> {
  const { brokerId, loads } = await addLoads(page, 1)
  const loadId = loads[0] ?? 0
  const { created } = await post<CreatedInvoices>(page, '/api/invoices', {
    brokerId,
    loadIds: [loadId],
  })
  // The browser's day, which differs from the server's in the evening.
  const today = new Date().toLocaleDateString('en-CA')
  const invoice = await post<Invoice>(page, `/api/invoices/${created[0]?.id}/approve`, { today })
  return { invoice, loadId }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

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
  await page.getByRole('link', { name: /^Sent/ }).click()
  await page.getByRole('link', { name: '6', exact: true }).waitFor()
  await expectAccessible(page)
})

test('C173 The arrow keys, Space and Shift select loads of a broker', async () => {
  const page = await app.enter()
  await addLoads(page, 6)
  await page.goto('/invoices')
  await page.getByText('0 of 6 selected').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.getByText('1 of 6 selected').waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('3 of 6 selected').waitFor()
  await page.keyboard.press('Shift+ArrowUp')
  await page.getByText('2 of 6 selected').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await page.getByText('3 of 6 selected').waitFor()
  await page.getByLabel('One invoice per broker').check()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: '2 Invoices, $3,000.00' }).waitFor()
  await button(page, /^Show lines/)
    .first()
    .click()
  await page.getByRole('cell', { name: 'Line Haul' }).first().waitFor()
})

test('C170 C171 A charge that changed after approval is shown, and the invoice is credited and billed again', async () => {
  const page = await app.enter()
  const { invoice, loadId } = await approveOne(page)
  const load = (await (await page.request.get(`/api/loads/${loadId}`)).json()) as object
  const changed = await page.request.put(`/api/loads/${loadId}`, {
    data: { ...load, revenue: '1150.00' },
  })
  expect(changed.status()).toBe(200)
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByText('billed $1,000.00, today $1,150.00').waitFor()
  await expectAccessible(page)
  await page
    .getByRole('region', { name: 'Changed loads' })
    .getByRole('button', { name: 'Credit and Rebill' })
    .click()
  await page.getByLabel(/^Reason/).fill('Detention was approved')
  await page.keyboard.press('Control+Enter')
  await heading(page, 'Draft Invoice').waitFor()
  await page.getByText('$1,150.00').first().waitFor()
  await button(page, 'Approve').click()
  await heading(page, 'Invoice 3').waitFor()
  await page.getByRole('link', { name: 'Open the invoice' }).click()
  await heading(page, 'Invoice 1').waitFor()
  await page.getByRole('link', { name: 'Credit Note 2' }).click()
  await heading(page, 'Credit Note 2').waitFor()
})

test('C169 An invoice with a credit note is not voided, and what was typed stays', async () => {
  const page = await app.enter()
  const { invoice } = await approveOne(page)
  await page.goto(`/invoices/${invoice.id}`)
  await button(page, 'Credit').click()
  await page.getByLabel(/^Reason/).fill('Late delivery')
  await page.getByLabel('Some of it').check()
  await page.getByLabel('L-1: Line Haul').fill('1200')
  await button(page, 'Credit $1,200.00').click()
  await page.getByText('Only $1,000.00 is left of this line').waitFor()
  await page.getByLabel('L-1: Line Haul').fill('200')
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Credit Note 2 created').waitFor()
  await page.getByText('$800.00').first().waitFor()
  app.expectComplaint(/409/)
  await button(page, 'Void').click()
  await page.getByLabel(/^Reason/).fill('Billed twice')
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Failed to void').waitFor()
  expect(await page.getByLabel(/^Reason/).inputValue()).toBe('Billed twice')
})

test('C165 A draft is edited, and a load is billed from its page on a phone', async () => {
  const page = await app.enter({ width: 390 })
  await enterCompany(page)
  const { loads } = await addLoads(page, 1)
  await page.goto(`/loads/${loads[0]}`)
  await button(page, 'Bill This Load').click()
  await heading(page, 'Draft Invoice').waitFor()
  await button(page, 'Edit Draft').click()
  await page.getByLabel('Terms (Days)').fill('15')
  await button(page, 'Add Extra Line').click()
  await button(page, 'Save').click()
  await page.getByText('Description is required').waitFor()
  await page.getByLabel(/^Description/).fill('Discount')
  await page.getByLabel(/^Amount/).fill('-50')
  await page.getByLabel(/^Reason/).fill('Agreed by phone')
  await expectAccessible(page, '[role=dialog]')
  await button(page, 'Save').click()
  await findToast(page, 'Draft updated').waitFor()
  await page.getByText('$950.00').first().waitFor()
  await expectAccessible(page)
  await button(page, 'Approve').click()
  await heading(page, 'Invoice 1').waitFor()
  await page.goto(`/loads/${loads[0]}`)
  await page.getByRole('link', { name: 'Invoice 1' }).waitFor()
})
