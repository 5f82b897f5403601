/** The quota of an account (SPEC C31). */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { BYTES_PER_MB } from '#core/bytes.ts'
import type { Storage } from '#core/storage/storage.ts'
import { buildApp } from '#server/app.ts'
import { runOnce } from '#server/background-jobs.ts'
import { makePng } from '#server/testing/pictures.ts'
import { makeSample } from '#server/testing/samples.ts'
import { readAccountId, signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { countChangedAccounts } from './store.ts'

const { app, database } = await ownApp({ accountQuotaMb: 1 })
const withoutQuota = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
afterAll(() => withoutQuota.close())

let me: Client
beforeAll(async () => {
  me = await signUp(app)
})

async function readUsed(client = me): Promise<number> {
  return (await client.get<NonNullable<Storage>>('/api/account/storage')).body.usedBytes
}

/** Counts as the job does, as if the last count was 20 minutes ago. */
async function countNow(): Promise<void> {
  await sql`update storage set counted_at = counted_at - interval '20 minutes'`.execute(database)
  await runOnce(database, 'storage', countChangedAccounts)
}

function broker(n: number): object {
  return { ...makeSample('brokers', n), notes: randomBytes(6_750).toString('base64') }
}

/** Adds brokers until one is rejected, and returns the rejected response. */
async function fillUp(client: Client) {
  for (let n = 0; ; n++) {
    const response = await client.post('/api/brokers', broker(n))
    if (response.status !== 201) return response
  }
}

async function listIds(client: Client): Promise<number[]> {
  return (await client.get<Body[]>('/api/brokers')).body.map(({ id }) => id)
}

test('C31 Without a quota, an account is not counted and nothing is shown', async () => {
  const free = await signUp(withoutQuota)
  expect((await free.get('/api/account/storage')).body).toBeNull()
  expect((await free.post('/api/brokers', broker(1))).status).toBe(201)
  const counted = database.selectFrom('storage').selectAll()
  expect(await counted.where('userId', '=', await readAccountId(free)).execute()).toEqual([])
})

test('C31 Past its quota an account gets 507 but can still read, and deleting frees space', async () => {
  const full = await signUp(app)
  const rejected = await fillUp(full)
  expect(rejected.status).toBe(507)
  expect(rejected.body.message).toMatch(
    /^This account's storage is full: [\d.]+ MB of 1 MB is used/,
  )
  const ids = await listIds(full)
  expect(ids.length).toBeGreaterThan(10)
  expect((await full.get('/api/brokers/export.csv')).status).toBe(200)
  expect((await full.post('/api/brokers/bulk', { ids: ids.slice(1), delete: true })).status).toBe(
    200,
  )
  expect((await full.send('DELETE', `/api/brokers/${ids[0]}`)).status).toBe(204)
  await countNow()
  expect(await readUsed(full)).toBeLessThan(BYTES_PER_MB / 10)
  expect((await full.post('/api/brokers', broker(1))).status).toBe(201)
})

test('C31 The quota of one account does not affect another', async () => {
  const full = await signUp(app)
  expect((await fillUp(full)).status).toBe(507)
  expect((await me.post('/api/brokers', broker(1))).status).toBe(201)
})

test('C31 Logos and imported files count', async () => {
  await readUsed()
  await countNow()
  const before = await readUsed()
  const logo = makePng({ width: 300, height: 200 })
  const sent = await me.post('/api/logos', logo, { 'content-type': 'image/png' })
  expect(sent.status).toBe(201)
  expect(await readUsed()).toBe(before + logo.length)
  await countNow()
  expect(await readUsed()).toBeGreaterThanOrEqual(before + logo.length)
  const rows = Array.from({ length: 50 }, (_, n) => `Broker ${n},${'y'.repeat(900)}`)
  const csv = ['Company Name,Notes', ...rows, ''].join('\n')
  const imported = await me.post('/api/brokers/import', csv, { 'content-type': 'text/csv' })
  expect(imported.status).toBe(201)
  // Until it is counted, an import counts as ten times its file.
  const estimated = await readUsed()
  await countNow()
  const counted = await readUsed()
  expect(counted).toBeGreaterThan(before + logo.length)
  expect(counted).toBeLessThan(estimated)
  const again = await me.post('/api/brokers/import', csv.repeat(3), { 'content-type': 'text/csv' })
  expect(again.status).toBe(507)
})

test('C31 A body without Content-Length counts as well', async () => {
  const full = await signUp(app)
  const sendChunks = (url: string, type: string, text: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { cookie: full.cookie, 'content-type': type },
      payload: Readable.from([text]),
    })
  const rows = Array.from({ length: 200 }, (_, n) => `Broker ${n},${'y'.repeat(900)}`)
  const csv = ['Company Name,Notes', ...rows, ''].join('\n')
  expect((await sendChunks('/api/brokers/import', 'text/csv', csv)).statusCode).toBe(507)
  expect((await sendChunks('/api/brokers/import', 'Text/CSV', csv)).statusCode).toBe(507)
  await fillUp(full)
  const one = JSON.stringify(broker(1))
  expect((await sendChunks('/api/brokers', 'application/json', one)).statusCode).toBe(507)
})

test('C31 Logging in, logging out and checking an import work past the quota', async () => {
  const full = await signUp(app, 'full@example.com')
  await fillUp(full)
  const csv = { 'content-type': 'text/csv' }
  const check = await full.post('/api/brokers/import/check', 'Company Name\nA\n', csv)
  expect(check.status).toBe(200)
  expect((await full.post('/api/logout')).status).toBe(200)
})

test('C31 A new table counts automatically; only the audit log and expiring data do not', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id'
      and pg_get_functiondef('count_account_bytes'::regproc) like '%''' || table_name || '''%'
    order by 1`.execute(database)
  expect(rows.map(({ name }) => name)).toEqual([
    'audit',
    'idempotency_keys',
    'imports',
    'sessions',
    'storage',
    'undo_records',
    'undo_secrets',
  ])
})
