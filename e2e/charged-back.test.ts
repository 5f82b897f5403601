/** A factor's report on a future day, sendings of single invoices, and a chargeback, on the screens. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, formatDay } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()
/** The browser's day, also if midnight passes meanwhile. */
const TODAY = new Date().toLocaleDateString('en-CA')
const ANY_DAY = { confirmed: ['day', 'invoiceDate', 'rateConfirmation', 'charges', 'papers'] }

/** A factor's purchase report. Haulbook does not know the title "Kept". */
const REPORT = 'Invoice #,Advance,Fee,Kept\n1,900.00,30.00,70.00\n2,"$900.00",30.00,70.00\n'

async function send<Of = { id: number }>(page: Page, path: string, data: object = {}) {
  const response = await page.request.post(`/api/${path}`, { data })
  expect(response.status(), await response.text()).toBeLessThan(300)
  return (await response.json()) as Of
}

/** Two invoices from 60 days ago on a submitted schedule. */
async function createScheduled(page: Page) {
  await send(page, 'settings', { companyName: 'Blue Haul LLC' })
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
    recourseDays: 30,
    isDefault: true,
    firstDay: '2026-01-01',
    lastDay: null,
  })
  const invoiceIds: number[] = []
  for (const serial of [1, 2]) {
    const more = { brokerId, deliveryStatus: 'delivered', revenue: '1000' }
    const load = await create(page, 'loads', { ...makeSample('loads', serial), ...more })
    type CreatedDrafts = { created: { id: number }[] }
    const invoice = { brokerId, loadIds: [load.id] }
    const [draft] = (await send<CreatedDrafts>(page, 'invoices', invoice)).created
    const path = `/api/invoices/${draft?.id}`
    await page.request.put(path, { data: { invoiceDate: addDays(TODAY, -60) } })
    await send(page, `invoices/${draft?.id}/approve`, ANY_DAY)
    invoiceIds.push(draft?.id ?? 0)
  }
  const day = addDays(TODAY, -59)
  const schedule = await send(page, `factors/${factor.id}/schedules`, { day, invoiceIds })
  await send(page, `factor-schedules/${schedule.id}/submit`)
  return { factorId: factor.id, brokerId, invoiceIds, scheduleId: schedule.id }
}

test('C207 C248 C274 C275 C279 C547 The office enters a report, sees what was sent, and collects what was charged back', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(new Date(`${TODAY}T12:00:00`))
  const { factorId, scheduleId, invoiceIds } = await createScheduled(page)
  const [first] = invoiceIds

  await send(page, `factor-schedules/${scheduleId}/sendings`, {
    sentOn: TODAY,
    note: 'Portal 77',
  })
  await send(page, `invoices/${first}/sendings`, {
    channel: 'factor',
    sentOn: TODAY,
    note: 'Portal 78',
  })
  await page.goto(`/factoring/schedules/${scheduleId}`)
  const sent = page.getByRole('region', { name: 'Sent' }).getByRole('listitem')
  await sent.nth(1).waitFor()
  expect(await sent.count()).toBe(2)
  expect(await sent.first().textContent()).toContain('Invoice 1 only')
  expect(await sent.last().textContent()).toContain('2 packets')
  const scheduled = page.getByRole('table', { name: 'Invoices of the schedule' }).getByRole('row')
  // Advance, fee and reserve are not known before the factor's report.
  expect(await scheduled.nth(1).getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining(['–', '–', '–', '$1,000.00']),
  )
  await expectAccessible(page)

  await page.goto(`/factoring/${factorId}`)
  // The server asks before it saves a report with a future date.
  app.expectComplaint(/409/)
  await button(page, 'Enter Report').click()
  const form = page.getByRole('dialog')
  await button(page, 'From File').click()
  const csv = page.getByRole('dialog').last()
  const file = (text: string) => ({
    name: 'r.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await csv.getByLabel('CSV file').setInputFiles(file(REPORT.replace('\n2,', '\n99,')))
  await csv.getByText(/Line 3, Invoice #: Invoice 99 is not on a submitted schedule/).waitFor()
  expect(await csv.getByRole('button', { name: 'Add Entries' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await csv.getByLabel('CSV file').setInputFiles(file(REPORT))
  await csv.getByText('4 entries found').waitFor()
  await csv.getByLabel('Entry for Kept').selectOption({ label: 'Reserve Held' })
  await csv.getByText('6 entries found').waitFor()
  await csv.getByRole('button', { name: 'Add Entries' }).click()
  await form.getByText('The entries add up to $1,800.00.').waitFor()
  await form.getByLabel(/^Report Date/).fill('12/31/2062')
  await form.getByRole('button', { name: 'Save Report' }).click()
  await page.getByText('12/31/2062 is in the future. Use this day anyway?').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await form.getByLabel(/^Report Date/).fill(shown(addDays(TODAY, -50)))
  await form.getByRole('button', { name: 'Save Report' }).click()
  await findToast(page, 'Report saved').waitFor()

  const of = (kind: string, amount: string) => ({ kind, invoiceId: first, amount })
  await send(page, `factors/${factorId}/deposits`, {
    day: addDays(TODAY, -10),
    amount: '-930.00',
    ...ANY_DAY,
    entries: [of('reserve-chargeback', '70.00'), of('chargeback', '930.00')],
  })
  await page.goto(`/factoring/${factorId}`)
  const account = page.getByRole('region', { name: 'Account' })
  const reports = account.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await reports.nth(1).waitFor()
  expect(await reports.first().textContent()).toContain(formatDay(addDays(TODAY, -10)))
  for (const total of ['Advances$1,800.00', 'Fees$60.00', 'Deposits$870.00'])
    expect(await account.textContent()).toContain(total)

  await page.goto('/receivables')
  await page
    .getByRole('row', { name: /Landstar/ })
    .getByText('$1,000.00')
    .first()
    .waitFor()
  await expectAccessible(page)

  await page.goto('/receivables/reminders')
  await button(page, 'Preview').click()
  const text = page.getByRole('dialog').getByLabel(/^Text/)
  await text.waitFor()
  expect(await text.inputValue()).toContain('payable to Blue Haul LLC again')
  await expectAccessible(page)
})

/** "11/23/2026". */
function shown(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
