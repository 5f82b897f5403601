/** Documents on the real app: upload, facts, changes, trash (SPEC C110, C111, C113). */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { documentMessages, MAX_DOCUMENTS } from '#core/documents/documents.ts'
import { addLoad, newPdf, upload, type StoredUpload } from '#server/testing/documents/uploads.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { JPEG, makePng } from '#server/testing/pictures.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { deleteUnusedFiles } from './file-parts.ts'

const { app, database } = await testApp()
let me: Client
let userId: string

beforeAll(async () => {
  me = await signUp(app)
  userId = await readAccountId(me)
})

async function countFiles() {
  const { rows } = await sql<{ files: number; parts: number }>`select
    (select count(*) from document_files) as files, (select count(*) from document_parts) as parts`.execute(
    database,
  )
  return rows[0]
}

async function readFile(client: Client, id: number, headers: Record<string, string> = {}) {
  const url = `/api/documents/${id}/file`
  const response = await app.inject({ url, headers: { cookie: client.cookie, ...headers } })
  return { ...response.headers, status: response.statusCode, bytes: response.rawPayload }
}

const readList = async (path: string) => (await me.get<StoredUpload[]>(path)).body

test('C110 A document of a load says what it is, and its bytes come back unchanged', async () => {
  const { id, path, number } = await addLoad(me)
  const file = makePdf({ pages: 3, padding: 700_000 })
  const { status, body } = await upload(me, path, { file, kind: 'bol', name: 'scan 1.pdf' })
  expect(status).toBe(201)
  const named = { loadId: id, loadNumber: number, name: `BOL ${number} (3 p).pdf`, kind: 'bol' }
  expect(body).toMatchObject({
    ...named,
    originalName: 'scan 1.pdf',
    type: 'application/pdf',
    pages: 3,
    bytes: file.length,
    stop: null,
    verdict: 'unseen',
    uploader: 'Pat Doe',
    mayOpen: true,
    version: 1,
  })
  expect(await readList(path)).toEqual([body])
  expect((await me.get(`/api/documents/${body.id}`)).body).toEqual(body)
  const { bytes, ...headers } = await readFile(me, body.id)
  expect(bytes.equals(file)).toBe(true)
  expect(headers).toMatchObject({
    status: 200,
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-length': String(file.length),
    'content-disposition': `inline; filename="BOL ${number} (3 p).pdf"; filename*=UTF-8''BOL%20${number}%20%283%20p%29.pdf`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  const saved = await me.get(`/api/documents/${body.id}/file?download=1`)
  expect(saved.headers['content-disposition']).toMatch(/^attachment; /)
})

test('C110 A JPEG and a PNG are recognized by their bytes, whatever the client calls them', async () => {
  const { path } = await addLoad(me)
  const named = { name: 'evil.html', headers: { 'content-type': 'text/html' } }
  const jpeg = await upload(me, path, { ...named, file: JPEG })
  const png = await upload(me, path, { ...named, file: makePng({ width: 3, height: 3 }) })
  expect([jpeg.body.type, png.body.type]).toEqual(['image/jpeg', 'image/png'])
  expect((await readFile(me, jpeg.body.id))['content-type']).toBe('image/jpeg')
})

describe('C112 A rejected file leaves nothing', () => {
  const whole = makePdf({ pages: 2, padding: 900_000 })
  test.each([
    ['of another type', Buffer.from('<script>alert(1)</script>'), {}, 415, documentMessages.type],
    ['that is cut off', whole.subarray(0, -200), {}, 400, documentMessages.truncated],
    ['of 101 pages', makePdf({ pages: 101 }), {}, 400, documentMessages.tooManyPages],
    ['with a path in its name', whole, { name: '../../etc/passwd' }, 400, documentMessages.path],
    [
      'with a line end in its name',
      whole,
      { name: 'a\r\nSet-Cookie: x' },
      400,
      "Contains characters that can't be saved",
    ],
    [
      'with a hidden character in its name',
      whole,
      { name: 'a\u202Efdp.exe' },
      400,
      'File name contains a hidden character: U+202E',
    ],
    ['of an unknown kind', whole, { kind: 'virus' as 'bol' }, 400, 'Invalid option'],
    ['that is empty', Buffer.alloc(0), {}, 400, documentMessages.empty],
  ])('%s', async (_what, file, said, status, message) => {
    const { path } = await addLoad(me)
    const before = await countFiles()
    const answer = await upload(me, path, { file, ...said })
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(await countFiles()).toEqual(before)
    expect(await readList(path)).toEqual([])
  })

  test('C111 More than 25 MB, or without a declared size', async () => {
    const { path } = await addLoad(me)
    const headers = { cookie: me.cookie, 'content-type': 'application/pdf' }
    const long = { ...headers, 'content-length': '25000001' }
    const tooLong = await app.inject({ method: 'POST', url: path, headers: long, payload: 'x' })
    expect([tooLong.statusCode, tooLong.json()]).toMatchObject([
      413,
      { message: documentMessages.tooLarge },
    ])
    const chunked = { ...headers, 'transfer-encoding': 'chunked' }
    const unknown = await app.inject({ method: 'POST', url: path, headers: chunked })
    expect(unknown.statusCode).toBe(411)
  })
})

test('C111 A file is stored once for an account, and not shared with another one', async () => {
  const [one, two] = [await addLoad(me), await addLoad(me)]
  const file = newPdf()
  const before = await countFiles()
  for (const { path } of [one, two]) expect((await upload(me, path, { file })).status).toBe(201)
  const once = await countFiles()
  expect((once?.files ?? 0) - (before?.files ?? 0)).toBe(1)
  const other = await signUp(app)
  const foreign = await upload(other, (await addLoad(other)).path, { file })
  expect([foreign.status, (await countFiles())?.files]).toEqual([201, (once?.files ?? 0) + 1])
})

test('C110 A document is named by the broker’s load number, if the load has one', async () => {
  const { load, path } = await addLoad(me)
  const { body } = await me.get(load)
  await me.put(load, { ...body, brokerLoadNumber: '20512345' })
  expect((await upload(me, path, { kind: 'pod' })).body.name).toBe('POD 20512345 (1 p).pdf')
})

test('C111 The same file on the same load again is 409 with the existing document', async () => {
  const { path, number } = await addLoad(me)
  const file = newPdf()
  const first = (await upload(me, path, { file, kind: 'pod' })).body
  const again = await upload(me, path, { file, kind: 'bol' })
  expect(again).toMatchObject({
    status: 409,
    body: { id: first.id, message: documentMessages.alreadyThere(`POD ${number} (1 p).pdf`) },
  })
  expect((await readList(path)).length).toBe(1)
})

test('C111 B23 The same upload sent twice is one document, with the same response', async () => {
  const { path } = await addLoad(me)
  const sent = { file: newPdf(), headers: { 'idempotency-key': 'upload-1' } }
  const first = await upload(me, path, sent)
  const again = await upload(me, path, sent)
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = await upload(me, path, { ...sent, file: newPdf() })
  expect(other.status).toBe(422)
  expect((await readList(path)).length).toBe(1)
})

test('C111 Uploads of the same file at once are all stored, with one copy of its bytes', async () => {
  const file = newPdf()
  const loads = await Promise.all([1, 2, 3].map(() => addLoad(me)))
  const before = await countFiles()
  const answers = await Promise.all(loads.map(({ path }) => upload(me, path, { file })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(((await countFiles())?.files ?? 0) - (before?.files ?? 0)).toBe(1)
})

test('C111 A load has at most 50 documents, also with several uploads at once', async () => {
  const { id, path } = await addLoad(me)
  const { body } = await upload(me, path)
  await sql`insert into documents (user_id, load_id, kind, original_name, type, pages, bytes, sha256)
    select user_id, load_id, kind, original_name, type, pages, bytes, sha256 from documents
      cross join generate_series(1, ${MAX_DOCUMENTS - 2}) where user_id = ${userId} and id = ${body.id}`.execute(
    database,
  )
  const answers = await Promise.all([1, 2, 3].map(() => upload(me, path)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const inbox = (await upload(me, '/api/documents')).body
  const moved = await me.put(`/api/documents/${inbox.id}`, { loadId: id })
  expect([moved.status, moved.body.message]).toEqual([409, documentMessages.tooMany])
})

test('C111 A part of a file can be requested', async () => {
  const file = makePdf({ padding: 600_000 })
  const { id } = (await upload(me, (await addLoad(me)).path, { file })).body
  const size = file.length
  for (const [asked, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=262140-262150', 262_140, 262_151],
    ['bytes=500000-', 500_000, size],
    ['bytes=-7', size - 7, size],
    ['bytes=5-99999999', 5, size],
  ] as const) {
    const { status, bytes, ...headers } = await readFile(me, id, { range: asked })
    expect([status, headers['content-range']]).toEqual([206, `bytes ${from}-${to - 1}/${size}`])
    expect(bytes.equals(file.subarray(from, to))).toBe(true)
  }
  const beyond = await readFile(me, id, { range: `bytes=${size}-` })
  expect([beyond.status, beyond['content-range']]).toEqual([416, `bytes */${size}`])
  for (const header of ['bytes=9-1', 'lines=1-2', 'bytes=0-1,5-6'])
    expect((await readFile(me, id, { range: header })).status).toBe(200)
  const stale = await readFile(me, id, { range: 'bytes=0-9', 'if-range': '"another"' })
  expect(stale.status).toBe(200)
})

test('C113 A better copy replaces a document, once, and both stay', async () => {
  const { path } = await addLoad(me)
  const first = (await upload(me, path, { kind: 'bol' })).body
  const second = (await upload(me, path, { kind: 'bol', replaces: first.id })).body
  expect(second.replacesId).toBe(first.id)
  expect((await readList(path)).map(({ replacedById }) => replacedById)).toEqual([second.id, null])
  const third = await upload(me, path, { replaces: first.id })
  expect([third.status, third.body.message]).toEqual([409, documentMessages.wasReplaced])
  const elsewhere = await upload(me, (await addLoad(me)).path, { replaces: first.id })
  expect([elsewhere.status, Object.keys(elsewhere.body.fields ?? {})]).toEqual([400, ['replaces']])
  expect((await upload(me, path, { replaces: 99_999_999 })).status).toBe(404)
  await me.delete(`/api/documents/${second.id}`)
  expect((await readList(path)).map(({ replacedById }) => replacedById)).toEqual([null])
})

test('C113 Type, load, stop and check of a document can change, with its version', async () => {
  const load = await addLoad(me)
  const { id, version } = (await upload(me, '/api/documents', { name: 'x.pdf' })).body
  const path = `/api/documents/${id}`
  const sent = {
    kind: 'pod',
    loadId: load.id,
    stop: 'delivery',
    verdict: 'sent-back',
    verdictReason: 'Page 2 is dark',
  }
  const changed = await me.put(path, sent, { 'if-match': `"${version}"` })
  expect([changed.status, changed.body]).toMatchObject([200, { ...sent, version: version + 1 }])
  expect((await me.put(path, { kind: 'bol' }, { 'if-match': `"${version}"` })).status).toBe(412)
  expect((await me.put(path, changed.body)).body).toEqual(changed.body)
  expect((await me.put(path, { verdict: 'readable' })).body.verdictReason).toBe(null)
  const missing = await me.put(path, { loadId: 99_999_999 })
  expect([missing.status, Object.keys(missing.body.fields ?? {})]).toEqual([400, ['loadId']])
  expect((await me.put(path, { loadId: null })).body.loadNumber).toBe(null)
})

test('C113 The inbox has the documents without a load, newest first, in pages', async () => {
  const other = await signUp(app)
  const ids = []
  for (let n = 0; n < 3; n++) ids.unshift((await upload(other, '/api/documents')).body.id)
  await upload(other, (await addLoad(other)).path)
  const read = async (query: string) =>
    (await other.get<StoredUpload[]>(`/api/documents?load=none${query}`)).body.map(({ id }) => id)
  expect(await read('')).toEqual(ids)
  expect(await read('&limit=2')).toEqual(ids.slice(0, 2))
  expect(await read(`&limit=2&before=${ids[1]}`)).toEqual(ids.slice(2))
  expect((await other.get<StoredUpload[]>('/api/documents')).body.length).toBe(4)
})

test('C116 The inbox offers the load whose number is in the name of the file', async () => {
  const { id, load, number } = await addLoad(me)
  const read = async (name: string) =>
    (await upload(me, '/api/documents', { name })).body.suggestedLoad
  expect(await read(`BOL ${number} signed.pdf`)).toEqual({ id, number })
  const { body } = await me.get(load)
  await me.put(load, { ...body, brokerLoadNumber: 'B-20512345' })
  expect(await read('RateCon_B-20512345.pdf')).toEqual({ id, number })
  expect(await read('BOL 99999.pdf')).toBe(null)
  expect(
    (await upload(me, (await addLoad(me)).path, { name: `${number}.pdf` })).body.suggestedLoad,
  ).toBe(null)
})

test('C113 C43 A deleted document is in the trash and comes back', async () => {
  const { path, number } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'pod' })).body
  expect((await me.delete(`/api/documents/${id}`)).status).toBe(204)
  expect(await readList(path)).toEqual([])
  for (const at of ['', '/file'])
    expect((await me.get(`/api/documents/${id}${at}`)).status).toBe(404)
  expect((await me.delete(`/api/documents/${id}`)).status).toBe(404)
  const [entry] = (await me.get<Body[]>('/api/trash')).body
  expect(entry).toMatchObject({
    subject: 'documents',
    recordId: id,
    label: `POD ${number} (1 p).pdf`,
  })
  expect((await me.post(`/api/trash/${entry?.id}/restore`)).body).toMatchObject({ done: 1 })
  expect((await readList(path)).map((one) => one.id)).toEqual([id])
})

test('C113 A document whose load was deleted meanwhile comes back to the inbox', async () => {
  const { load, path } = await addLoad(me)
  const { id } = (await upload(me, path)).body
  await me.delete(`/api/documents/${id}`)
  await me.delete(load)
  const entry = (await me.get<Body[]>('/api/trash')).body.find(({ recordId }) => recordId === id)
  const restored = await me.post(`/api/trash/${entry?.id}/restore`)
  expect(restored.body).toMatchObject({ done: 1, notes: [{ message: /inbox/ }] })
  expect((await me.get(`/api/documents/${id}`)).body.loadId).toBe(null)
})

test('C113 The documents of a load come back with it, and leave the trash with it', async () => {
  const { id: loadId, load, path } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'bol' })).body
  await me.delete(load)
  expect((await me.get(path)).status).toBe(404)
  const [entry] = (await me.get<Body[]>('/api/trash')).body
  await me.post(`/api/trash/${entry?.id}/restore`)
  expect((await readList(path)).map((one) => [one.id, one.loadId])).toEqual([[id, loadId]])
  await me.delete(load)
  await me.delete('/api/trash')
  expect((await me.get(`/api/documents/${id}`)).status).toBe(404)
})

