/** The outbox and the email settings through the API (SPEC C186, C188, C189, C191). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Mail, MailKind } from '#core/mail/mails.ts'
import type { ShownMailSettings, TestedMail } from '#core/mail/settings.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { openMailServer } from '#server/testing/mail/mail-server.ts'
import { inviteMember } from '#server/testing/team.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { readAccountId, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import { queueMail } from './queue.ts'
import { startSender } from './sending/sender.ts'

const smtp = await openMailServer()
const { app, database } = await ownApp({ mailServer: smtp.settings })
const without = await ownApp({ mailServer: undefined })
let me: Client
let userId: string

beforeEach(async () => {
  me = await signUp(app)
  await me.post('/api/settings', COMPANY)
  userId = await readAccountId(me)
  await sql`delete from mails`.execute(database)
  smtp.received.length = 0
  delete smtp.behavior.atEnd
  delete smtp.behavior.recipient
})

async function queue(kind: MailKind = 'statement', id = 5): Promise<number> {
  const queued = await inTransaction(database, (work) =>
    queueMail(work, userId, {
      kind,
      subjectOf: [{ subject: 'billing', id }],
      to: ['ann@example.com'],
      subject: `A ${kind}`,
      text: 'Attached.\n',
      onceKey: `${kind}/${id}`,
      files: [{ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }],
    }),
  )
  return queued.id
}

async function run(): Promise<void> {
  const sender = startSender(database, smtp.settings, { everyMs: 1_000_000 })
  await sender.run()
  await sender.stop()
}

const outbox = async (client = me) => (await client.get<Mail[]>('/api/mails')).body
const ofRecord = async () => (await me.get<Mail[]>('/api/mails?subject=billing&record=5')).body

async function loseAnswer(): Promise<number> {
  smtp.behavior.atEnd = (_mail, drop) => drop()
  const id = await queue()
  await run()
  delete smtp.behavior.atEnd
  expect((await outbox())[0]?.state).toBe('unknown')
  return id
}

test('C186 An email that may have been sent is sent again only after the warning', async () => {
  const id = await loseAnswer()
  const asked = await me.post(`/api/mails/${id}/send-again`, {})
  expect([asked.status, asked.body]).toMatchObject([409, { confirm: 'again' }])
  const again = await me.post(`/api/mails/${id}/send-again`, { confirmed: ['again'] })
  expect([again.status, again.body]).toMatchObject([200, { state: 'queued', attempts: 0 }])
  await run()
  expect(await outbox()).toEqual([])
  expect(await ofRecord()).toMatchObject([{ id, state: 'sent', decidedBy: null }])
  expect(smtp.received.length).toBe(2)
})

test('C186 An email that a person marks as sent is not sent again', async () => {
  const id = await loseAnswer()
  const marked = await me.post(`/api/mails/${id}/mark-sent`)
  expect([marked.status, marked.body]).toMatchObject([200, { state: 'sent', decidedBy: 'Pat Doe' }])
  await run()
  expect(smtp.received.length).toBe(1)
  const late = await me.post(`/api/mails/${id}/send-again`, { confirmed: ['again'] })
  expect([late.status, late.body.message]).toEqual([409, 'This email is already sent or canceled'])
})

test('C186 A canceled email is never sent, its bytes are gone, and its record can be emailed again', async () => {
  const id = await queue()
  const stale = await me.post(`/api/mails/${id}/cancel`, undefined, { 'if-match': '"9"' })
  expect(stale.status).toBe(412)
  expect((await me.post(`/api/mails/${id}/cancel`)).body).toMatchObject({ state: 'canceled' })
  await run()
  expect([smtp.received.length, await outbox()]).toEqual([0, []])
  const { rows } = await sql`select from mail_file_parts where mail_id = ${id}`.execute(database)
  expect(rows).toEqual([])
  expect(await queue()).not.toBe(id)
})

test('C186 A failed email can be sent again', async () => {
  smtp.behavior.recipient = () => ({ code: 550, words: 'No such user' })
  const id = await queue()
  await run()
  expect(await outbox()).toMatchObject([{ id, state: 'failed' }])
  delete smtp.behavior.recipient
  expect((await me.post(`/api/mails/${id}/send-again`, {})).status).toBe(200)
  await run()
  expect(await ofRecord()).toMatchObject([{ state: 'sent', answer: expect.stringMatching(/^250/) }])
})

test('C191 Each role sees and decides about the emails of its work', async () => {
  for (const kind of ['statement', 'invoice', 'invitation'] as const) await queue(kind)
  const see = async (client: Client) => (await outbox(client)).map(({ kind }) => kind).toSorted()
  expect(await see(me)).toEqual(['invitation', 'invoice', 'statement'])
  const accounting = await inviteMember(app, me, 'accounting')
  expect(await see(accounting)).toEqual(['invoice', 'statement'])
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  expect(await see(dispatcher)).toEqual(['invoice'])
  const safety = await inviteMember(app, me, 'safety')
  expect(await see(safety)).toEqual([])
  const [invoice, statement] = [await queue('invoice', 6), await queue('statement', 6)]
  const cancel = async (client: Client, id: number) =>
    (await client.post(`/api/mails/${id}/cancel`)).status
  expect(await cancel(dispatcher, invoice)).toBe(403)
  expect(await cancel(dispatcher, statement)).toBe(404)
  expect(await cancel(accounting, statement)).toBe(200)
  for (const path of ['/api/mail/settings']) expect((await accounting.get(path)).status).toBe(403)
})

test('C189 The settings say who emails are from, with errors at their fields', async () => {
  const path = '/api/mail/settings'
  const { body } = await me.get<ShownMailSettings>(path)
  expect(body).toMatchObject({
    fromName: null,
    replyTo: null,
    version: 0,
    server: { host: '127.0.0.1', from: 'office@carrier.example', limitMb: 10 },
  })
  const sent = { ...body, fromName: 'Acme "Trucking"', replyTo: 'office@acme.example' }
  const wrong = await me.put(path, { ...sent, replyTo: 'office' })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { replyTo: ['Invalid email address'] }])
  const injected = await me.put(path, { ...sent, fromName: 'Acme\r\nBcc: x@evil.com' })
  expect([injected.status, Object.keys(injected.body.fields ?? {})]).toEqual([400, ['fromName']])
  expect((await me.put(path, sent, { 'if-match': '"0"' })).body).toMatchObject({ version: 1 })
  expect((await me.put(path, sent, { 'if-match': '"0"' })).status).toBe(412)
  await queue()
  await run()
  expect(smtp.received[0]?.raw).toMatch(/^From: "Acme \\"Trucking\\"" <office@carrier\.example>/m)
  expect(smtp.received[0]?.raw).toMatch(/^Reply-To: office@acme\.example/m)
})

test('C189 The test email is really sent, and the response has the mail server’s reply', async () => {
  const good = await me.post<TestedMail>('/api/mail/test')
  expect(good.body).toMatchObject({ accepted: true, answer: expect.stringMatching(/^250/) })
  expect(smtp.received[0]?.to).toEqual([good.body.to])
  smtp.behavior.atEnd = () => ({ code: 554, words: 'Not today' })
  const bad = await me.post<TestedMail>('/api/mail/test')
  expect(bad.body).toMatchObject({ accepted: false, answer: '554 Not today' })
})

test('C182 Without a mail server the API says so', async () => {
  const other = await signUp(without.app)
  expect((await other.get('/api/mail')).body).toEqual({ setUp: false, limitMb: 10 })
  const tested = await other.post('/api/mail/test')
  expect([tested.status, tested.body.message]).toMatchObject([409, /^Email is not set up/])
})

test('C191 An invitation is emailed if email and the public address are set up', async () => {
  const publicUrl = 'https://haulbook.example.com'
  const own = await ownApp({ mailServer: { ...smtp.settings, publicUrl } })
  const admin = await signUp(own.app)
  const invited = { email: 'new@example.com', role: 'viewer' }
  const made = await admin.post<{ link: string; mailed: boolean }>('/api/team/invitations', invited)
  expect(made.body.mailed).toBe(true)
  const sender = startSender(own.database, smtp.settings, { everyMs: 1_000_000 })
  await sender.run()
  await sender.stop()
  const [got] = smtp.received
  expect(got?.to).toEqual(['new@example.com'])
  expect(got?.raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')).toContain(
    publicUrl + made.body.link,
  )
  const { rows } = await sql<{ text: null }>`select text from mails`.execute(own.database)
  expect(rows).toEqual([{ text: null }])
  const plain = await me.post('/api/team/invitations', invited)
  expect(plain.body.mailed).toBe(false)
  expect(await outbox()).toEqual([])
})
