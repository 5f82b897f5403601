import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMailServer } from '#server/testing/mail/mail-server.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { createSettlement } from './settlement-steps.ts'
import { button, fill } from './steps.ts'

const smtp = await openMailServer()
const { host, port, from } = smtp.settings
const app = startApp(undefined, { SMTP_URL: `smtp://${host}:${port}`, SMTP_FROM: from })

const { SCREENSHOTS } = process.env

/** In both themes and three widths, for a person to look at. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const file = path.join(SCREENSHOTS, `mail-${name}-${width}.png`)
    await page.screenshot({ path: file, fullPage: true })
  }
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

test('C189 The mail settings show what is wrong at the field, and the test mail the answer', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Mail', exact: true })
  await card.getByText('Mails are from office@carrier.example, through 127.0.0.1.').waitFor()
  await card.getByLabel('Reply-To').fill('office')
  await card.getByLabel('From Name').fill('Acme Trucking')
  await button(page, 'Save Mail Settings').click()
  await card.getByText('Invalid email address').waitFor()
  await card.getByLabel('Reply-To').fill('office@acme.example')
  await button(page, 'Save Mail Settings').click()
  await findToast(page, 'Mail settings saved').waitFor()
  await button(page, 'Send Test Mail').click()
  await card.getByText(/^Accepted by your mail server, to .+: 250/).waitFor()
  expect(smtp.received.at(-1)?.raw).toContain('From: Acme Trucking <office@carrier.example>')
  await look(page, 'settings')
})

test('C190 The run mails its statements in one step, and the statement shows it', async () => {
  const page = await app.enter()
  const billing = await approveStatement(page)
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements/run?week=2026-11-20&step=send')
  const mails = page.getByRole('region', { name: 'Statements by email' })
  await mails.getByText('ann@example.com').waitFor()
  await look(page, 'run')
  await button(page, 'Email 1 Statement').click()
  await findToast(page, '1 statement is sent').waitFor()
  await page.clock.setSystemTime(new Date())
  await page.reload()
  await mails.getByText('Accepted by your mail server').waitFor()
  expect(smtp.received.at(-1)?.to).toEqual(['ann@example.com'])
  await page.goto(`/settlements/statements/${billing}`)
  await page.getByRole('region', { name: 'Mails' }).getByText('ann@example.com').waitFor()
  app.expectComplaint(/400|409/)
  await button(page, 'Email').click()
  await fill(page, { To: 'ann@' })
  await button(page, 'Send').click()
  await page.getByText('ann@ is not an email address').waitFor()
  await look(page, 'dialog')
  await fill(page, { To: 'ann@example.com' })
  await button(page, 'Send').click()
  await page.getByText(/^This statement has been mailed/).waitFor()
  await button(page, 'Send Again').click()
  await findToast(page, 'Statement is sent').waitFor()
  await look(page, 'statement')
})

test('C186 The outbox asks before a mail that may have been sent is sent again', async () => {
  const page = await app.enter()
  const billing = await approveStatement(page)
  const { behavior, received } = smtp
  behavior.atEnd = (_mail, drop) => drop()
  await page.request.post(`/api/billing/${billing}/mail`, { data: {} })
  const readOutbox = async () => (await page.request.get('/api/mails')).text()
  await expect.poll(readOutbox, { timeout: 10_000 }).toContain('"unknown"')
  const count = received.length
  delete behavior.atEnd
  behavior.recipient = () => ({ code: 550, words: 'No such user here' })
  await page.request.post(`/api/billing/${billing}/mail`, {
    data: { to: 'gone@example.com', confirmed: ['again'] },
  })
  await page.goto('/mail')
  await page.getByText('550 No such user here').waitFor()
  delete behavior.recipient
  await look(page, 'outbox')
  const row = page.getByRole('row', { name: /May have been sent/ })
  app.expectComplaint(/409/)
  await row.getByRole('button', { name: /^Send Again/ }).click()
  await page.getByText('This mail may have been sent. Send it again?').waitFor()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Again' }).click()
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(count + 1)
  const refused = page.getByRole('row', { name: /No such user here/ })
  await refused.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByText('The outbox is empty').waitFor()
})
