/** The packets of a schedule: one ZIP, emails to the factor, and what was sent. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, formatDay } from '#core/calendar.ts'
import type { ScheduleDetails } from '#core/factoring/responses.ts'
import type { SchedulePackets } from '#core/factoring/schedule-packets.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import type { Mail } from '#core/mail/mails.ts'
import type { Sending } from '#core/packets/packets.ts'
import { packetDownloads } from '#server/packets/download-limit.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { makeLargeJpeg, makePng } from '#server/testing/pictures.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { readAccountId, ownApp, type Client } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'
import { accountDay } from '#server/today.ts'

const mailServer = {
  host: 'localhost',
  port: 25,
  secure: false,
  requireTls: false,
  login: undefined,
  from: 'carrier@example.com',
  limitMb: 1,
}
const { app, database } = await ownApp({ mailServer })
keepDay()
const TODAY = accountDay()
const MAIL = { to: 'ap@apex.example', subject: 'Schedule', text: null, sentOn: TODAY }

async function createScheduled() {
  const carrier = await createFactoredCarrier(app, { email: 'ap@apex.example' })
  const invoices = [await carrier.bill('1000.00'), await carrier.bill('250.50')]
  const { id, number } = await carrier.submit(invoices)
  const path = `/api/factor-schedules/${id}`
  const readPackets = async () =>
    (await carrier.client.get<SchedulePackets>(`${path}/packets`)).body
  return { ...carrier, invoices, path, number, readPackets }
}

async function download({ cookie }: Client, url: string) {
  const response = await app.inject({ method: 'GET', url, headers: { cookie } })
  expect([url, response.statusCode]).toEqual([url, 200])
  return new Uint8Array(response.rawPayload)
}

async function readZip(client: Client, path: string) {
  const bytes = await download(client, `${path}/packets.zip`)
  const entries = await new ZipReader(new BlobReader(new Blob([bytes]))).getEntries()
  return entries as FileEntry[]
}

const readMails = async (client: Client, path: string) => {
  const id = path.split('/').at(-1)
  return (await client.get<Mail[]>(`/api/mails?subject=factor_schedules&record=${id}`)).body
}

test('C247 The ZIP of a schedule has its PDF and CSV and a PDF for each invoice by its number', async () => {
  const { client, invoices, path } = await createScheduled()
  for (const { loads } of invoices)
    await upload(client, `/api/loads/${loads[0]?.id}/documents`, { kind: 'bol' })
  const entries = await readZip(client, path)
  expect(entries.map(({ filename }) => filename)).toEqual([
    'Schedule 1.pdf',
    'Schedule 1.csv',
    ...invoices.map(({ number }) => `Invoice ${number}.pdf`),
  ])
  expect(await entries[1]?.getData(new TextWriter())).toContain('1000.00')
  for (const [at, { number, total, loads }] of invoices.entries()) {
    const pages = await pdfText(
      Buffer.from((await entries[at + 2]?.getData(new Uint8ArrayWriter())) ?? ''),
    )
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain(`Invoice ${number} · Load ${loads[0]?.loadId} · page 1 of 2`)
    expect(pages[0]?.replaceAll(',', '')).toContain(total)
  }
})

test('C247 Invoices whose numbers become the same safe name get different file names', async () => {
  const { client, bill, submit } = await createFactoredCarrier(app, { email: 'ap@apex.example' })
  await client.put('/api/invoice-settings', { numbering: 'load-number' })
  const invoices: Invoice[] = []
  for (const number of ['A/1', 'a-1']) {
    const numbers = { loadId: number, brokerLoadNumber: number }
    invoices.push(await bill('10.00', '2026-11-02', numbers))
  }
  const path = `/api/factor-schedules/${(await submit(invoices)).id}`
  const names = ['Invoice A-1.pdf', `Invoice a-1 (${invoices[1]?.id}).pdf`]
  const entries = await readZip(client, path)
  expect(entries.slice(2).map(({ filename }) => filename)).toEqual(names)
  await client.post(`${path}/mail`, MAIL)
  const [mail] = await readMails(client, path)
  expect(mail?.files.slice(2).map(({ name }) => name)).toEqual(names)
})

test('C247 While a required paper is missing, nothing is sent and the reason is named', async () => {
  const { client, invoices, path, brokerId, readPackets } = await createScheduled()
  const rules = { firstDay: addDays(accountDay(), -365), toBill: { 'lumper-receipt': 'always' } }
  await client.put(`/api/brokers/${brokerId}/required-papers`, rules)
  const [first, second] = invoices
  await upload(client, `/api/loads/${second?.loads[0]?.id}/documents`, { kind: 'lumper-receipt' })
  const message = `Load ${first?.loads[0]?.loadId}: no Lumper Receipt`
  expect((await readPackets()).problems).toEqual([
    { invoiceId: first?.id, number: first?.number, messages: [message] },
  ])
  const refused = [
    await client.get(`${path}/packets.zip`),
    await client.post(`${path}/mail`, MAIL),
    await client.post(`${path}/sendings`, { sentOn: TODAY }),
    await client.get(`${path}/mail-draft.eml`),
  ]
  for (const response of refused) {
    expect(response.status).toBe(409)
    expect(response.text).toContain(`Invoice ${first?.number}: ${message}`)
  }
  expect(await readMails(client, path)).toEqual([])
  expect((await readPackets()).sendings).toEqual([])
})

test('C247 A draft and a void schedule are not sent', async () => {
  const { client, bill, schedule, path } = await createScheduled()
  const draft = await schedule([(await bill('10.00')).id])
  expect((await client.get(`/api/factor-schedules/${draft.body.id}/packets.zip`)).status).toBe(409)
  await client.post<ScheduleDetails>(`${path}/void`, { on: TODAY, reason: 'Not taken' })
  expect((await client.post(`${path}/mail`, MAIL)).status).toBe(409)
})

test('C248 A large email to the factor is split by document, and counts once all are accepted', async () => {
  const { client, invoices, path, readPackets, readInvoice } = await createScheduled()
  for (const { loads } of invoices)
    await upload(client, `/api/loads/${loads[0]?.id}/documents`, { kind: 'bol', file: makeNoise() })
  const key = { 'idempotency-key': `mail ${path}` }
  const sent = await client.post(`${path}/mail`, MAIL, key)
  expect([sent.status, sent.body]).toEqual([201, { queued: 2 }])
  expect((await client.post(`${path}/mail`, MAIL, key)).body).toEqual({ queued: 2 })
  const mails = await readMails(client, path)
  expect(mails.map(({ subject }) => subject)).toEqual(['Schedule (2 of 2)', 'Schedule (1 of 2)'])
  const files = mails.toReversed().flatMap((mail) => mail.files)
  expect(files.map(({ name }) => name)).toEqual([
    'Schedule 1.pdf',
    'Schedule 1.csv',
    ...invoices.map(({ number }) => `Invoice ${number}.pdf`),
  ])
  for (const mail of mails)
    expect(mail.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_000_000)
  expect((await readPackets()).sendings).toMatchObject([{ sentOn: null, note: 'ap@apex.example' }])
  expect((await readInvoice(invoices[0]?.id ?? 0)).sentOn).toBeNull()
  await sql`update mails set state = 'sent', next_try_at = null, sent_at = now()
    where id = any(${mails.map(({ id }) => id)}::bigint[])`.execute(database)
  const [sending] = (await readPackets()).sendings
  expect(sending).toMatchObject({ sentOn: TODAY, note: 'ap@apex.example' })
  for (const { id, sentOn } of await Promise.all(invoices.map((one) => readInvoice(one.id)))) {
    expect(sentOn).toBe(TODAY)
    const [own] = (await client.get<Sending[]>(`/api/invoices/${id}/sendings`)).body
    expect(own).toMatchObject({
      channel: 'factor',
      sha256: sending?.packets.find((one) => one.invoiceId === id)?.sha256,
    })
    const again = await download(client, `/api/invoices/${id}/sendings/${own?.id}/packet.pdf`)
    expect(createHash('sha256').update(again).digest('hex')).toBe(own?.sha256)
  }
})

test('C248 A second sending must be confirmed, and a marked sending is recorded', async () => {
  const { client, path, readPackets } = await createScheduled()
  const record = { sentOn: TODAY, note: 'Portal 77' }
  expect((await client.post(`${path}/sendings`, record)).body).toEqual({ recorded: 2 })
  expect((await readPackets()).sendings).toMatchObject([{ sentOn: TODAY, note: 'Portal 77' }])
  const asked = await client.post<{ confirm: string; message: string }>(`${path}/mail`, MAIL)
  expect([asked.status, asked.body.confirm]).toEqual([409, 'again'])
  expect(asked.body.message).toContain(`was sent on ${formatDay(TODAY)}`)
  const again = await client.post(`${path}/mail`, { ...MAIL, confirmed: ['again'] })
  expect(again.status).toBe(201)
  expect((await readPackets()).sendings).toHaveLength(2)
})

test('C248 A schedule does not count as sent if its invoices went with a void schedule', async () => {
  const { client, invoices, path, submit, readPackets } = await createScheduled()
  await client.post(`${path}/sendings`, { sentOn: TODAY, note: 'Portal 77' })
  await client.post(`${path}/void`, { on: TODAY, reason: 'Not taken' })
  const next = `/api/factor-schedules/${(await submit(invoices)).id}`
  const readNext = async () => (await client.get<SchedulePackets>(`${next}/packets`)).body.sendings
  expect(await readNext()).toEqual([])
  expect((await client.post(`${next}/mail`, MAIL)).status).toBe(201)
  expect(await readNext()).toMatchObject([{ note: 'ap@apex.example' }])
  expect((await readPackets()).sendings).toMatchObject([{ note: 'Portal 77' }])
})

test('C254 A sending locks its invoices by id, whatever their due dates are', async () => {
  const { client, bill, submit } = await createFactoredCarrier(app)
  const invoices = [await bill('10.00', '2026-11-02'), await bill('20.00', '2026-11-01')]
  const path = `/api/factor-schedules/${(await submit(invoices)).id}`
  const [first = 0, second = 0] = invoices.map(({ id }) => id)
  const { running, free } = await database.transaction().execute(async (work) => {
    await sql`select from invoices where id = ${first} for no key update`.execute(work)
    const sent = client.post(`${path}/sendings`, { sentOn: TODAY })
    await waitUntilBlocked(database, 1)
    const { rows } = await sql`select from invoices where id = ${second}
      for no key update skip locked`.execute(work)
    return { running: sent, free: rows.length }
  })
  expect(free).toBe(1)
  expect((await running).status).toBe(201)
})

test('C248 Two requests at once send a schedule once', async () => {
  const { client, path, readPackets } = await createScheduled()
  const tried = await Promise.all([1, 2].map(() => client.post(`${path}/mail`, MAIL)))
  expect(tried.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await readPackets()).sendings).toHaveLength(1)
})

test('C248 A schedule shows an invoice that was marked as sent to the factor separately', async () => {
  const { client, invoices, path, readPackets } = await createScheduled()
  const [first] = invoices
  const record = { channel: 'factor', sentOn: TODAY, note: 'Portal 12' }
  expect((await client.post(`/api/invoices/${first?.id}/sendings`, record)).status).toBe(201)
  expect((await readPackets()).sendings).toMatchObject([
    { sentOn: TODAY, note: 'Portal 12', packets: [{ invoiceId: first?.id }] },
  ])
  const partly = await client.post<{ message: string }>(`${path}/sendings`, { sentOn: TODAY })
  expect([partly.status, partly.body.message]).toEqual([
    409,
    `Invoices of this schedule were sent on ${formatDay(TODAY)}. Send the schedule again?`,
  ])
  await client.post(`${path}/sendings`, { sentOn: TODAY, confirmed: ['again'] })
  const both = (await readPackets()).sendings
  expect(both.map(({ packets }) => packets.length)).toEqual([2, 1])
  expect(new Set(both.map(({ id }) => id)).size).toBe(2)
  const asked = await client.post<{ message: string }>(`${path}/mail`, MAIL)
  expect([asked.status, asked.body.message]).toEqual([
    409,
    `This schedule was sent on ${formatDay(TODAY)}. Send it again?`,
  ])
})

test('C276 Emailing and marking take one of the slots for packets', async () => {
  const { client, path } = await createScheduled()
  const account = await readAccountId(client)
  const leave = [1, 2, 3].map(() => packetDownloads.take(account))
  for (const step of [`${path}/mail`, `${path}/sendings`]) {
    const refused = await client.post(step, { ...MAIL, note: null })
    expect([step, refused.status, refused.headers['retry-after']]).toEqual([step, 429, '5'])
  }
  for (const free of leave) free()
  expect((await client.post(`${path}/sendings`, { sentOn: TODAY })).status).toBe(201)
})

test('C277 A draft has every file of the schedule, or is rejected with the reason', async () => {
  const { client, path, invoices } = await createScheduled()
  const draft = await download(client, `${path}/mail-draft.eml`)
  const files = [
    'Schedule 1.pdf',
    'Schedule 1.csv',
    ...invoices.map((one) => `Invoice ${one.number}.pdf`),
  ]
  for (const name of files) expect(Buffer.from(draft).toString()).toContain(name)
  // The packets fit into 1 MB, and all files together do not.
  const logo = await app.inject({
    method: 'POST',
    url: '/api/logos',
    payload: makeNoise(400),
    headers: { cookie: client.cookie, 'content-type': 'image/png' },
  })
  expect(logo.statusCode).toBe(201)
  const { id } = (await client.get('/api/settings')).body
  await client.put(`/api/settings/${id}`, { logoUrl: logo.json<{ logoUrl: string }>().logoUrl })
  for (const { loads } of invoices)
    await upload(client, `/api/loads/${loads[0]?.id}/documents`, {
      kind: 'bol',
      file: makeNoise(340),
    })
  const refused = await client.get(`${path}/mail-draft.eml`)
  expect([refused.status, refused.text.slice(0, 200)]).toEqual([
    409,
    expect.stringContaining('larger than 1 MB'),
  ])
})

test('C277 A draft with a document larger than an email is rejected, and the ZIP is named', async () => {
  const { client, path, invoices } = await createScheduled()
  const load = `/api/loads/${invoices[0]?.loads[0]?.id}/documents`
  const file = makeLargeJpeg(1_500_000, 'a')
  expect((await upload(client, load, { kind: 'bol', file })).status).toBe(201)
  const refused = await client.get(`${path}/mail-draft.eml`)
  expect([refused.status, refused.text.slice(0, 300)]).toEqual([
    409,
    expect.stringContaining('Download the ZIP and send several emails'),
  ])
})

/** A picture that can't be compressed, of 800 KB by default. */
function makeNoise(side = 520): Buffer {
  const noise = createCipheriv('aes-256-ctr', randomBytes(32), Buffer.alloc(16))
  const row = () => Buffer.concat([Buffer.alloc(1), noise.update(Buffer.alloc(side * 3))])
  return makePng({ width: side, height: side, pixels: Array.from({ length: side }, row) })
}
