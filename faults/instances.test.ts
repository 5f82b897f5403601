/** Two instances of Haulbook on one PostgreSQL act as one. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/testing/samples.ts'
import { openDatabase } from '#server/database/open.ts'
import { newKeyText } from '#server/database/secrets/keys.ts'
import { startEmbedded, type EmbeddedServer } from '#server/database/embedded/embedded.ts'
import { urlOfDatabase } from '#server/testing/database-names.ts'
import {
  toDatabaseUrl,
  kill,
  launch,
  newFolder,
  pause,
  start,
  stop,
  type Haulbook,
  type Place,
} from './haulbook.ts'
import {
  signUpClient,
  createRetryingClient,
  processWeeks,
  type Acknowledged,
  type RetryingClient,
} from './retrying-client.ts'
import { makeLoad } from './user.ts'

/**
 * The weeks of both trucks are processed in parallel, so that an account's statement numbers are requested at the same time.
 */
const TRUCKS = ['T-1', 'T-2']
const WEEKS = 12
const KILLS = 3

/** The URL of an external PostgreSQL or a pooler. Without it the test starts an embedded PostgreSQL. */
const external = process.env.TEST_DATABASE_URL
let server: EmbeddedServer | undefined
let places: Place[]
const instances: Haulbook[] = []

beforeAll(async () => {
  const shared = { databaseUrl: await emptyDatabase(), encryptionKey: newKeyText() }
  places = [
    { dataDir: await newFolder(), ...shared },
    { dataDir: await newFolder(), ...shared },
  ]
})

afterAll(async () => {
  await Promise.all(instances.map(stop))
  await server?.stop()
})

test('S30 Two instances that start together on an empty database both become ready', async () => {
  instances.push(...(await Promise.all(places.map((place) => start(place)))))
  for (const instance of instances) expect((await fetch(`${instance.url}/readyz`)).status).toBe(200)
})

test('S21 Killing an instance under a mixed load loses no acknowledged change', async () => {
  const clients = await Promise.all(
    ['ann', 'bo', 'cy'].map((name) => signUpClient(instances, name)),
  )
  // No statement is printed with sample details of the company.
  for (const client of clients) await client.post('/api/settings', COMPANY)
  const kept = clients.map((): Acknowledged => ({ loads: [], settled: [], imported: 0 }))
  let working = true
  const work = Promise.all(
    clients.flatMap((client, at) =>
      TRUCKS.map((truck) => processWeeks(client, truck, WEEKS, findAcknowledged(kept, at))),
    ),
  )
  const done = work.finally(() => (working = false))
  // `done` is awaited only after the kills. A failure before that must not count as an unhandled rejection.
  done.catch(() => undefined)
  let killed = 0
  for (; killed < KILLS && working; killed++) {
    await pause(1000)
    const at = killed % instances.length
    const [instance, place] = [instances[at], places[at]]
    if (!instance || !place) throw new Error('No such instance')
    await kill(instance)
    await pause(300)
    instances[at] = await start(place)
  }
  await done
  expect(killed).toBeGreaterThan(0)
  for (const [at, client] of clients.entries())
    await expectAllKept(client, findAcknowledged(kept, at))
  const settled = kept.reduce((sum, one) => sum + one.settled.length, 0)
  process.stdout.write(`${settled} settlements of ${clients.length} accounts, ${killed} kills\n`)
})

test('B23 The same request sent to both instances at once creates one record', async () => {
  const client = await signUpClient(instances, 'dee')
  const [load, key] = [makeLoad(), { 'idempotency-key': randomUUID() }]
  const sent = Array.from({ length: 10 }, () => client.send('POST', '/api/loads', load, key))
  const responses = await Promise.all(sent)
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(responses[0]?.status).toBe(201)
})

test('B6 Wrong passwords are counted across both instances, even in parallel', async () => {
  const visitor = createRetryingClient(instances)
  const guess = (email: string) => visitor.post('/api/login', { email, password: 'not this one' })
  for (let tries = 0; tries < 10; tries++) expect((await guess('ann@example.com')).status).toBe(401)
  for (const _instance of instances) expect((await guess('ann@example.com')).status).toBe(429)
  const atOnce = await Promise.all(Array.from({ length: 40 }, () => guess('bo@example.com')))
  expect(atOnce.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(10)
  const right = { email: 'cy@example.com', password: 'a password for faults' }
  expect((await visitor.post('/api/login', right)).status).toBe(200)
})

test('S06 A session that ends at one instance ends at the other', async () => {
  const client = await signUpClient(instances, 'eve')
  expect((await client.get('/api/loads')).status).toBe(200)
  expect((await client.post('/api/logout', {})).status).toBe(200)
  for (const _instance of instances) expect((await client.get('/api/loads')).status).toBe(401)
})

test('S13 An instance with a different key, or without one, does not start', async () => {
  const [{ databaseUrl = '' } = {}] = places
  const none = { dataDir: await newFolder(), databaseUrl }
  const different = { ...none, encryptionKey: newKeyText() }
  for (const [place, message] of [
    [none, 'encryption.key is missing'],
    [different, 'were encrypted with a different key than ENCRYPTION_KEY'],
  ] as const) {
    const instance = launch(place)
    expect(await instance.ended).toMatchObject({ code: 1 })
    expect(instance.output()).toContain(message)
  }
})

async function emptyDatabase(): Promise<string> {
  if (!external) {
    server = await startEmbedded(path.join(await newFolder(), 'data'))
    return toDatabaseUrl(server)
  }
  const name = `instances_${randomUUID().replaceAll('-', '')}`
  const maintenance = openDatabase(external, () => undefined)
  await sql`create database ${sql.id(name)}`.execute(maintenance)
  await maintenance.destroy()
  return urlOfDatabase(external, name)
}

function findAcknowledged(kept: Acknowledged[], at: number): Acknowledged {
  const found = kept[at]
  if (!found) throw new Error('No such account')
  return found
}

/** Checks at both instances that all acknowledged records are stored. */
async function expectAllKept(client: RetryingClient, kept: Acknowledged): Promise<void> {
  const inOrder = kept.settled.toSorted((a, b) => a.number - b.number)
  for (const _instance of instances) {
    const loads = await readList<{ loadId: string }>(client, 'loads')
    expect(loads.map(({ loadId }) => loadId).toSorted()).toEqual(kept.loads.toSorted())
    const settlements = await readList<Acknowledged['settled'][number]>(client, 'billing')
    const figures = settlements.map(({ id, number, netPayment }) => ({ id, number, netPayment }))
    expect(figures.toSorted((a, b) => a.number - b.number)).toEqual(inOrder)
    expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((_, at) => at + 1))
    expect(await readList(client, 'dispatchers')).toHaveLength(kept.imported)
    const added = await readList(client, 'audit?action=created&subject=loads')
    expect(added).toHaveLength(kept.loads.length)
  }
}

async function readList<Row = object>(client: RetryingClient, name: string): Promise<Row[]> {
  return (await client.get(`/api/${name}`)).body as unknown as Row[]
}
