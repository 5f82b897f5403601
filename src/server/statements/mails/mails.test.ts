/** Statements by email (SPEC C188, C190). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '#core/mail/mails.ts'
import type { StatementMails } from '#core/mail/statement-mails.ts'
import { openMailServer, sendDue } from '#server/testing/mail/mail-server.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { inviteMember } from '#server/testing/team.ts'
import { ownApp } from '#server/testing/test-app.ts'

const smtp = await openMailServer()
const { app, database } = await ownApp({ mailServer: smtp.settings })
const without = await ownApp({ mailServer: undefined })
const WEEK = '2026-11-20'
const RUN = '/api/settlements/run/mails'
let carrier: Awaited<ReturnType<typeof createCarrierWithOwners>>

beforeEach(async () => {
  await sql`delete from mails`.execute(database)
  smtp.received.length = 0
  delete smtp.behavior.recipient
  carrier = await createCarrierWithOwners(app)
})

const readRun = async () => (await carrier.client.get<StatementMails>(`${RUN}?week=${WEEK}`)).body
const mailRun = () => carrier.client.post<StatementMails & { queued: number }>(RUN, { week: WEEK })

/** Sets the payee's email address and whether statements are emailed in English or Spanish. */
async function chooseEmail(statementEmail: string, email = 'ann@example.com'): Promise<void> {
  const path = `/api/owners/${carrier.ann}`
  const { body } = await carrier.client.get(path)
  expect((await carrier.client.put(path, { ...body, statementEmail, email })).status).toBe(200)
}

async function settle(): Promise<number> {
  await carrier.createLoad(WEEK)
  const { id } = await carrier.settle(WEEK)
  return id
}

/** The text of the PDF that arrived. */
async function readPdf(at: number): Promise<string> {
  const raw = smtp.received[at]?.raw ?? ''
  const encoded = /\r?\n\r?\n([\w+/=\s]+)/.exec(raw.slice(raw.indexOf('application/pdf')))
  return (await pdfText(Buffer.from(encoded?.[1] ?? '', 'base64'))).join()
}

test('C190 The run emails statements to payees who chose it, once, and says why others are left', async () => {
  const id = await settle()
  expect((await readRun()).statements).toMatchObject([
    { id, state: 'left', why: 'Approve it first' },
  ])
  await carrier.approve(id)
  expect((await readRun()).statements[0]?.why).toMatch(/^Not chosen/)
  expect((await mailRun()).body.queued).toBe(0)
  await chooseEmail('en')
  const ready = { id, state: 'ready', email: 'ann@example.com', language: 'en', why: null }
  expect(await readRun()).toMatchObject({ setUp: true, statements: [ready] })
  const mailed = await mailRun()
  expect(mailed.body).toMatchObject({
    queued: 1,
    statements: [{ state: 'mailed', mailState: 'queued' }],
  })
  await Promise.all([mailRun(), mailRun(), sendDue(database, smtp)])
  expect((await mailRun()).body.queued).toBe(0)
  await sendDue(database, smtp)
  expect((await readRun()).statements).toMatchObject([{ state: 'mailed', mailState: 'sent' }])
  expect(smtp.received.map(({ to }) => to)).toEqual([['ann@example.com']])
  expect(smtp.received[0]?.raw).toMatch(
    /^Subject: Settlement statement 1, truck \S+, 11\/20\/2026/m,
  )
  expect(await readPdf(0)).toContain('Independent contractor settlement')
  const history = await carrier.client.get<Mail[]>(`/api/mails?subject=billing&record=${id}`)
  expect(history.body).toMatchObject([{ state: 'sent', files: [{ type: 'application/pdf' }] }])
})

