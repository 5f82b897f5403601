/** Quota, slots and broken uploads of documents (SPEC C111, C31, S29), and their files in the account's ZIP (C114). */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addLoad, newPdf, upload } from '#server/testing/documents/uploads.ts'
import { startSlowUpload } from '#server/testing/documents/slow-upload.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { readAccountId, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import type { ConcurrencyLimit } from '#server/streaming/concurrency-limit.ts'
import {
  documentDownloads,
  documentUploads,
  outsideDownloads,
  outsideUploads,
} from './transfer-limits.ts'

const { app, database } = await ownApp({ accountQuotaMb: 5 })
let me: Client

beforeAll(async () => {
  me = await signUp(app)
})

async function countFiles(): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from document_files`.execute(database)
  return rows[0]?.count ?? 0
}

/** An upload whose body has not arrived yet. */
const startUpload = (client: Client, path: string, file: Buffer) =>
  startSlowUpload(app, path, { file, headers: { cookie: client.cookie } })

test('C111 C31 A document that does not fit into the quota is 507, and is stored after a deletion', async () => {
  const client = await signUp(app)
  const { path } = await addLoad(client)
  const large = () => upload(client, path, { file: makePdf({ padding: 3_000_000, text: 'A' }) })
  const first = await large()
  const rejected = await upload(client, path, { file: makePdf({ padding: 3_000_000, text: 'B' }) })
  expect([first.status, rejected.status]).toEqual([201, 507])
  expect(rejected.body.message).toMatch(/storage is full: .* of 5 MB is used/)
  expect((await client.delete(`/api/documents/${first.body.id}`)).status).toBe(204)
})

test('C111 C31 A rejected upload uses nothing of the quota, whatever type it declares', async () => {
  const client = await signUp(app)
  const { path } = await addLoad(client)
  const nowhere = '/api/loads/999999999/documents'
  const junk = Buffer.alloc(3_000_000, 'not a PDF ')
  const headers = { 'content-type': 'text/csv' }
  for (const [url, status] of [...Array(3).fill([nowhere, 404]), ...Array(3).fill([path, 415])])
    expect((await upload(client, url, { file: junk, headers })).status).toBe(status)
  const file = makePdf({ padding: 3_000_000, text: 'C' })
  expect((await upload(client, path, { file, headers })).status).toBe(201)
})

test('C111 S29 Uploads wait for their bodies without holding up the account, four at once', async () => {
  const { path } = await addLoad(me)
  const waiting = Array.from({ length: 4 }, () => startUpload(me, path, newPdf()))
  await expect.poll(countFiles).toBeGreaterThanOrEqual(4)
  expect((await me.get('/api/loads')).status).toBe(200)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  const fifth = await upload(me, path)
  expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '5'])
  for (const { finish } of waiting) void finish()
  const answers = await Promise.all(waiting.map(({ answer }) => answer))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect((await upload(me, path)).status).toBe(201)
})

test('C111 An upload whose connection breaks leaves nothing', async () => {
  const { path } = await addLoad(me)
  const before = await countFiles()
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = { cookie: me.cookie, 'content-length': '2000000' }
  const sending = request({ port, path, method: 'POST', headers })
  sending.on('error', () => undefined)
  sending.write(makePdf({ padding: 1_000_000 }))
  await expect.poll(countFiles).toBe(before + 1)
  sending.destroy()
  await expect.poll(countFiles).toBe(before)
  expect((await me.get<unknown[]>(path)).body).toEqual([])
})

test('C111 A rejected upload gets its message although its body still arrives', async () => {
  const { path } = await addLoad(me)
  const file = Buffer.alloc(900_000, 'not a PDF ')
  const { status, text } = await upload(me, path, { file })
  expect([status, text]).toEqual([415, expect.stringContaining('PDF, JPEG or PNG')])
})

test('C114 The ZIP has each document as a file, named by load and type, and a list of them', async () => {
  const client = await signUp(app)
  const { path, number } = await addLoad(client)
  const file = makePdf({ pages: 2, padding: 600_000 })
  const bol = (await upload(client, path, { file, kind: 'bol' })).body
  const other = (await upload(client, '/api/documents', { name: '..pdf' })).body
  const deleted = (await upload(client, path)).body
  await client.delete(`/api/documents/${deleted.id}`)
  const url = '/api/account/export.zip'
  const { rawPayload } = await app.inject({ url, headers: { cookie: client.cookie } })
  const entries = await new ZipReader(
    new BlobReader(new Blob([new Uint8Array(rawPayload)])),
  ).getEntries()
  const names = entries
    .map(({ filename }) => filename)
    .filter((name) => name.startsWith('documents/'))
  const first = `documents/${number}/${bol.id} BOL ${number} (2 p).pdf`
  expect(names).toEqual([first, `documents/inbox/${other.id} Other . (1 p).pdf`])
  const entry = entries.find(({ filename }) => filename === first)
  const bytes = entry?.directory === false ? await entry.getData(new Uint8ArrayWriter()) : undefined
  expect(file.equals(bytes ?? Buffer.alloc(0))).toBe(true)
  const list = entries.find(({ filename }) => filename === 'documents.csv')
  const text = list?.directory === false ? await list.getData(new Uint8ArrayWriter()) : undefined
  expect(Buffer.from(text ?? []).toString()).toContain(bol.sha256)
})

test('C111 S29 A download takes its slot before it asks the database', async () => {
  const accountId = await readAccountId(me)
  const leave = Array.from({ length: 6 }, () => documentDownloads.take(accountId))
  expect((await me.get('/api/documents/999999999/file')).status).toBe(429)
  for (const end of leave) end()
  expect((await me.get('/api/documents/999999999/file')).status).toBe(404)
})

test('C111 No account has more than a sixth of the uploads and downloads of the server', () => {
  for (const limit of [
    documentUploads,
    documentDownloads,
    ofOutsiders(outsideUploads),
    ofOutsiders(outsideDownloads),
  ]) {
    const leave = ['a', 'b', 'c', 'd', 'e'].flatMap((account) => takeAll(limit, account))
    const own = takeAll(limit, 'f')
    // The last place is for an account that has none.
    expect(own.length).toBe(leave.length / 5 - 1)
    for (const end of [...leave, ...own]) end()
  }
})

function takeAll({ take }: ConcurrencyLimit, account: string) {
  const taken: (() => void)[] = []
  for (let full = false; !full;) {
    try {
      taken.push(take(account))
    } catch {
      full = true
    }
  }
  return taken
}

/** Takes each slot for a different person. */
function ofOutsiders({ take }: ConcurrencyLimit): ConcurrencyLimit {
  let people = 0
  return { take: (accountId) => take(accountId, `person ${++people}`) }
}
