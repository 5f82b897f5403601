/** Upload links: one load, no login (SPEC C135, C136, C138). */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bell } from '#core/comments/bell.ts'
import { LARGEST_FILE } from '#core/documents/documents.ts'
import { linkMessages, UPLOAD_HEADER, type UploadLink } from '#core/documents/upload-links.ts'
import { driverWith, makeUploadLink } from '#server/testing/documents/upload-links.ts'
import { addLoad, newPdf, upload } from '#server/testing/documents/uploads.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { createClient, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let load: Awaited<ReturnType<typeof addLoad>>

beforeAll(async () => {
  me = await signUp(app)
})
beforeEach(async () => {
  load = await addLoad(me)
})

async function change(token: string, set: string): Promise<void> {
  const id = token.slice(0, 36)
  await sql`update upload_links set ${sql.raw(set)} where user_id = ${id} and load_id = ${load.id}`.execute(
    database,
  )
}

const listOpen = async () => (await me.get<UploadLink[]>(`${load.load}/upload-links`)).body
const count = async () => (await me.get<Body[]>(load.path)).body.length

test('C135 A link is shown once, only its hash is stored, and the list has its last use', async () => {
  const { token, ...made } = await makeUploadLink(me, load.load)
  expect(made.link).toBe(`/upload#${token}`)
  const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000
  expect(days).toBeCloseTo(7, 3)
  const { rows } = await sql`select * from upload_links`.execute(database)
  const audit = await me.get('/api/audit?subject=upload_links')
  const secret = token.split('.')[1] ?? ''
  expect(JSON.stringify(rows) + audit.text).not.toContain(secret)
  expect(audit.text).toContain(`load ${load.number}`)
  await driverWith(app, token).send()
  expect(await listOpen()).toMatchObject([
    { id: made.id, uploads: 1, lastUsedAt: expect.any(String) },
  ])
  expect((await me.get(`${load.load}/upload-links`)).text).not.toContain(secret)
})

test('C135 A link expires after 1 to 60 days', async () => {
  const path = `${load.load}/upload-links`
  for (const days of [0, 61, 1.5, '7']) expect((await me.post(path, { days })).status).toBe(400)
  const { expiresAt, createdAt } = await makeUploadLink(me, load.load, { days: 60 })
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeGreaterThan(59 * 86_400_000)
})

test('C135 A load has at most 20 open links', async () => {
  const path = `${load.load}/upload-links`
  for (let made = 0; made < 20; made++) await makeUploadLink(me, load.load)
  expect((await me.post(path, {})).body).toMatchObject({ message: linkMessages.tooMany })
})

const DEAD: [string, (token: string, id: number) => Promise<unknown>][] = [
  ['revoked', (_, id) => me.delete(`/api/upload-links/${id}`)],
  ['expired', (token) => change(token, `expires_at = now() - interval '1 second'`)],
  ['used up', (token) => change(token, 'uploads = 50')],
  ['full', (token) => change(token, 'bytes = 250000000')],
  ['of a load in the trash', () => me.delete(load.load)],
]

test.each(DEAD)(
  'C136 A link that is %s gets the same response as an unknown link',
  async (_, end) => {
    const { token, id } = await makeUploadLink(me, load.load)
    const driver = driverWith(app, token)
    expect((await driver.open()).status).toBe(200)
    await end(token, id)
    const unknown = driverWith(app, `${token.slice(0, -4)}AAAA`)
    const [dead, strange] = [await driver.open(), await unknown.open()]
    expect([dead.status, dead.text]).toEqual([404, strange.text])
    const [sent, refused] = [await driver.send(), await unknown.send()]
    expect([sent.status, sent.text]).toEqual([404, refused.text])
  },
)

test('C136 A link of an account that is being deleted does not work', async () => {
  const other = await signUp(app)
  const own = await addLoad(other)
  const { token } = await makeUploadLink(other, own.load)
  await sql`update users set deleted_at = now() where id = ${token.slice(0, 36)}`.execute(database)
  expect((await driverWith(app, token).open()).status).toBe(404)
})

test('C135 The link of a load that comes back from the trash works again', async () => {
  const { token } = await makeUploadLink(me, load.load)
  await me.delete(load.load)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  await me.post(`/api/trash/${kept?.id}/restore`)
  expect((await driverWith(app, token).open()).status).toBe(200)
})

