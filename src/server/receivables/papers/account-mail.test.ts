/** A broker's statement of account by email (SPEC C249). */
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '#core/mail/mails.ts'
import type { AccountMail } from '#core/receivables/account-mail.ts'
import type { Contact } from '#core/receivables/contacts.ts'
import { openMailServer, sendDue } from '#server/testing/mail/mail-server.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeBroker, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import { readAccountId, signUp, ownApp, type Client } from '#server/testing/test-app.ts'

const smtp = await openMailServer()
const { app, database } = await ownApp({ mailServer: smtp.settings })
const PERIOD = 'from=2026-08-01&to=2026-09-30'
let me: Client
let path: string
let brokerId: number

beforeEach(async () => {
  me = await signUp(app)
  brokerId = await makeBroker(me, 'Acme Logistics')
  const broker = (await me.get<object>(`/api/brokers/${brokerId}`)).body
  await me.put(`/api/brokers/${brokerId}`, { ...broker, invoiceEmail: 'ap@acme.example' })
  const userId = await readAccountId(me)
  await storeInvoice(database, userId, { brokerId, invoiceDate: '2026-08-05', total: '1250.75' })
  path = `/api/brokers/${brokerId}/account-statement/mail`
  smtp.received.length = 0
})

test('C249 The statement is emailed to the broker’s invoice address and is in the contact log', async () => {
  const { isSetUp, ...mail } = (await me.get<AccountMail>(`${path}?${PERIOD}`)).body
  expect([isSetUp, mail.to]).toEqual([true, 'ap@acme.example'])
  expect(mail.text).toContain('from 8/1/2026 to 9/30/2026. The balance is $1,250.75.')
  const key = { 'idempotency-key': `account ${brokerId}` }
  const sent = await me.post(`${path}?${PERIOD}`, mail, key)
  expect(sent.status).toBe(201)
  expect((await me.post(`${path}?${PERIOD}`, mail, key)).body).toEqual(sent.body)
  await sendDue(database, smtp)
  expect(smtp.received.map(({ to }) => to)).toEqual([['ap@acme.example']])
  const attached = smtp.received[0]?.raw.split('\r\n\r\n').at(-1)?.split('--')[0] ?? ''
  const text = (await pdfText(Buffer.from(attached, 'base64'))).join(' ')
  for (const part of ['Statement of Account', '9/30/2026', 'Closing balance', '$1,250.75'])
    expect(text).toContain(part)
  const shown = await me.get<Mail[]>(`/api/mails?subject=brokers&record=${brokerId}`)
  expect(shown.body).toMatchObject([{ kind: 'account-statement', state: 'sent' }])
  const contacts = await me.get<{ contacts: Contact[] }>(`/api/brokers/${brokerId}/contacts`)
  expect(contacts.text.match(/Statement of account through 9\/30\/2026/g)).toHaveLength(1)
})

test('C249 The contact log has the day of the person who sends it', async () => {
  const sentOn = '2026-10-01'
  await me.post(`${path}?${PERIOD}`, { to: 'ap@acme.example', subject: 'Statement', sentOn })
  const { body } = await me.get<Contact[]>(`/api/brokers/${brokerId}/contacts`)
  expect(body).toMatchObject([{ day: sentOn, kind: 'email' }])
})

test('C249 A wrong address is rejected at its field, and nothing is stored', async () => {
  const wrong = await me.post<{ fields: object }>(path, { to: 'acme', subject: 'S' })
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['to']])
  expect((await me.get<Mail[]>(`/api/mails?subject=brokers&record=${brokerId}`)).body).toEqual([])
})
