/** The factoring fee on settlements: its form, its lines, and a fee that becomes known after the statement. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { addLoad, openSaved } from './settlement-steps.ts'
import { button } from './steps.ts'

const app = startApp()

/** Where to save screenshots for a person to look at. */
const { SCREENSHOTS } = process.env

async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function send<Of = { id: number }>(page: Page, path: string, data: object = {}) {
  const response = await page.request.post(`/api/${path}`, { data })
  expect(response.status(), await response.text()).toBeLessThan(300)
  return (await response.json()) as Of
}

type CreatedDrafts = { created: { id: number; version: number }[] }

/** A truck with loads of 11/20 and 11/27. The first is billed to a broker with a factor. */
async function createFactored(page: Page) {
  const owner = await create(page, 'owners', { ...makeSample('owners'), name: 'Ann' })
  const truck = await create(page, 'trucks', { ...makeSample('trucks', 1), ownerId: owner.id })
  const broker = { companyName: 'Landstar', address: '1 Main St\nDallas, TX 75201' }
  const { id: brokerId } = await create(page, 'brokers', broker)
  const factor = await send(page, 'factors', {
    name: 'Apex',
    remitTo: 'P.O. Box 1\nDallas, TX 75201',
    notice: 'Assigned.',
    email: null,
    clientNumber: null,
    advancePercent: '90',
    feePercent: '3',
    recourseDays: 90,
    isDefault: true,
    firstDay: '2026-01-01',
    lastDay: null,
  })
  const more = { brokerId, deliveryStatus: 'delivered' }
  const first = await addLoad(page, truck.id, '2026-11-20', '2400', more)
  await addLoad(page, truck.id, '2026-11-27', '1500')
  const invoice = { brokerId, loadIds: [first.id] }
  const [draft] = (await send<CreatedDrafts>(page, 'invoices', invoice)).created
  const dated = { invoiceDate: '2026-11-20', termsDays: 30, extras: [], version: draft?.version }
  await page.request.put(`/api/invoices/${draft?.id}`, { data: dated })
  const confirmed = ['rateConfirmation', 'invoiceDate', 'charges', 'papers']
  await send(page, `invoices/${draft?.id}/approve`, { confirmed })
  return { truckId: truck.id, factorId: factor.id, invoiceId: draft?.id ?? 0 }
}

async function buy(page: Page, { factorId, invoiceId }: { factorId: number; invoiceId: number }) {
  const day = '2026-11-23'
  const schedule = await send(page, `factors/${factorId}/schedules`, {
    day,
    invoiceIds: [invoiceId],
    confirmed: ['day'],
  })
  await send(page, `factor-schedules/${schedule.id}/submit`)
  const entry = (kind: string, amount: string) => ({ kind, invoiceId, amount })
  const entries = [entry('advance', '2160.00'), entry('fee', '72.00'), entry('reserve', '168.00')]
  const report = {
    day,
    amount: '2160.00',
    reference: null,
    note: null,
    entries,
    confirmed: ['day'],
  }
  await send(page, `factors/${factorId}/deposits`, report)
}

test('C234 C237 A fee is set up in the form, and adjusted when the factor reports it', async () => {
  const page = await app.enter({ theme: 'dark' })
  const factored = await createFactored(page)
  await page.goto(`/trucks/${factored.truckId}`)
  await button(page, 'Add Recurring Deduction').click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Description/).fill('Factoring fee')
  await form.getByLabel(/^Calculated As/).selectOption({ label: '% of actual factoring fee' })
  await form.getByLabel(/^Amount or Rate/).fill('100')
  await expect.poll(() => form.getByLabel(/^Category/).count()).toBe(0)
  await expectAccessible(page)
  await takeScreenshots(page, 'form')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('100% of the actual factoring fee').waitFor()
  const place = { truckId: factored.truckId, settlementDate: '2026-11-20' }
  const { id } = await create(page, 'billing', place)
  await send(page, `billing/${id}/approve`)
  await buy(page, factored)
  await create(page, 'billing', { ...place, settlementDate: '2026-11-27' })
  await openSaved(page, factored.truckId)
  await page.getByText(/from \$0\.00 to \$72\.00 factoring fee after statement/).waitFor()
  await page.getByText('100% × $72.00 fee, was 100% × $0.00 fee').waitFor()
  await expectAccessible(page)
  await takeScreenshots(page, 'drift')
  await button(page, 'Adjust on Next Settlement').click()
  await findToast(page, /adjust/i).waitFor()
  await page.goto(`/settlements?truck=${factored.truckId}&date=2026-11-27`)
  await button(page, 'Other: 1 deduction').click()
  await page.getByText(/100% × \$72\.00 fee, was 100% × \$0\.00 fee/).waitFor()
  await page.getByText(/Load .+, invoice .+, schedule 1/).waitFor()
  await takeScreenshots(page, 'adjusted')
})
