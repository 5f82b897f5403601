/** Packets by email: queued with their sending, split by whole papers, drafts, many at once (SPEC C181, C183, C188). */
import { createCipheriv } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { addDays } from '#core/calendar.ts'
import type { Mail } from '#core/mail/mails.ts'
import { mailingMessages, type MailForm, type SentMany } from '#core/packets/mailing.ts'
import type { Sending } from '#core/packets/packets.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { makePng } from '#server/testing/pictures.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { addInvoice, useBilling } from '#server/testing/invoices/packets.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { readAccountId, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const mailServer = {
  host: 'localhost',
  port: 25,
  secure: false,
  requireTls: false,
  login: undefined,
  from: 'carrier@example.com',
  limitMb: 2,
}
const { app, database } = await ownApp({ mailServer })
let me: Client
let userId: string

beforeAll(async () => {
  me = await signUp(app)
  userId = await readAccountId(me)
  await useBilling(me)
})

const newInvoice = () => addInvoice(me)
keepDay()
const TODAY = accountDay()
const MAIL = { to: 'pay@broker.example', subject: 'Invoice', text: 'Here it is', sentOn: TODAY }
type Sent = Sending & { message: string; fields?: Record<string, string[]> }
const send = (path: string, more: object = {}, key?: string) =>
  me.post<Sent>(`${path}/mail`, { ...MAIL, ...more }, key ? { 'idempotency-key': key } : {})
const readMails = async (path: string) => (await me.get<Mail[]>(`${path}/mails`)).body
const readSendings = async (path: string) => (await me.get<Sending[]>(`${path}/sendings`)).body

/** Stores that the mail server accepted the email. */
const accept = (id: number | undefined, at = 'now()') =>
  sql`update mails set state = 'sent', next_try_at = null, sent_at = ${sql.raw(at)} where id = ${id ?? 0}`.execute(
    database,
  )

async function readSentOn(id: number) {
  const { rows } = await sql<{ sentOn: string | null }>`select sent_on from invoices
    where user_id = ${userId} and id = ${id}`.execute(database)
  return rows[0]?.sentOn
}

test('C181 An emailed packet counts as sent once the mail server has accepted it', async () => {
  const { id, path, number } = await newInvoice()
  const form = (await me.get<MailForm>(`${path}/mail`)).body
  expect(form).toMatchObject({ isSetUp: true, limitMb: 2, cc: '' })
  expect(form.subject).toContain(`Invoice ${number} · Load `)
  const sending = (await send(path, { cc: 'me@example.com' }, `mail ${id}`)).body
  await send(path, { cc: 'me@example.com' }, `mail ${id}`)
  expect(sending).toMatchObject({
    channel: 'mail',
    sentOn: null,
    askedOn: TODAY,
    note: 'pay@broker.example, me@example.com',
  })
  const mails = await readMails(path)
  expect(mails).toMatchObject([
    { recipients: 'pay@broker.example', copies: 'me@example.com', state: 'queued' },
  ])
  expect(mails[0]?.files).toMatchObject([{ name: `Invoice ${number}.pdf`, sha256: sending.sha256 }])
  expect(await readSentOn(id)).toBeNull()
  await accept(mails[0]?.id, "now() + interval '2 days'")
  const sentOn = addDays(TODAY, 2)
  expect(await readSentOn(id)).toBe(sentOn)
  expect(await readSendings(path)).toMatchObject([{ sentOn }])
})

test('C181 A packet over the limit is sent in parts of complete papers, and counts after all', async () => {
  const { id, path, loadIds, number } = await newInvoice()
  for (const kind of ['rate-confirmation', 'bol', 'pod'] as const)
    await upload(me, `/api/loads/${loadIds[0]}/documents`, { kind, file: makeNoise(kind) })
  const sent = await send(path, { subject: `Invoice ${number}` })
  expect(sent.status).toBe(201)
  const mails = (await readMails(path)).filter(({ subject }) => subject.includes(' of '))
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Invoice ${number} (2 of 2)`,
    `Invoice ${number} (1 of 2)`,
  ])
  const [last, first] = mails
  for (const { files } of mails) expect(files[0]?.bytes).toBeLessThan(2_000_000)
  await accept(last?.id)
  expect(await readSentOn(id)).toBeNull()
  await accept(first?.id)
  expect(await readSentOn(id)).not.toBeNull()
})

/** A picture of 800 KB that can't be compressed. */
function makeNoise(text: string): Buffer {
  const side = 520
  const noise = createCipheriv('aes-256-ctr', text.padEnd(32), Buffer.alloc(16))
  const row = () => Buffer.concat([Buffer.alloc(1), noise.update(Buffer.alloc(side * 3))])
  return makePng({ width: side, height: side, pixels: Array.from({ length: side }, row) })
}

describe('C188 Without sending, a draft has the packet in it', () => {
  test('with the texts of the form, or others', async () => {
    const { path, number } = await newInvoice()
    const response = await me.get(`${path}/mail-draft.eml?to=a%40b.example&subject=Mine`)
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="invoice-${number}.eml"`,
    )
    expect(response.text).toMatch(/^X-Unsent: 1$/m)
    expect(response.text).toMatch(/^To: a@b\.example\r$/m)
    expect(response.text).toMatch(/^Subject: Mine\r$/m)
    const attached = response.text.split('\r\n\r\n').at(-1)?.split('--')[0] ?? ''
    const pages = await pdfText(Buffer.from(attached, 'base64'))
    expect(pages[0]).toContain(`Invoice ${number}`)
    expect(await readSendings(path)).toEqual([])
  })
})

