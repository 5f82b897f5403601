import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMailServer } from '#server/testing/mail/mail-server.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp, enterCompany } from './app.ts'
import { createSettlement } from './settlement-steps.ts'
import { button, fill } from './steps.ts'

const smtp = await openMailServer()
const { host, port, from } = smtp.settings
const app = startApp(undefined, { SMTP_URL: `smtp://${host}:${port}`, SMTP_FROM: from })

const { SCREENSHOTS } = process.env

/** Checks the screen. With SCREENSHOTS, takes screenshots at three widths, and one in the dark theme. */
async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const file = path.join(SCREENSHOTS, `mail-${name}-${width}.png`)
    await page.screenshot({ path: file, fullPage: true })
  }
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await page.screenshot({ path: path.join(SCREENSHOTS, `mail-${name}-dark.png`) })
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function approveStatement(page: Page): Promise<number> {
  const owner = { ...makeSample('owners'), email: 'ann@example.com', statementEmail: 'en' }
  const { id } = await create(page, 'owners', owner)
  const { billing } = await createSettlement(page, {}, { ownerId: id })
  const approved = await page.request.post(`/api/billing/${billing}/approve`, { data: {} })
  expect(approved.status()).toBe(200)
  return billing
}

test('C186 C189 C190 The run emails its statements, and the outbox asks before an email that may have been sent is sent again', async () => {
  const page = await app.enter()
  await enterCompany(page)
  await page.goto('/settings/email')
  const card = page.getByRole('region', { name: 'Email', exact: true })
  await card.getByText('Emails are sent from office@carrier.example through 127.0.0.1.').waitFor()
  await card.getByLabel('Reply-To').fill('office')
  await card.getByLabel('From Name').fill('Acme Trucking')
  await button(page, 'Save Email Settings').click()
  await card.getByText('Invalid email address').waitFor()
  await card.getByLabel('Reply-To').fill('office@acme.example')
  await button(page, 'Save Email Settings').click()
  await findToast(page, 'Email settings saved').waitFor()
  await button(page, 'Send Test Email').click()
  await card.getByText(/^Accepted by your mail server, to .+: 250/).waitFor()
  expect(smtp.received.at(-1)?.raw).toContain('From: Acme Trucking <office@carrier.example>')
  await inspect(page, 'settings')

  const billing = await approveStatement(page)
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run?week=2026-11-20&step=send')
  const mails = page.getByRole('region', { name: 'Statements by email' })
  await mails.getByText('ann@example.com').waitFor()
  await inspect(page, 'run')
  await button(page, 'Email 1 Statement').click()
  await findToast(page, 'Sending 1 statement').waitFor()
  await page.clock.setSystemTime(new Date())
  await page.reload()
  await mails.getByText('Accepted by your mail server').waitFor()
  expect(smtp.received.at(-1)?.to).toEqual(['ann@example.com'])
  await page.goto(`/settlements/statements/${billing}`)
  await page.getByRole('region', { name: 'Emails' }).getByText('ann@example.com').waitFor()
  app.expectComplaint(/400|409/)
  await button(page, 'Email').click()
  await fill(page, { To: 'ann@' })
  await button(page, 'Send').click()
  await page.getByText('ann@ is not an email address').waitFor()
  await inspect(page, 'dialog')
  await fill(page, { To: 'ann@example.com' })
  await button(page, 'Send').click()
  await page.getByText(/^This statement was already emailed/).waitFor()
  const { behavior, received } = smtp
  behavior.atEnd = (_mail, drop) => drop()
  await button(page, 'Send Again').click()
  await findToast(page, 'Sending the statement').waitFor()
  await inspect(page, 'statement')

  const readOutbox = async () => (await page.request.get('/api/mails')).text()
  await expect.poll(readOutbox).toContain('"unknown"')
  const count = received.length
  delete behavior.atEnd
  behavior.recipient = () => ({ code: 550, words: 'No such user here' })
  await page.request.post(`/api/billing/${billing}/mail`, {
    data: { to: 'gone@example.com', confirmed: ['again'] },
  })
  await page.goto('/mail')
  await page.getByText('550 No such user here').waitFor()
  delete behavior.recipient
  await inspect(page, 'outbox')
  const row = page.getByRole('row', { name: /May have been sent/ })
  app.expectComplaint(/409/)
  await row.getByRole('button', { name: /^Send Again/ }).click()
  await page.getByText('This email may have been sent. Send it again?').waitFor()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Again' }).click()
  await expect.poll(() => received.length).toBe(count + 1)
  const refused = page.getByRole('row', { name: /No such user here/ })
  await refused.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByText('The outbox is empty').waitFor()
})

/** Approved invoices of one broker, one without an address. */
async function approveInvoices(page: Page, emails: (string | null)[]): Promise<void> {
  for (const [at, invoiceEmail] of emails.entries()) {
    const broker = { ...makeSample('brokers', at), address: '12 Main St, Dallas', invoiceEmail }
    const { id: brokerId } = await create(page, 'brokers', { ...broker, email: null })
    const load = await create(page, 'loads', {
      ...makeSample('loads', at),
      loadId: `L-${at + 1}`,
      brokerId,
      revenue: '1000.00',
      deliveryStatus: 'delivered',
      bolStatus: 'received',
      paymentStatus: 'unpaid',
    })
    const draft = await page.request.post('/api/invoices', {
      data: { brokerId, loadIds: [load.id] },
    })
    const { created } = (await draft.json()) as { created: { id: number }[] }
    const approved = await page.request.post(`/api/invoices/${created[0]?.id}/approve`)
    expect(approved.status(), await approved.text()).toBe(200)
  }
}

