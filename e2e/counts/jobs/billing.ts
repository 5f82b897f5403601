/** Jobs from delivered loads to the accountant's file. */
import type { Page } from 'playwright-core'
import { addDays, type Day } from '#core/calendar.ts'
import { create, findToast } from '#e2e/app.ts'
import { button } from '#e2e/steps.ts'
import { createLoad, TODAY } from '#e2e/counts/fleet.ts'
import { clickLink, download, pickByLetters, tabTo, typeInto } from '#e2e/counts/moves.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { COMPANY, makeSample } from '#server/testing/samples.ts'
import type { Job } from './job.ts'

const BROKERS = ['Acme Logistics', 'Big Lake Freight', 'Cascade Brokerage', 'Dune Transport']
const PAPERS = ['rate-confirmation', 'bol'] as const

/** Rate confirmation and BOL of each load, of three pages each. */
export const billLoads: Job = {
  name: '40 loads from Ready to Sent with their packets (keyboard)',
  async prepare({ page }) {
    const brokers = await createBilledBrokers(page, BROKERS)
    for (let n = 0; n < 40; n++) {
      const { id } = await createLoad(page, { brokerId: brokers[n % 4], revenue: '1000.00' })
      for (const kind of PAPERS) await upload(page, id, kind)
    }
    await page.goto('/invoices')
    await page.getByText('0 of 40 selected').waitFor()
  },
  async run({ page }) {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+Enter')
    await approveByHand(page)
    await markAsSent(page, 40)
    await page.getByText('No load is ready to bill.').waitFor()
  },
}

/** In the review of drafts: approves them and prepares their packets, which the user sends. */
export async function approveByHand(page: Page): Promise<void> {
  const approve = button(page, /^Approve/)
  await approve.and(page.locator(':focus')).waitFor()
  await tabTo(page, page.getByLabel('After approval'), 'Shift+Tab')
  await page.keyboard.type('I s')
  await tabTo(page, approve)
  await page.keyboard.press('Enter')
}

/** Downloads the prepared packets, says that they were sent, and closes the review. */
export async function markAsSent(page: Page, count: number): Promise<void> {
  const close = (name: string) => button(page, name).and(page.locator(':focus'))
  await close('Close').waitFor({ timeout: 120_000 })
  await page.getByText('Not sent yet. Download the packets first.').waitFor()
  await tabTo(page, page.getByRole('link', { name: /^Download .* \(ZIP\)$/ }), 'Shift+Tab')
  await download(page, () => page.keyboard.press('Enter'))
  await tabTo(page, button(page, `Mark ${count} as Sent`))
  await page.keyboard.press('Enter')
  await page.getByText(`${count} of ${count} invoices marked as sent`).waitFor({ timeout: 60_000 })
  await tabTo(page, button(page, 'Done'))
  await page.keyboard.press('Enter')
}

/** The invoice is 1,000.00; the broker paid 900.00, and the carrier absorbs the rest. */
export const receiveShortPay: Job = {
  name: 'An invoice paid short, and the short pay accepted (keyboard)',
  async prepare({ page }) {
    await createInvoices(page, 3)
    await page.goto('/receipts/new')
  },
  async run({ page }) {
    await chooseBroker(page)
    await typeInto(page, { Amount: '900', 'Check # or Reference': '4711' })
    await page.keyboard.press('Enter')
    await page.getByLabel('Find Load or Invoice #').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Space')
    await page.getByText('$0.00 left over').waitFor()
    await tabTo(page, page.getByLabel(/^Why less was paid/))
    await page.keyboard.type('Short Pay, A')
    await tabTo(page, page.getByLabel(/^Reason for invoice/))
    await page.keyboard.type('Late')
    await tabTo(page, page.getByLabel(/^Who absorbs/))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+Enter')
    await findToast(page, '$900.00 received').waitFor()
  },
}

export const receiveCheck: Job = {
  name: 'A check for 10 invoices applied, oldest first',
  async prepare({ page }) {
    await createInvoices(page, 12)
    await page.goto('/receipts/new')
  },
  async run({ page }) {
    await chooseBroker(page)
    await typeInto(page, { Amount: '10000', 'Check # or Reference': '4711' })
    await button(page, 'Fill Oldest First').click()
    await page.getByText('10 invoices · ').waitFor()
    await page.keyboard.press('Control+Enter')
    await findToast(page, '$10,000.00 received').waitFor()
  },
}

export const openStatement: Job = {
  name: 'From the aging to a broker’s statement of account',
  async prepare({ page }) {
    await createInvoices(page, 6)
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Invoices')
    await clickLink(page, 'Receivables')
    await button(page, 'Acme Logistics').click()
    await page.getByRole('link', { name: 'Statement of account' }).first().click()
    await page.getByText('Statement of Account, Acme Logistics').first().waitFor()
  },
}

