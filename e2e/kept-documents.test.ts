/** Documents of a factor and of a check, and the letter for the broker's record (SPEC C289–C291). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { BROKER_RECORD } from '#core/receivables/broker-record.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

const FACTOR = {
  name: 'Apex Funding',
  remitTo: 'P.O. Box 1\nFort Worth, TX 76101',
  notice: 'This invoice is assigned to Apex Funding.',
  email: null,
  clientNumber: 'C-9',
  advancePercent: '90',
  feePercent: '3',
  recourseDays: 90,
  isDefault: false,
  firstDay: '2026-01-01',
  lastDay: null,
}

async function post(page: Page, path: string, data: object) {
  const response = await page.request.post(`/api/${path}`, { data })
  expect([path, response.status()]).toEqual([path, 201])
  return (await response.json()) as { id: number; created: { id: number }[] }
}

async function add(page: Page, label: string, name: string): Promise<void> {
  const buffer = makePdf({ pages: 1, text: name })
  await page.getByLabel(label).setInputFiles({ name, mimeType: 'application/pdf', buffer })
}

test('C290 A release letter is kept on the factor’s page, and its deletion can be undone', async () => {
  const page = await app.enter()
  const { id } = await post(page, 'factors', FACTOR)
  await page.goto(`/factoring/${id}`)
  await page.getByText('No release letters yet.').waitFor()
  await add(page, 'Add Release Letter', 'Release of 1042.pdf')
  const name = 'Release Letter Release of 1042 (1 p).pdf'
  await findToast(page, `${name} added`).waitFor()
  await button(page, name).waitFor()
  await expectAccessible(page)
  await button(page, `Delete ${name}`).click()
  await page.getByText('No release letters yet.').waitFor()
  await button(page, 'Undo').click()
  await button(page, name).waitFor()
})

test('C291 A PDF of the page that a user checked is kept with the manual check', async () => {
  const page = await app.enter()
  const broker = await create(page, 'brokers', { ...makeSample('brokers'), companyName: 'Summit' })
  const check = { day: '2026-11-20', result: 'active', note: 'Called the broker' }
  await post(page, `brokers/${broker.id}/checks`, check)
  await page.goto(`/brokers/${broker.id}`)
  await add(page, 'Add Page or PDF', 'safer.pdf')
  await button(page, 'Broker Check safer (1 p).pdf').waitFor()
  await expectAccessible(page)
})

test('C289 The invoice links to the letter and says that contracts may waive the right', async () => {
  const page = await app.enter()
  const broker = await create(page, 'brokers', {
    ...makeSample('brokers'),
    address: '1 Main St\nDallas, TX 75201',
  })
  const load = { ...makeSample('loads'), brokerId: broker.id, deliveryStatus: 'delivered' }
  const { id: loadId } = await create(page, 'loads', load)
  const { created } = await post(page, 'invoices', { brokerId: broker.id, loadIds: [loadId] })
  const path = `invoices/${created[0]?.id}`
  const confirmed = ['papers', 'confirmation', 'asked']
  await page.request.post(`/api/${path}/approve`, { data: { confirmed } })
  await page.goto(`/${path}`)
  const link = page.getByRole('link', { name: 'Request Broker’s Record' })
  await link.waitFor()
  await page.getByText(BROKER_RECORD.hint).waitFor()
  await expectAccessible(page)
  const letter = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([letter.status(), letter.headers()['content-type']]).toEqual([200, 'application/pdf'])
})