test('C246 Invoices that were approved and never sent are sent in one step, and none of them twice', async () => {
  const page = await app.enter()
  await approveInvoices(page, ['ap@one.example', 'ap@two.example', null])
  smtp.received.length = 0
  await page.goto('/invoices?all&tab=sent')
  const notice = page.getByRole('region', { name: 'Not sent' })
  await notice.getByText('3 approved invoices').waitFor()
  await inspect(page, 'unsent')
  await notice.getByRole('button', { name: 'Send 3 Invoices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 3 Invoices, $3,000.00' })
  await button(page, 'Send 3 Invoices').and(page.locator(':focus')).waitFor()
  await dialog.locator('[aria-disabled=false]:focus').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('2 of 3 invoices sent').waitFor()
  await dialog
    .getByText(/has no invoice email/)
    .first()
    .waitFor()
  await inspect(page, 'send-many')
  await button(page, 'Try Again (1)').click()
  await dialog.getByText(/^0 of 1 invoices? sent/).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  // An email from the previous test may arrive late.
  const readReceivers = () =>
    smtp.received.flatMap(({ to }) => to).filter((to) => to.startsWith('ap@'))
  const receivers = ['ap@one.example', 'ap@two.example']
  await expect.poll(() => readReceivers().toSorted()).toEqual(receivers)
  await notice.getByText('1 approved invoice').waitFor()
  await page.locator('thead').getByRole('checkbox').check()
  await button(page, 'Send…').click()
  await page.getByText('Already sent. Open the invoice to send it again.').first().waitFor()
  const notSent = page.getByText('Not sent yet. Download the packets first.')
  await page.getByLabel('How they are sent').selectOption('I’ll send the packets myself')
  await button(page, 'Prepare 1 Packet').click()
  await page.getByRole('link', { name: 'Email Draft of Invoice 3' }).waitFor()
  await inspect(page, 'send-myself')
  await notSent.waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download 1 Packet (ZIP)' }).click()
  expect((await download).suggestedFilename()).toBe('packets.zip')
  await button(page, 'Mark 1 as Sent').click()
  await page.getByText('1 of 1 invoices marked as sent').waitFor()
  await button(page, 'Done').click()
  await page.locator('main :focus').first().waitFor()
  expect(readReceivers().toSorted()).toEqual(receivers)
})

test('C248 C249 C250 A schedule and a statement of account are emailed, and a rejected address is shown', async () => {
  const page = await app.enter()
  const factor = await page.request.post('/api/factors', {
    data: {
      name: 'Apex',
      remitTo: 'P.O. Box 1',
      notice: 'Assigned to Apex.',
      clientNumber: 'C-9',
      email: 'ap@apex.example',
      advancePercent: '90',
      feePercent: '3',
      recourseDays: 90,
      isDefault: true,
      firstDay: '2026-01-01',
      lastDay: null,
    },
  })
  const { id: factorId } = (await factor.json()) as { id: number }
  await approveInvoices(page, ['ap@one.example', 'ap@two.example'])
  const listed = await page.request.get('/api/invoices?sort=id')
  const invoices = (await listed.json()) as { id: number }[]
  const response = await page.request.post(`/api/factors/${factorId}/schedules`, {
    data: {
      day: '2026-11-23',
      invoiceIds: invoices.map(({ id }) => id),
      confirmed: ['day'],
    },
  })
  const { id } = (await response.json()) as { id: number }
  await page.goto(`/factoring/schedules/${id}`)
  await page.getByText('Submit the schedule to send its packets.').waitFor()
  await button(page, 'Submit').click()
  const packets = page.getByRole('region', { name: 'Packets' })
  await packets.getByRole('link', { name: 'Download ZIP' }).waitFor()
  // The button of the finished step is gone.
  await page.locator('main:focus').waitFor()
  await packets.getByRole('button', { name: 'Email' }).click()
  await page.getByRole('dialog', { name: 'Email Schedule 1' }).waitFor()
  await inspect(page, 'schedule-dialog')
  await fill(page, { Cc: 'office@carrier.example' })
  smtp.behavior.recipient = (address) =>
    address.startsWith('ap@apex') ? { code: 550, words: 'No such user here' } : undefined
  await button(page, 'Send').click()
  await findToast(page, /^Schedule queued/).waitFor()
  const mails = page.getByRole('region', { name: 'Emails' })
  await mails.getByText('Partly accepted').waitFor()
  await mails.getByText(/Rejected: ap@apex\.example: 550/).waitFor()
  await inspect(page, 'schedule')
  delete smtp.behavior.recipient
  await mails.getByRole('button', { name: /^Send Again/ }).click()
  await mails.getByText('Accepted by your mail server').waitFor()
  await page.reload()
  await packets.getByText(/^Sent \d/).waitFor()
  app.expectComplaint(/409/)
  await packets.getByRole('button', { name: 'Mark as Sent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Sent' }).click()
  await page.getByText(/^This schedule was sent on/).waitFor()

  const brokers = await page.request.get('/api/brokers?sort=id')
  const [broker] = (await brokers.json()) as { id: number }[]
  await page.goto(`/receivables/${broker?.id}`)
  await button(page, 'Email').click()
  await page.getByRole('dialog', { name: 'Email the Statement of Account' }).waitFor()
  await inspect(page, 'account-dialog')
  await button(page, 'Send').click()
  await findToast(page, 'Statement of account queued').waitFor()
  await page.getByRole('region', { name: 'Emails' }).getByText('ap@one.example').waitFor()
  await inspect(page, 'account')
  await page.goto(`/brokers/${broker?.id}`)
  await page.getByRole('region', { name: 'Emails' }).getByText('ap@one.example').waitFor()
})