export const scheduleInvoices: Job = {
  name: 'A schedule of 20 invoices built, submitted and downloaded',
  async prepare({ page }) {
    await post(page, 'factors', {
      name: 'Apex Funding',
      remitTo: 'P.O. Box 1, Fort Worth, TX',
      notice: 'Assigned.',
      email: null,
      clientNumber: 'C-9',
      advancePercent: '90',
      feePercent: '3',
      recourseDays: 90,
      isDefault: true,
      firstDay: '2026-01-01',
      lastDay: null,
    })
    await createInvoices(page, 20)
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Invoices')
    await clickLink(page, 'Factoring')
    const schedule = button(page, /^Schedule 20 Invoices/)
    await page.getByRole('link', { name: 'Apex Funding' }).first().click()
    await schedule.click()
    await button(page, 'Submit').click()
    await button(page, 'Void').waitFor()
    await download(page, () => page.getByRole('link', { name: 'CSV' }).first().click())
  },
}

/** The account map was never saved, and its usual names are right. */
export const firstBooks: Job = {
  name: 'The first file of the books, with its account map',
  async prepare({ page }) {
    await createInvoices(page, 20)
    await page.goto('/books')
    await button(page, 'Make File').waitFor()
  },
  async run({ page }) {
    await button(page, 'Make File').click()
    const dialog = page.getByRole('dialog', { name: 'Before the First File' })
    await dialog.getByRole('button', { name: 'Make File' }).click()
    await findToast(page, 'File made').waitFor()
    await download(page, () =>
      page
        .getByRole('link', { name: /^File of/ })
        .first()
        .click(),
    )
  },
}

export const exportMonth: Job = {
  name: 'The books of a month exported',
  async prepare({ page }) {
    await createInvoices(page, 20)
    await page.goto('/books')
    await button(page, 'Save Account Map').click()
    await findToast(page, 'Account map saved').waitFor()
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Books')
    await button(page, 'Make File').click()
    await findToast(page, 'File made').waitFor()
    await download(page, () =>
      page
        .getByRole('link', { name: /^File of/ })
        .first()
        .click(),
    )
  },
}

/** Chooses the broker, which is the first field. */
async function chooseBroker(page: Page): Promise<void> {
  await page
    .getByLabel(/^Broker/)
    .and(page.locator(':focus'))
    .waitFor()
  await pickByLetters(page, 'Broker', 'acm', 'Acme Logistics')
  await page.getByRole('list', { name: 'Open invoices' }).waitFor()
}

async function createBilledBrokers(page: Page, names: readonly string[]): Promise<number[]> {
  await post(page, 'settings', COMPANY)
  const ids: number[] = []
  for (const [at, companyName] of names.entries()) {
    const broker = { ...makeSample('brokers', 100 + at), companyName, quickPayPercent: null }
    ids.push((await create(page, 'brokers', { ...broker, address: '12 Main St, Dallas' })).id)
  }
  return ids
}

async function upload(page: Page, loadId: number, kind: (typeof PAPERS)[number]): Promise<void> {
  const query = new URLSearchParams({ kind, name: `${kind}.pdf` })
  const response = await page.request.post(`/api/loads/${loadId}/documents?${query}`, {
    data: makePdf({ pages: 3, text: `${kind} of load ${loadId}, page` }),
    headers: { 'content-type': 'application/pdf' },
  })
  if (!response.ok()) throw new Error(await response.text())
}

/** Approved invoices of one broker over 1,000.00 each, dated in the last month. */
async function createInvoices(page: Page, count: number): Promise<void> {
  const [brokerId = 0] = await createBilledBrokers(page, BROKERS.slice(0, 1))
  for (let at = 0; at < count; at++) {
    const day: Day = addDays(TODAY, -30 - (at % 20))
    const { id } = await createLoad(page, {
      brokerId,
      revenue: '1000.00',
      pickupDate: day,
      deliveryDate: day,
    })
    const invoices = await post<{ created: { id: number; version: number }[] }>(page, 'invoices', {
      brokerId,
      loadIds: [id],
    })
    const [draft] = invoices.created
    const path = `/api/invoices/${draft?.id}`
    const values = { invoiceDate: day, termsDays: 30, extras: [], version: draft?.version }
    await page.request.put(path, { data: values })
    await post(page, `invoices/${draft?.id}/approve`, {
      confirmed: ['papers', 'confirmation', 'asked', 'invoiceDate'],
    })
  }
}

async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const response = await page.request.post(`/api/${path}`, { data })
  if (!response.ok()) throw new Error(`${path} ${response.status()}: ${await response.text()}`)
  return (await response.json()) as Answer
}
