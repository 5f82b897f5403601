import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabaseProxy } from '#server/testing/database-proxy.ts'
import { makeSample } from '#server/testing/samples.ts'
import { giveNewKey, ownApp, signUp } from '#server/testing/test-app.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './database/open.ts'

/** Empty if TEST_DATABASE_URL has no Unix socket: then there is no connection to cut. */
const serverFolder = decodeURIComponent(/@(%2F[^:/]+)/.exec(inject('databaseServer'))?.[1] ?? '')

async function openProxiedApp() {
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-proxy-'))
  const proxy = await openDatabaseProxy(serverFolder, folder)
  const address = (await freshDatabase()).replace(/@[^:/]+/, `@${encodeURIComponent(folder)}`)
  const database = openDatabase(address, () => undefined)
  await giveNewKey(database)
  const app = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
  afterAll(async () => {
    await app.close()
    await database.destroy()
    proxy.close()
    await rm(folder, { recursive: true })
  })
  return { app, proxy }
}

test.skipIf(!serverFolder).each(['cut', 'hang'] as const)(
  'S24 While the connection to the database is %s, requests and /readyz are 503, /healthz is 200',
  async (fault) => {
    const { app, proxy } = await openProxiedApp()
    const me = await signUp(app)
    proxy.set(fault)
    const { status, body, headers } = await me.post('/api/trucks', makeSample('trucks'))
    expect([status, body.message]).toEqual([503, "Can't reach the database"])
    expect(headers['retry-after']).toBe('2')
    expect((await me.get('/readyz')).status).toBe(503)
    expect((await me.get('/healthz')).status).toBe(200)

    proxy.set('open')
    await expect.poll(async () => (await me.get('/readyz')).status).toBe(200)
    expect((await me.post('/api/trucks', makeSample('trucks'))).status).toBe(201)
  },
)

test('B2 While the database refuses connections that requests need, /readyz is 503', async () => {
  const { app, database } = await ownApp()
  const me = await signUp(app)
  await sql`create function refuse_connection() returns trigger language plpgsql as
    $$ begin raise exception 'too many connections' using errcode = 'too_many_connections'; end $$`.execute(
    database,
  )
  await sql`create trigger refused before insert on trucks
    for each row execute function refuse_connection()`.execute(database)
  expect((await me.get('/readyz')).status).toBe(200)
  expect((await me.post('/api/trucks', makeSample('trucks'))).status).toBe(503)
  expect((await me.get('/readyz')).status).toBe(503)
  await expect.poll(async () => (await me.get('/readyz')).status).toBe(200)
})

test('S23 A full disk returns 507 with a plain message; reads continue, and writes resume', async () => {
  const { app, database } = await ownApp()
  const me = await signUp(app)
  await sql`create function fail_as_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
    database,
  )
  await sql`create trigger full_disk before insert on trucks
    for each row execute function fail_as_full()`.execute(database)
  const { status, body } = await me.post('/api/trucks', makeSample('trucks'))
  expect([status, body.message]).toEqual([507, "The server's disk is full"])
  expect((await me.get('/api/trucks')).status).toBe(200)
  await sql`drop trigger full_disk on trucks`.execute(database)
  expect((await me.post('/api/trucks', makeSample('trucks'))).status).toBe(201)
})
