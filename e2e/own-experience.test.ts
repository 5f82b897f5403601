/** What the carrier's own records show: how a broker pays, and papers that came long ago (SPEC C256, C273). */
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp, enterCompany } from './app.ts'
import { button } from './steps.ts'

const app = startApp()
const { SCREENSHOTS } = process.env
/** The server's day: the papers of a load that is saved now were received on it. */
const TODAY = new Date().toLocaleDateString('en-CA')

async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function send<Of>(page: Page, path: string, data: object): Promise<Of> {
  const response = await page.request.post(`/api/${path}`, { data })
  expect(response.status(), await response.text()).toBeLessThan(300)
  return (await response.json()) as Of
}

test('C256 C273 A broker check begins with how it pays; the run names loads with late papers', async () => {
  const page = await app.enter({ theme: 'dark' })
  await enterCompany(page)
  const owner = await create(page, 'owners', makeSample('owners'))
  const truck = await create(page, 'trucks', { ...makeSample('trucks'), ownerId: owner.id })
  const broker = await create(page, 'brokers', {
    ...makeSample('brokers'),
    companyName: 'Acme Logistics',
    address: '1 Main St',
  })
  const settlementDate = addDays(TODAY, -3)
  const days = { pickupDate: addDays(TODAY, -30), deliveryDate: addDays(TODAY, -29) }
  const load = { ...makeSample('loads'), loadId: '1042', truckId: truck.id, brokerId: broker.id }
  const { id } = await create(page, 'loads', {
    ...load,
    ...days,
    settlementDate,
    revenue: '2500.00',
    deliveryStatus: 'delivered',
    bolStatus: 'received',
  })
  await page.goto(`/brokers/${broker.id}`)
  const check = page.getByRole('region', { name: 'Broker Check' })
  await check.getByText('No payments yet, terms 30').waitFor()
  const { created } = await send<{ created: { id: number; version: number }[] }>(
    ...([page, 'invoices', { brokerId: broker.id, loadIds: [id] }] as const),
  )
  const [{ id: invoiceId, version } = { id: 0, version: 0 }] = created
  const dates = { invoiceDate: days.deliveryDate, termsDays: 30, extras: [], version }
  await page.request.put(`/api/invoices/${invoiceId}`, { data: dates })
  const confirmed = ['papers', 'confirmation', 'asked', 'invoiceDate']
  await send(page, `invoices/${invoiceId}/approve`, { confirmed })
  const differences = [{ kind: 'short-pay-disputed', amount: '150', reason: 'Detention' }]
  await send(page, 'receipts', {
    brokerId: broker.id,
    receivedOn: TODAY,
    method: 'check',
    reference: '881',
    amount: '2350',
    parts: [{ invoiceId, amount: '2350', differences }],
  })
  await page.reload()
  await check.getByText('29 (1 payment), terms 30').waitFor()
  await check.getByText('1 payment, $150.00').waitFor()
  await check.getByText('1, $150.00').waitFor()
  await inspect(page, 'broker')

  await page.clock.setFixedTime(new Date(`${addDays(TODAY, 18)}T12:00:00`))
  await page.goto(`/settlements/run?week=${settlementDate}`)
  await page.getByText('Load 1042: documents in for 18 days, not settled').waitFor()
  await button(page, 'Prepare 1 Settlement').click()
  await button(page, 'Approve 1 Settlement').waitFor()
  await inspect(page, 'run')
})
