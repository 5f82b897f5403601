/** Imports and exports that are interrupted, repeated or watched. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportProgress } from '#core/transfer/import.ts'
import { buildApp } from '#server/app.ts'
import { createClient, signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

const ROWS = 450
const FILE =
  'Name,Phone,Email\n' +
  Array.from({ length: ROWS }, (_, n) => `Person ${n},1,p${n}@example.com\n`).join('')

function importFile(client: Client, key: string) {
  const headers = { 'content-type': 'text/csv', 'idempotency-key': key }
  return client.post<{ imported: number }>('/api/dispatchers/import', FILE, headers)
}

async function readProgress(client: Client, key: string) {
  return (await client.get<ImportProgress>(`/api/imports/${key}`)).body
}

async function countPeople() {
  return (await me.get<Body[]>('/api/dispatchers')).body.length
}

test('B52 Another instance reports the progress and does not run the same import again', async () => {
  const instance = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
  const there = createClient(instance, me.cookie)
  // This lock stops the import at its first rows.
  const lock = await database.startTransaction().execute()
  await sql`lock table dispatchers in exclusive mode`.execute(lock)
  const first = importFile(me, 'watched')
  await expect
    .poll(() => readProgress(there, 'watched'))
    .toEqual({ state: 'running', done: 0, total: ROWS })
  const second = importFile(there, 'watched')
  expect(await countPeople()).toBe(0)
  await lock.rollback().execute()
  for (const { status, body } of await Promise.all([first, second])) {
    expect([status, body]).toEqual([201, { imported: ROWS }])
  }
  expect(await readProgress(there, 'watched')).toEqual({ state: 'done', done: ROWS, total: ROWS })
  expect(await countPeople()).toBe(ROWS)
  await instance.close()
})

test('S20 B52 An import whose server was killed is lost, writes nothing and can be repeated', async () => {
  const ended = await database.startTransaction().execute()
  await sql`lock table dispatchers in exclusive mode`.execute(ended)
  const cutOff = importFile(me, 'ended')
  await expect.poll(() => readProgress(me, 'ended')).toMatchObject({ state: 'running' })
  // A killed server leaves broken connections to the database. First the import must wait for the lock.
  const breakOff = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like 'insert into%dispatchers%'`
  await expect.poll(async () => (await breakOff.execute(database)).rows).not.toEqual([])
  expect((await cutOff).status).toBe(503)
  await ended.rollback().execute()
  expect(await countPeople()).toBe(0)
  await sql`update imports set state = 'running', updated_at = now() - interval '2 minutes'
    where key = 'ended'`.execute(database)
  expect((await readProgress(me, 'ended')).state).toBe('lost')
  expect((await importFile(me, 'ended')).status).toBe(201)
  expect(await countPeople()).toBe(ROWS)
})

/** Sends a request over a real connection and closes it immediately or after the first bytes of the response. */
async function cutOff(text: string, afterFirstBytes: boolean) {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  await once(socket, afterFirstBytes ? 'data' : 'connect')
  socket.destroy()
}

describe('A closed connection', () => {
  beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))

  test('B52 With half a file imports nothing and frees its slot', async () => {
    const head =
      `POST /api/dispatchers/import HTTP/1.1\r\nHost: x\r\nCookie: ${me.cookie}\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${FILE.length}\r\n\r\n`
    for (let n = 0; n < 8; n++) await cutOff(head + FILE.slice(0, 5000), false)
    expect(await countPeople()).toBe(0)
    await expect.poll(() => importFile(me, 'whole')).toMatchObject({ status: 201 })
    expect(await countPeople()).toBe(ROWS)
  })

  test.each([
    ['/api/dispatchers/export.csv', false],
    ['/api/dispatchers/export.csv', true],
    ['/api/account/export.zip', false],
    ['/api/account/export.zip', true],
  ])('B50 B53 during %s frees its slot and connection (begun: %s)', async (path, begun) => {
    await importFile(me, 'some')
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${me.cookie}\r\n\r\n`
    for (let n = 0; n < 12; n++) await cutOff(head, begun)
    await expect.poll(() => me.get(path)).toMatchObject({ status: 200 })
    const open = sql`select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`
    await expect.poll(async () => (await open.execute(database)).rows).toEqual([])
  })
})
