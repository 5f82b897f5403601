/** An email with several addresses, one of which the mail server rejects (SPEC C250). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '#core/mail/mails.ts'
import type { SentMany } from '#core/packets/mailing.ts'
import type { Sending } from '#core/packets/packets.ts'
import { addInvoice, useBilling } from '#server/testing/invoices/packets.ts'
import { openMailServer, sendDue } from '#server/testing/mail/mail-server.ts'
import { signUp, ownApp, type Client } from '#server/testing/test-app.ts'

const smtp = await openMailServer()
const { app, database } = await ownApp({ mailServer: smtp.settings })
let me: Client
let path: string
let invoiceId: number
let isKnown: boolean

beforeEach(async () => {
  me = await signUp(app)
  await useBilling(me)
  const invoice = await addInvoice(me)
  path = invoice.path
  invoiceId = invoice.id
  smtp.received.length = 0
  delete smtp.behavior.atEnd
  isKnown = false
  smtp.behavior.recipient = (address) =>
    address.startsWith('ap@') && !isKnown ? { code: 550, words: 'Unknown' } : undefined
  const values = { to: 'ap@broker.example', cc: 'me@carrier.example', subject: 'Invoice' }
  const sent = await me.post(`${path}/mail`, { ...values, text: null, sentOn: '2026-11-23' })
  expect(sent.status).toBe(201)
  await sendDue(database, smtp)
})

async function readMail(): Promise<Mail> {
  const [mail] = (await me.get<Mail[]>(`${path}/mails`)).body
  if (!mail) throw new Error('missing')
  return mail
}

const readSentOn = async () =>
  (await me.get<Sending[]>(`${path}/sendings`)).body.map(({ sentOn }) => sentOn)
const listReceived = () => smtp.received.map(({ to }) => to.join())
const decide = async (what: string) => me.post(`/api/mails/${(await readMail()).id}/${what}`, {})

test('C250 A partly accepted email shows the rejected address, and its invoice is not sent', async () => {
  const mail = await readMail()
  expect(mail).toMatchObject({ state: 'partly', attempts: 1 })
  expect(mail.refused).toMatch(/^ap@broker\.example: 550 Unknown/)
  expect(listReceived()).toEqual(['me@carrier.example'])
  expect(await readSentOn()).toEqual([null])
  expect((await me.get<Mail[]>('/api/mails')).body.map(({ id }) => id)).toEqual([mail.id])
  const body = { invoiceIds: [invoiceId], channel: 'download', sentOn: '2026-11-23' }
  const [again] = (await me.post<SentMany>('/api/invoices/send', body)).body
  expect(again?.result).toBe('skipped')
})

test('C250 It is sent again only to the rejected address, with its file, and then counts', async () => {
  const { sentAt } = await readMail()
  expect(sentAt).not.toBeNull()
  await decide('send-again')
  await sendDue(database, smtp)
  // `sentAt` stays the time of the first sending.
  expect((await readMail()).sentAt).toBe(sentAt)
  expect((await readMail()).refused).toMatch(/^ap@broker\.example: 550 Unknown/)
  expect((await readMail()).state).toBe('partly')
  isKnown = true
  await decide('send-again')
  await sendDue(database, smtp)
  expect(await readMail()).toMatchObject({ state: 'sent', refused: null })
  expect(listReceived()).toEqual(['me@carrier.example', 'ap@broker.example'])
  const [first, second] = smtp.received.map(({ raw }) => raw.split('\r\n\r\n').at(-1))
  expect(second).toBe(first)
  expect((await readSentOn())[0]).not.toBeNull()
  expect(await countParts()).toBe(0)
})

test('C250 A canceled second try leaves it partly accepted, and a person can mark it as sent', async () => {
  await decide('send-again')
  expect((await decide('cancel')).body).toMatchObject({ state: 'partly' })
  expect(await countParts()).toBe(1)
  expect((await decide('mark-sent')).body).toMatchObject({ state: 'sent', decidedBy: 'Pat Doe' })
  expect((await readSentOn())[0]).not.toBeNull()
  expect([await countParts(), (await me.get<Mail[]>('/api/mails')).body]).toEqual([0, []])
})

test('C250 A canceled second try without a reply leaves it partly accepted and unsent', async () => {
  isKnown = true
  smtp.behavior.atEnd = (_mail, drop) => drop()
  await decide('send-again')
  await sendDue(database, smtp)
  expect((await readMail()).state).toBe('unknown')
  expect((await decide('cancel')).body).toMatchObject({ state: 'partly' })
  const body = { invoiceIds: [invoiceId], channel: 'download', sentOn: '2026-11-23' }
  const [again] = (await me.post<SentMany>('/api/invoices/send', body)).body
  expect(again?.result).toBe('skipped')
})

async function countParts(): Promise<number> {
  const { id } = await readMail()
  const { rows } = await sql<{ count: number }>`select count(distinct file_number) as count
    from mail_file_parts where mail_id = ${id}`.execute(database)
  return Number(rows[0]?.count)
}

test('C250 An address that was rejected only for now is tried again by itself, alone', async () => {
  const other = await addInvoice(me)
  let isBusy = true
  smtp.behavior.recipient = (address) =>
    address.startsWith('ap@') && isBusy ? { code: 450, words: 'Greylisted' } : undefined
  smtp.received.length = 0
  const values = { to: 'ap@broker.example', cc: 'me@carrier.example', subject: 'Invoice' }
  await me.post(`${other.path}/mail`, { ...values, text: null, sentOn: '2026-11-23' })
  const read = async () => {
    const [mail] = (await me.get<Mail[]>(`${other.path}/mails`)).body
    return mail
  }
  await sendDue(database, smtp)
  const waiting = await read()
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1 })
  expect(waiting?.refused).toMatch(/^ap@broker\.example: 450 Greylisted/)
  // A canceled retry leaves it partly accepted.
  const cancel = async () => (await me.post(`/api/mails/${waiting?.id}/cancel`, {})).body
  expect(await cancel()).toMatchObject({ state: 'partly' })
  await me.post(`/api/mails/${waiting?.id}/send-again`, {})
  await sendDue(database, smtp)
  expect(await read()).toMatchObject({ state: 'queued', attempts: 1 })
  isBusy = false
  await sql`update mails set next_try_at = now() where state = 'queued'`.execute(database)
  await sendDue(database, smtp)
  expect(await read()).toMatchObject({ state: 'sent', refused: null })
  expect(listReceived()).toEqual(['me@carrier.example', 'ap@broker.example'])
})

test('C250 After the last try it is partly accepted', async () => {
  const { id } = await readMail()
  await sql`update mails set attempts = 5, state = 'queued', next_try_at = now()
    where id = ${id}`.execute(database)
  smtp.behavior.recipient = () => ({ code: 450, words: 'Busy' })
  await sendDue(database, smtp)
  expect(await readMail()).toMatchObject({ state: 'partly', attempts: 6 })
})