test('C113 The documents of a load that was deleted without the trash are in the inbox', async () => {
  const { id: loadId, path } = await addLoad(me)
  const { id } = (await upload(me, path, { kind: 'bol' })).body
  await sql`delete from loads where user_id = ${userId} and id = ${loadId}`.execute(database)
  expect((await me.get(`/api/documents/${id}`)).body.loadId).toBe(null)
})

test('C111 The bytes of broken uploads and of documents that left the trash are deleted', async () => {
  const { path } = await addLoad(me)
  const [gone, kept] = [(await upload(me, path)).body, (await upload(me, path)).body]
  await me.delete(`/api/documents/${gone.id}`)
  await database.insertInto('documentFiles').values({ userId }).execute()
  await sql`update document_files set created_at = created_at - interval '2 hours'`.execute(
    database,
  )
  const files = async () => {
    await database.transaction().execute(deleteUnusedFiles)
    const rows = await database.selectFrom('documentFiles').select('sha256').execute()
    return rows.map(({ sha256 }) => sha256)
  }
  expect(await files()).toEqual(expect.arrayContaining([gone.sha256, kept.sha256]))
  expect(await files()).not.toContain(null)
  await me.delete('/api/trash')
  expect(await files()).not.toContain(gone.sha256)
  expect(await files()).toContain(kept.sha256)
})