test('C183 A wrong address or an empty subject is rejected at its field', async () => {
  const { path } = await newInvoice()
  const wrong = await send(path, { to: 'broker', subject: ' ' })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['to', 'subject']])
  expect(await readMails(path)).toEqual([])
})

test('C428 An invoice email that Outlook copied is stored as addresses, and the email goes to all', async () => {
  const { path, brokerId } = await newInvoice()
  const copied = '"Acme, AP" <ap@acme.example>; Bob <bob@acme.example>'
  const broker = (await me.get<object>(`/api/brokers/${brokerId}`)).body
  const changed = await me.put(`/api/brokers/${brokerId}`, { ...broker, invoiceEmail: copied })
  expect(changed.body).toMatchObject({ invoiceEmail: 'ap@acme.example, bob@acme.example' })
  const form = (await me.get<MailForm>(`${path}/mail`)).body
  expect(form.to).toBe('ap@acme.example, bob@acme.example')
  const sent = await send(path, { to: form.to, cc: '"Roe; Al" <al@acme.example>' })
  expect(sent.status).toBe(201)
  const [mail] = await readMails(path)
  expect([mail?.recipients, mail?.copies]).toEqual([form.to, 'al@acme.example'])
})

test('C181 Many invoices are sent one by one, and none twice', async () => {
  const invoices = [await newInvoice(), await newInvoice(), await newInvoice()]
  const [good, without, gone] = invoices
  await database
    .updateTable('brokers')
    .set({ invoiceEmail: 'ap@broker.example' })
    .where('userId', '=', userId)
    .where('id', '=', good?.brokerId ?? 0)
    .execute()
  await database
    .updateTable('brokers')
    .set({ invoiceEmail: null, email: null })
    .where('userId', '=', userId)
    .where('id', '=', without?.brokerId ?? 0)
    .execute()
  await me.post(`${gone?.path}/void`, { on: TODAY, reason: 'Wrong' })
  const invoiceIds = [...invoices.map(({ id }) => id), 99_999_999]
  const run = async (channel: string) =>
    (await me.post<SentMany>('/api/invoices/send', { invoiceIds, channel, sentOn: TODAY })).body
  const results = (sent: SentMany) => sent.map(({ result }) => result)
  const first = await run('mail')
  expect(results(first)).toEqual(['queued', 'refused', 'refused', 'refused'])
  expect(first[0]?.title).toBe(`Invoice ${good?.number}`)
  expect(first[1]?.message).toContain('has no invoice email')
  expect(results(await run('mail'))).toEqual(['skipped', 'refused', 'refused', 'refused'])
  expect((await run('download'))[0]?.message).toBe(mailingMessages.waiting)
  const [mail] = await readMails(good?.path ?? '')
  await sql`update mails set state = 'failed', next_try_at = null where id = ${mail?.id}`.execute(
    database,
  )
  expect(results(await run('portal'))).toEqual(['sent', 'skipped', 'refused', 'refused'])
  expect(results(await run('portal')).slice(0, 2)).toEqual(['skipped', 'skipped'])
})

test('C246 The list of invoices finds what was approved and never sent', async () => {
  const [left, sent, mailed] = [await newInvoice(), await newInvoice(), await newInvoice()]
  const find = async (sending: string) => {
    const ids = [left.id, sent.id, mailed.id].join(',')
    const { body } = await me.get<{ id: number }[]>(`/api/invoices?sending=${sending}&id=${ids}`)
    return body.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  expect(await find('not-sent')).toEqual([left.id, sent.id, mailed.id])
  const body = { invoiceIds: [sent.id], channel: 'download', sentOn: TODAY }
  await me.post('/api/invoices/send', body)
  await send(mailed.path)
  expect([await find('not-sent'), await find('sent')]).toEqual([[left.id], [sent.id]])
  expect(await find('waiting')).toEqual([mailed.id])
  await accept((await readMails(mailed.path))[0]?.id)
  expect(await find('sent')).toEqual([sent.id, mailed.id])
  const [sending] = await readSendings(sent.path)
  await me.post(`${sent.path}/sendings/${sending?.id}/undo`, { undoneOn: TODAY, reason: 'Bounced' })
  expect(await find('not-sent')).toEqual([left.id, sent.id])
})