test('C136 A link shows the load number, the lane and its own uploads, and nothing else', async () => {
  await upload(me, load.path, { kind: 'rate-confirmation' })
  const { token } = await makeUploadLink(me, load.load)
  const driver = driverWith(app, token)
  const sent = (await driver.send({ kind: 'pod' })).body
  const { body } = await driver.open()
  expect(Object.keys(body).toSorted()).toEqual([
    'carrier',
    'delivery',
    'documents',
    'load',
    'pickup',
  ])
  expect(body.carrier).toBeNull()
  expect((await me.post('/api/settings', COMPANY)).status).toBe(201)
  expect((await driver.open()).body.carrier).toBe(COMPANY.companyName)
  expect(Object.keys(body.pickup).toSorted()).toEqual(['city', 'state'])
  expect(body.documents).toEqual([sent])
  expect(sent).toMatchObject({ kind: 'pod', pages: 1, verdict: 'unseen' })
  const other = driverWith(app, (await makeUploadLink(me, load.load)).token)
  expect((await other.open()).body.documents).toEqual([])
})

test('C136 A link reaches no other route', async () => {
  const { token } = await makeUploadLink(me, load.load)
  const phone = createClient(app)
  const header = { [UPLOAD_HEADER]: token }
  for (const path of [load.load, load.path, '/api/loads', '/api/portal/loads', '/api/bell'])
    expect((await phone.get(path, header)).status).toBe(401)
})

test('C136 C112 A BOL through a link is received, and the audit log names the link', async () => {
  const { token } = await makeUploadLink(me, load.load)
  const { status, body } = await driverWith(app, token).send()
  expect([status, await load.readBol()]).toEqual([201, 'received'])
  const log = await me.get<Body[]>(`/api/audit?subject=documents`)
  const event = log.body.find(({ subjectId }) => subjectId === body.id)
  const [name] = Object.entries((event?.names ?? {}) as Record<string, string>)
    .filter(([key]) => key.startsWith('upload_links/'))
    .map(([, label]) => label)
  expect(name).toMatch(new RegExp(`, load ${load.number}$`))
  const [stored] = (await me.get<Body[]>(load.path)).body
  expect(stored).toMatchObject({
    uploadedBy: null,
    uploader: expect.stringMatching(/^Upload link/),
  })
})

test('C136 An upload sent again is one document, by its key and by its bytes', async () => {
  const { token } = await makeUploadLink(me, load.load)
  const driver = driverWith(app, token)
  const file = newPdf()
  const first = await driver.send({ file, key: 'one' })
  const again = await driver.send({ file, key: 'one' })
  const other = await driver.send({ file, key: 'two' })
  expect([again.status, again.body, other.body]).toEqual([201, first.body, first.body])
  const [both, two] = await Promise.all([driver.send({ key: 'three' }), driver.send({ key: '4' })])
  expect([both.status, two.status, await count()]).toEqual([201, 201, 3])
  expect((await listOpen())[0]?.uploads).toBe(3)
  const noKey = await driver.send({ key: '' })
  expect([noKey.status, noKey.body.message]).toEqual([400, linkMessages.noKey])
})

test('C136 A file that the office has stored is rejected without its name', async () => {
  const file = newPdf()
  await upload(me, load.path, { file, kind: 'rate-confirmation' })
  const { token } = await makeUploadLink(me, load.load)
  const { status, body } = await driverWith(app, token).send({ file })
  expect([status, body]).toEqual([409, { message: linkMessages.alreadyThere }])
})

test('C136 A link accepts no rate confirmation', async () => {
  const { token } = await makeUploadLink(me, load.load)
  const { status } = await driverWith(app, token).send({ kind: 'rate-confirmation' })
  expect([status, await count()]).toEqual([400, 0])
})

