/** Packets on the real app: their papers, what is rejected, sendings (SPEC C175–C181). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { BlobReader, ZipReader } from '@zip.js/zip.js'
import { addDays } from '#core/calendar.ts'
import { documentMessages } from '#core/documents/documents.ts'
import { packetMessages, type Sending } from '#core/packets/packets.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { kitPdf } from '#server/testing/documents/kit-pdf.ts'
import { makeLosingPdf } from '#server/testing/documents/make-pdf.ts'
import { newPdf, upload } from '#server/testing/documents/uploads.ts'
import { addInvoice, useBilling } from '#server/testing/invoices/packets.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { readAccountId, signUp, testApp, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'
import { remakePacket, tryPacket } from './make-packet.ts'
import { MergeFailedError, openMerger, type Merger } from './merge/merger.ts'
import { openPaperMemory } from './merge/paper-memory.ts'
import { openTrial } from './merge/trial.ts'

const { app, database } = await testApp()
let me: Client
let userId: string

beforeAll(async () => {
  me = await signUp(app)
  userId = await readAccountId(me)
  await useBilling(me)
})

const newInvoice = (loads?: number) => addInvoice(me, loads)

async function add(loadId: number | undefined, kind: string, more: object = {}) {
  const path = `/api/loads/${loadId}/documents`
  return (await upload(me, path, { kind: kind as 'bol', ...more })).body
}

async function download(path: string) {
  const response = await app.inject({ url: path, headers: { cookie: me.cookie } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

const readOdd = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'merge/odd-papers', `${name}.pdf`))

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
keepDay()
const TODAY = accountDay()
const send = (path: string, more: object = {}) =>
  me.post<Sending & { message: string }>(`${path}/sendings`, {
    channel: 'download',
    sentOn: TODAY,
    ...more,
  })

const readSentOn = async (id: number) =>
  (
    await database
      .selectFrom('invoices')
      .select('sentOn')
      .where('userId', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).sentOn

test('C175 C176 A packet has the invoice and the current papers of its loads, each page stamped', async () => {
  const { loadIds, path, number, readPacket } = await newInvoice(2)
  const [first, second] = loadIds
  const old = await add(first, 'bol')
  await add(first, 'pod', { file: newPdf(2) })
  await add(first, 'rate-confirmation')
  await add(first, 'bol', { replaces: old.id })
  const back = await add(second, 'bol')
  await me.put(`/api/documents/${back.id}`, { verdict: 'sent-back', verdictReason: 'Dark' })
  await add(second, 'lumper-receipt')
  await add(second, 'other')
  const gone = await add(second, 'receipt')
  await me.delete(`/api/documents/${gone.id}`)
  const packet = await readPacket('?make=1')
  expect(packet.papers.map(({ kind, pages }) => `${kind} ${pages}`)).toEqual([
    'invoice 1',
    'rate-confirmation 1',
    'bol 1',
    'pod 2',
    'lumper-receipt 1',
  ])
  expect(packet).toMatchObject({
    title: `Invoice ${number}`,
    fileName: `invoice-${number}.pdf`,
    missing: [],
    problems: [],
    made: { pages: 6 },
  })
  const file = await download(`${path}/packet.pdf`)
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(digest(file.bytes)).toBe(packet.made?.sha256)
  const pages = await pdfText(file.bytes)
  const load = (at: number) => packet.papers[at]?.loadNumber
  expect(pages[0]).toContain(`Invoice ${number} · 2 loads · page 1 of 6`)
  expect(pages[4]).toContain(`Invoice ${number} · Load ${load(1)} · page 5 of 6`)
  expect(pages[5]).toContain(`Invoice ${number} · Load ${load(4)} · page 6 of 6`)
  expect(load(1)).not.toBe(load(4))
})

test('C385 An unusual day on which an invoice was sent must be confirmed', async () => {
  const { loadIds, path } = await newInvoice()
  await add(loadIds[0], 'bol')
  const sentOn = '2999-01-01'
  const asked = await send(path, { sentOn })
  expect([asked.status, asked.body]).toMatchObject([409, { confirm: 'sentOn' }])
  expect((await send(path, { sentOn, confirmed: ['sentOn'] })).status).toBe(201)
})

test('C178 The papers come in the broker’s order, else in the company’s', async () => {
  const { loadIds, brokerId, readPacket } = await newInvoice()
  await add(loadIds[0], 'bol')
  await add(loadIds[0], 'rate-confirmation')
  await add(loadIds[0], 'other')
  const list = async () => (await readPacket()).papers.map(({ kind }) => kind)
  expect(await list()).toEqual(['invoice', 'rate-confirmation', 'bol'])
  const rest = ['pod', 'lumper-receipt', 'scale-ticket', 'detention-proof', 'receipt']
  const company = ['rate-confirmation', 'invoice', 'bol', ...rest]
  expect((await me.put('/api/packet-order', { kinds: company })).status).toBe(200)
  expect(await list()).toEqual(['rate-confirmation', 'invoice', 'bol'])
  const order = `/api/brokers/${brokerId}/packet-order`
  const own = ['invoice', 'bol', 'other', ...rest, 'rate-confirmation']
  const saved = await me.put(order, { kinds: own }, { 'if-match': '"0"' })
  expect(saved.body).toEqual({ kinds: own, isOwn: true, version: 1 })
  expect(await list()).toEqual(['invoice', 'bol', 'other', 'rate-confirmation'])
  expect((await me.put(order, { kinds: own }, { 'if-match': '"0"' })).status).toBe(412)
  expect((await me.put(order, { kinds: null })).body).toMatchObject({
    kinds: company,
    isOwn: false,
  })
  const bad = await me.put(order, { kinds: ['invoice', 'bol'] })
  expect([bad.status, bad.body.fields]).toMatchObject([400, { kinds: [expect.any(String)] }])
  expect((await me.put('/api/packet-order', { kinds: null })).status).toBe(200)
})

describe('C180 An incomplete packet is rejected with the reason', () => {
  test('a required paper is missing', async () => {
    const { loadIds, path, brokerId, readPacket } = await newInvoice()
    const rules = {
      firstDay: addDays(TODAY, -365),
      toBill: { bol: 'always', 'lumper-receipt': 'always' },
    }
    await me.put(`/api/brokers/${brokerId}/required-papers`, rules)
    await add(loadIds[0], 'rate-confirmation')
    const { missing, papers, fileName } = await readPacket('?make=1')
    const message = `Load ${papers[1]?.loadNumber}: no BOL, no Lumper Receipt`
    expect(fileName).toBeNull()
    expect(missing).toMatchObject([{ papers: ['BOL', 'Lumper Receipt'], message }])
    const refused = await send(path)
    expect([refused.status, refused.body.message]).toEqual([409, message])
    expect((await download(`${path}/packet.pdf`)).status).toBe(409)
    await add(loadIds[0], 'pod')
    await add(loadIds[0], 'lumper-receipt')
    expect((await send(path)).status).toBe(201)
  })

  test('a paper can’t be read whole', async () => {
    const { loadIds, path, readPacket } = await newInvoice()
    const { id, name } = await add(loadIds[0], 'bol', { file: makeLosingPdf() })
    const message = packetMessages.unreadable(name, 'lost', '1')
    expect((await readPacket('?make=1')).problems).toEqual([{ documentId: id, message }])
    expect((await send(path)).body).toMatchObject({ message, reasons: [message] })
  })

  test('C422 a filled field has letters that can’t be drawn', async () => {
    const { loadIds, readPacket } = await newInvoice()
    const { id, name } = await add(loadIds[0], 'pod', { file: readOdd('form-chinese') })
    const message = `${name} has a filled field that can’t be copied: Consignee. Print it to a new PDF and upload that one.`
    expect((await readPacket('?make=1')).problems).toEqual([{ documentId: id, message }])
  })

  test('it is not the one that the person saw', async () => {
    const { loadIds, path, readPacket } = await newInvoice()
    const { made } = await readPacket('?make=1')
    await add(loadIds[0], 'bol')
    const refused = await send(path, { sha256: made?.sha256 })
    expect([refused.status, refused.body.message]).toEqual([409, packetMessages.changed])
  })
})

describe('C179 A sending', () => {
  test('keeps what was sent: its documents stay, and the same bytes come again', async () => {
    const { id, loadIds, path } = await newInvoice()
    const bol = await add(loadIds[0], 'bol')
    const before = await download(`${path}/packet.pdf`)
    const key = { 'idempotency-key': `send ${id}` }
    const body = { channel: 'portal', sentOn: TODAY, note: 'Uploaded' }
    const first = await me.post<Sending>(`${path}/sendings`, body, key)
    const again = await me.post<Sending>(`${path}/sendings`, body, key)
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject({
      channel: 'portal',
      sentOn: TODAY,
      note: 'Uploaded',
      sentBy: 'Pat Doe',
      pages: 2,
    })
    expect((await me.get<Sending[]>(`${path}/sendings`)).body).toEqual([first.body])
    expect(await readSentOn(id)).toBe(TODAY)
    expect((await me.delete(`/api/documents/${bol.id}`)).status).toBe(409)
    await add(loadIds[0], 'bol', { replaces: bol.id })
    const sent = await download(`${path}/sendings/${first.body.id}/packet.pdf`)
    expect([sent.status, sent.bytes.equals(before.bytes)]).toEqual([200, true])
    expect((await download(`${path}/packet.pdf`)).bytes.equals(before.bytes)).toBe(false)
  })

  test('C181 is marked as not sent with a reason, once; the first one that is left counts', async () => {
    const { id, path } = await newInvoice()
    const before = addDays(TODAY, -9)
    const first = (await send(path, { sentOn: before })).body
    const last = (await send(path)).body
    expect(await readSentOn(id)).toBe(before)
    const undo = (sending: Sending, body: object, version = sending.version) =>
      me.post<Sending>(`${path}/sendings/${sending.id}/undo`, body, {
        'if-match': `"${version}"`,
      })
    const because = { undoneOn: TODAY, reason: 'Bounced' }
    expect((await undo(first, { undoneOn: TODAY, reason: ' ' })).status).toBe(400)
    expect((await undo(first, because, 9)).status).toBe(412)
    expect((await undo(first, because)).body).toMatchObject({
      undoneOn: TODAY,
      undoneReason: 'Bounced',
      undoneBy: 'Pat Doe',
      version: 2,
    })
    expect(await readSentOn(id)).toBe(TODAY)
    expect((await undo(first, because, 2)).status).toBe(409)
    await undo(last, because)
    expect(await readSentOn(id)).toBeNull()
  })

  test('is of an approved invoice only, and never changes', async () => {
    const { path } = await newInvoice()
    const sending = (await send(path)).body
    const rows = database.updateTable('invoiceSendings').where('id', '=', sending.id)
    await expect(rows.set({ pages: 9 }).execute()).rejects.toThrow('never changes')
    await expect(rows.set({ sentOn: '2026-01-01' }).execute()).rejects.toThrow('never changes')
    await me.post(`${path}/void`, { on: TODAY, reason: 'Wrong' })
    expect((await send(path)).body.message).toBe(packetMessages.void)
  })
})

test('C351 The packets of chosen invoices are one ZIP that marks nothing as sent, or a list of what is missing', async () => {
  const [one, two] = [await newInvoice(), await newInvoice()]
  await add(one.loadIds[0], 'bol')
  const { status, headers, bytes } = await download(
    `/api/invoices/packets.zip?ids=${one.id},${two.id},${one.id}`,
  )
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  const entries = await new ZipReader(
    new BlobReader(new Blob([new Uint8Array(bytes)])),
  ).getEntries()
  const names = await Promise.all(
    [one, two].map(async ({ readPacket }) => (await readPacket()).fileName),
  )
  expect(entries.map(({ filename }) => filename)).toEqual(names)
  expect([await readSentOn(one.id), await readSentOn(two.id)]).toEqual([null, null])
  const damaged = await newInvoice()
  await add(damaged.loadIds[0], 'bol', { file: makeLosingPdf() })
  const refused = await download(`/api/invoices/packets.zip?ids=${one.id},${damaged.id}`)
  expect([refused.status, refused.bytes.toString()]).toEqual([
    409,
    expect.stringContaining(`Invoice ${damaged.number}`),
  ])
  expect((await download('/api/invoices/packets.zip?ids=1,x')).status).toBe(400)
  expect((await download('/api/invoices/packets.zip?ids=99999')).status).toBe(404)
})

describe('C426 A paper is tried when it is uploaded', () => {
  test('One that can’t be opened to be merged is rejected with the reason, and nothing is stored', async () => {
    const { loadIds } = await newInvoice()
    const damaged = await kitPdf({ pages: 1 })
    const at = damaged.indexOf('stream\n') + 7
    damaged.fill(0x55, at, at + 30)
    const files: [Buffer, string][] = [
      [damaged, documentMessages.damagedInside],
      [readOdd('xfa-dynamic'), documentMessages.xfa],
      [readOdd('portfolio'), documentMessages.portfolio],
    ]
    const tried = `/api/loads/${loadIds[0]}/documents`
    for (const [file, message] of files) {
      const { status, body } = await upload(me, tried, { kind: 'bol', file })
      expect([status, body.message]).toEqual([400, message])
    }
    expect((await me.get<unknown[]>(tried)).body).toEqual([])
  })

  test('One that needs too much time on this machine is stored, and its packet names it at once', async () => {
    const { id: invoiceId, loadIds } = await newInvoice()
    const file = newPdf()
    const { id: documentId, name } = await add(loadIds[0], 'bol', { file })
    const memory = openPaperMemory()
    const hanging = `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { for (;;); })`
    const trial = openTrial(memory, {
      thread: new URL(`data:text/javascript,${encodeURIComponent(hanging)}`),
      limits: { memoryMb: 64, cpuMs: 200, earlierCpuMs: 200, timeoutMs: 60_000 },
    })
    const facts = { sha256: digest(file), type: 'application/pdf', pages: 1 } as const
    const read = () => Promise.resolve(new Uint8Array(file))
    await trial.try({ turn: [userId, userId], ...facts, read })
    await trial.close()
    const merger = openMerger({ memory })
    const printInvoice = () => Promise.reject(new Error('the merge is not tried'))
    const requester = { userId, personId: userId }
    const { made, problems } = await tryPacket(
      { database, merger, printInvoice },
      requester,
      invoiceId,
    )
    const message = packetMessages.unreadable(name, 'complex')
    expect([made, problems]).toEqual([undefined, [{ documentId, message }]])
    await merger.close()
  })
})

test('C177 C422 A packet that version 1.0.0 sent with an empty form is made again with its bytes', async () => {
  const { id, loadIds } = await newInvoice()
  const file = readOdd('form-kids-inherited')
  const { id: documentId } = await add(loadIds[0], 'pod', { file })
  const merger = openMerger()
  const printInvoice = () => Promise.reject(new Error('not part of it'))
  const label = 'Invoice 1042 · Load 20512345'
  const [kind, type, name] = ['pod', 'application/pdf', 'POD.pdf'] as const
  const place = { loadId: loadIds[0] ?? 0, loadNumber: '20512345', documentId }
  const facts = { pages: 1, bytes: file.length, sha256: digest(file) }
  const papers = [{ kind, type, name, label, ...place, ...facts }]
  const requester = { userId, personId: userId }
  const invoice = { invoiceId: id, papers }
  const remake = (sha256: string, by: Merger = merger) =>
    remakePacket({ database, merger: by, printInvoice }, requester, { ...invoice, sha256 })
  const sent = '761d18cc1c864afa7d38a090d97b54084991165e838eba914242a1dfb5ff90dd'
  expect(digest(await remake(sent))).toBe(sent)
  await expect(remake('0'.repeat(64))).rejects.toThrow(packetMessages.differs)
  const failing: Merger = {
    ...merger,
    merge: (turn, read, options) =>
      options?.isEarlier
        ? merger.merge(turn, read, options)
        : Promise.reject(new MergeFailedError('too much together')),
  }
  expect(digest(await remake(sent, failing))).toBe(sent)
  await expect(remake('0'.repeat(64), failing)).rejects.toThrow(packetMessages.differs)
  await merger.close()
})