test('C190 A driver who chose Spanish gets the email and the statement in Spanish', async () => {
  const id = await settle()
  await carrier.approve(id)
  await chooseEmail('es')
  const path = '/api/mail/settings'
  const settings = (await carrier.client.get(path)).body
  await carrier.client.put(path, {
    ...settings,
    statementTextEs: 'Hola, aquí está.',
    signature: 'Acme',
  })
  await mailRun()
  await sendDue(database, smtp)
  expect(await readPdf(0)).toMatch(/liquidaci/i)
  expect(smtp.received[0]?.raw).toMatch(/Hola, aqu=C3=AD est=C3=A1\.\r?\n\r?\nAcme/)
})

test('C190 A statement is emailed a second time only if asked', async () => {
  const id = await settle()
  await carrier.approve(id)
  const path = `/api/billing/${id}/mail`
  const wrong = await carrier.client.post(path, { to: 'ann@example.com\nBcc: x@evil.com' })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['to']])
  expect((await carrier.client.post(path, { to: 'ann@example.com' })).status).toBe(201)
  const asked = await carrier.client.post(path, { to: 'ann@example.com' })
  expect([asked.status, asked.body]).toMatchObject([409, { confirm: 'again' }])
  expect(asked.body.message).toBe('This statement was already emailed: waiting. Email it again?')
  const again = { to: 'ann@example.com', confirmed: ['again'] }
  expect((await carrier.client.post(path, again)).status).toBe(201)
  await sendDue(database, smtp)
  expect(smtp.received.length).toBe(2)
})

test('C190 After a refusal the statement can be emailed to the right address', async () => {
  smtp.behavior.recipient = () => ({ code: 550, words: 'No such user' })
  const id = await settle()
  await carrier.approve(id)
  await chooseEmail('en')
  await mailRun()
  await sendDue(database, smtp)
  const [refused] = (await readRun()).statements
  expect(refused).toMatchObject({ state: 'ready', mailState: 'failed', answer: /./ })
  delete smtp.behavior.recipient
  await chooseEmail('en', 'ann2@example.com')
  expect((await mailRun()).body.queued).toBe(1)
  await sendDue(database, smtp)
  expect(smtp.received.map(({ to }) => to)).toEqual([['ann2@example.com']])
})

test('C190 Drafts and void statements are not emailed', async () => {
  const id = await settle()
  const path = `/api/billing/${id}/mail`
  expect((await carrier.client.post(path, { to: 'a@example.com' })).status).toBe(409)
  await carrier.approve(id)
  await carrier.client.post(`/api/billing/${id}/void`, { reason: 'Wrong' })
  const refused = await carrier.client.post(path, { to: 'a@example.com' })
  expect([refused.status, refused.body.message]).toEqual([409, 'A void statement can’t be emailed'])
  expect((await carrier.client.post('/api/billing/999999/mail', { to: 'a@b.co' })).status).toBe(404)
})

test('C190 C191 Only people who change payroll email statements', async () => {
  const id = await settle()
  await carrier.approve(id)
  await carrier.client.put('/api/team/settings', { viewerRevenue: true })
  const viewer = await inviteMember(app, carrier.client, 'viewer')
  expect((await viewer.get(`${RUN}?week=${WEEK}`)).status).toBe(200)
  expect((await viewer.post(RUN, { week: WEEK })).status).toBe(403)
  expect((await viewer.post(`/api/billing/${id}/mail`, { to: 'a@b.co' })).status).toBe(403)
})

test('C188 Without a mail server a statement is a draft to download', async () => {
  const own = await createCarrierWithOwners(without.app)
  await own.createLoad(WEEK)
  const { id } = await own.settle(WEEK)
  await own.approve(id)
  const sent = await own.client.post(`/api/billing/${id}/mail`, { to: 'a@example.com' })
  expect([sent.status, sent.body.message]).toMatchObject([409, /^Email is not set up/])
  const draft = await own.client.get(`/api/billing/${id}/statement.eml?language=es`)
  expect(draft.headers['content-type']).toBe('message/rfc822')
  expect(draft.headers['content-disposition']).toMatch(/filename="liquidacion-camion-.*\.eml"/)
  expect(draft.text).toMatch(/^X-Unsent: 1/m)
  expect(draft.text).toMatch(/^Content-Type: application\/pdf/m)
})