test('C136 A link that is revoked while a file arrives stores nothing', async () => {
  const { token, id } = await makeUploadLink(me, load.load)
  const file = newPdf()
  async function* slowly() {
    yield file.subarray(0, 100)
    expect((await me.delete(`/api/upload-links/${id}`)).status).toBe(204)
    yield file.subarray(100)
  }
  const response = await app.inject({
    method: 'POST',
    url: '/api/upload?kind=bol',
    payload: Readable.from(slowly()),
    headers: {
      [UPLOAD_HEADER]: token,
      'content-type': 'application/pdf',
      'content-length': String(file.length),
      'idempotency-key': 'slow',
    },
  })
  expect([response.statusCode, await count(), await load.readBol()]).toEqual([
    404,
    0,
    'not-received',
  ])
})

test('C136 If two uploads arrive at once, only one gets the last place of a link', async () => {
  const { token } = await makeUploadLink(me, load.load)
  await change(token, 'uploads = 49')
  const driver = driverWith(app, token)
  const sent = await Promise.all([driver.send(), driver.send()])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 404])
  expect(await count()).toBe(1)
})

test('C136 A body that is too large or has no size is rejected before it is read', async () => {
  const { token } = await makeUploadLink(me, load.load)
  const send = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/upload',
      payload: Readable.from([Buffer.from('%PDF-')]),
      headers: { [UPLOAD_HEADER]: token, 'content-type': 'application/pdf', ...headers },
    })
  expect((await send({ 'content-length': String(LARGEST_FILE + 1) })).statusCode).toBe(413)
  expect((await send({})).statusCode).toBe(411)
  expect((await driverWith(app, token).send({ file: Buffer.from('<html>') })).status).toBe(415)
  expect(await count()).toBe(0)
})

test('S10 C135 A link of another account returns 404, even if its token names this account', async () => {
  const stranger = await signUp(app)
  const { id, token } = await makeUploadLink(me, load.load)
  expect((await stranger.delete(`/api/upload-links/${id}`)).status).toBe(404)
  expect((await stranger.get(`${load.load}/upload-links`)).status).toBe(404)
  expect((await stranger.post(`${load.load}/upload-links`, {})).status).toBe(404)
  const own = await makeUploadLink(stranger, (await addLoad(stranger)).load)
  const mixed = `${own.token.slice(0, 36)}${token.slice(36)}`
  expect((await driverWith(app, mixed).open()).status).toBe(404)
  expect((await driverWith(app, token).open()).status).toBe(200)
})

test('C136 After many wrong tokens a network gets 429, and a driver there still uploads', async () => {
  const { token } = await makeUploadLink(me, load.load)
  const statuses = new Map<number, number>()
  const bodies = new Set<string>()
  for (let batch = 0; batch < 20; batch++)
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const guess = `${token.slice(0, 37)}${String(batch * 50 + at).padStart(43, '0')}`
        const { status, text } = await driverWith(app, guess).open()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        bodies.add(text)
      }),
    )
  expect([...statuses.keys()].toSorted()).toEqual([404, 429])
  expect(statuses.get(404)).toBeLessThanOrEqual(100)
  expect(bodies.size).toBe(2)
  expect((await driverWith(app, token).send()).status).toBe(201)
})

test('C138 The bell has one entry for a load’s papers until the member opens the load', async () => {
  const office = await signUp(app)
  const own = await addLoad(office)
  const dispatcher = await inviteMember(app, office, 'dispatcher')
  const viewer = await inviteMember(app, office, 'viewer')
  const driver = driverWith(app, (await makeUploadLink(office, own.load)).token)
  await driver.send()
  await driver.send({ kind: 'lumper-receipt' })
  await upload(office, own.path)
  const bellOf = async (client: Client) => (await client.get<Bell>('/api/bell')).body
  expect(await bellOf(dispatcher)).toMatchObject({
    papers: 1,
    entries: [
      { kind: 'papers', subjectId: own.id, label: `Load ${own.number}`, text: '2 documents' },
    ],
  })
  expect(await bellOf(viewer)).toMatchObject({ papers: 0, entries: [] })
  expect((await dispatcher.post(`${own.load}/documents/read`)).status).toBe(204)
  expect([(await bellOf(dispatcher)).papers, (await bellOf(office)).papers]).toEqual([0, 1])
  await driver.send({ kind: 'pod' })
  expect((await bellOf(dispatcher)).entries).toMatchObject([{ text: '1 document' }])
  await office.delete(own.load)
  expect((await bellOf(dispatcher)).papers).toBe(0)
})
