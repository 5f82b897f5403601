/** The screens of receivables: aging, statement of account, disputes, contacts, reminders, credit (SPEC C200–C209). */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, formatDay } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button, fill } from './steps.ts'

const app = startApp()
const { SCREENSHOTS } = process.env
/** The browser's day, also if midnight passes meanwhile. */
const TODAY = new Date().toLocaleDateString('en-CA')

/** A broker with three approved invoices of earlier days. */
async function createInvoices(page: Page) {
  const broker = await create(page, 'brokers', {
    ...makeSample('brokers'),
    companyName: 'Acme Logistics',
    email: 'ap@acme.example',
    creditLimit: '9000.00',
  })
  const ids: number[] = []
  for (const [at, daysAgo] of [80, 50, 10].entries()) {
    const day = addDays(TODAY, -daysAgo)
    const load = { ...makeSample('loads', 300 + at), brokerId: broker.id, revenue: '2500.00' }
    const days = { pickupDate: day, deliveryDate: day, deliveryStatus: 'delivered' }
    const { id } = await create(page, 'loads', { ...load, ...days })
    const data = { brokerId: broker.id, loadIds: [id] }
    const response = await page.request.post('/api/invoices', { data })
    const { created } = (await response.json()) as { created: { id: number; version: number }[] }
    const [draft] = created
    if (!draft) throw new Error(await response.text())
    const termsDays = 30
    await page.request.put(`/api/invoices/${draft.id}`, {
      data: { invoiceDate: day, termsDays, extras: [], version: draft.version },
    })
    const approved = await page.request.post(`/api/invoices/${draft.id}/approve`, {
      data: { confirmed: ['papers', 'confirmation', 'asked'] },
    })
    expect([approved.status(), await approved.text()]).toMatchObject([200, expect.any(String)])
    ids.push(draft.id)
  }
  return { broker, ids }
}

async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const file = path.join(SCREENSHOTS, `${name}-${width}.png`)
    await page.screenshot({ path: file, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('C200 C201 C202 C204 C205 C206 C207 Receivables are read and collected on the screens', async () => {
  const page = await app.enter({ theme: 'dark' })
  const { broker, ids } = await createInvoices(page)
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  await page.goto('/receivables')
  await button(page, 'Acme Logistics').click()
  await page.getByText('50 days old (31–60)').waitFor()
  await page.getByText(`Owed on ${formatDay(TODAY)}`).waitFor()
  await inspect(page, 'receivables')
  await page.getByLabel('Aged by').selectOption('past-due')
  await page.getByText('20 days past due (1–30)').waitFor()
  await page.getByLabel(/^As of/).fill(formatDay(addDays(TODAY, -60)))
  await page.getByText('80 days').waitFor({ state: 'detached' })
  await page.getByText('due in 10 days').waitFor()

  await page.goto(`/invoices/${ids[1]}`)
  await button(page, 'Dispute').click()
  await page.getByLabel(/^Amount/).focus()
  await fill(page, { Amount: '300', 'Next Step': 'Send the POD' })
  await inspect(page, 'dispute')
  await button(page, 'Save Dispute').click()
  await page.getByText('Send the POD').waitFor()
  await button(page, 'Log Contact').click()
  await fill(page, { 'What Was Said': 'They will pay on Friday' })
  await button(page, 'Save Contact').click()
  await page.getByText('They will pay on Friday').waitFor()
  await inspect(page, 'invoice')

  await page.goto(`/brokers/${broker.id}`)
  await page.getByRole('heading', { name: 'Last Contacts' }).waitFor()
  await inspect(page, 'broker')
  await page.getByRole('link', { name: 'Statement of account' }).click()
  await page.getByText('Opening balance').waitFor()

  await page.goto('/receivables/reminders')
  await button(page, 'Preview').first().waitFor()
  await button(page, 'Preview').first().click()
  await inspect(page, 'reminder')
  await button(page, 'Mark as Sent').click()
  await findToast(page, 'Reminder recorded').waitFor()
  await button(page, 'Reminder Settings').click()
  await page.getByLabel(/^Final Reminder/).waitFor()
  await inspect(page, 'reminder-settings')
})