test('C113 What was sent can’t be deleted', async () => {
  const { path } = await addLoad(me)
  const { id } = (await upload(me, path)).body
  await sql`update documents set sent_at = now() where user_id = ${userId} and id = ${id}`.execute(
    database,
  )
  const refused = await me.delete(`/api/documents/${id}`)
  expect([refused.status, refused.body.message]).toEqual([409, documentMessages.wasSent])
})

test('C113 The database rejects a change of a document or its bytes', async () => {
  await upload(me, (await addLoad(me)).path)
  for (const change of [
    sql`update documents set sha256 = 'x' where user_id = ${userId}`,
    sql`update documents set pages = 9 where user_id = ${userId}`,
    sql`update document_parts set bytes = '' where user_id = ${userId}`,
  ])
    await expect(change.execute(database)).rejects.toThrow(/never change/)
})

test('B23 C113 A replacement that is sent again with its key gets the same response', async () => {
  const { path } = await addLoad(me)
  const first = (await upload(me, path)).body
  const file = newPdf()
  const headers = { 'idempotency-key': `copy ${first.id}` }
  const again = () => upload(me, path, { file, replaces: first.id, headers })
  const sent = await again()
  const repeated = await again()
  expect([sent.status, repeated.status]).toEqual([201, 201])
  expect(repeated.body.id).toBe(sent.body.id)
  const other = await upload(me, path, { replaces: first.id, headers })
  expect(other.status).toBe(422)
})

test('C113 A copy does not come back from the trash once another has replaced it', async () => {
  const { path } = await addLoad(me)
  const first = (await upload(me, path)).body
  const copy = (await upload(me, path, { replaces: first.id })).body
  await me.delete(`/api/documents/${copy.id}`)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  const restore = async () => (await me.post(`/api/trash/${kept?.id}/restore`)).body
  const other = (await upload(me, path, { replaces: first.id })).body
  expect(await restore()).toEqual({
    message: 'Another copy replaced it. Delete that one first.',
  })
  await me.delete(`/api/documents/${other.id}`)
  expect(await restore()).toMatchObject({ done: 1 })
})
