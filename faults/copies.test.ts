/** Two copies of the program on one PostgreSQL are one program. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { newKeyText } from '#server/database/secrets/keys.ts'
import { startEmbedded, type EmbeddedServer } from '#server/database/embedded/embedded.ts'
import { urlOfDatabase } from '#server/testing/database-names.ts'
import {
  addressOf,
  kill,
  launch,
  newFolder,
  pause,
  start,
  stop,
  type Haulbook,
  type Place,
} from './haulbook.ts'
import { newOffice, officeAt, workFor, type Kept, type Office } from './office.ts'
import { newLoad } from './person.ts'

/** Each has somebody of its own at work: an account's statement numbers are asked for at once. */
const TRUCKS = ['T-1', 'T-2']
const WEEKS = 12
const KILLS = 3

/** Another PostgreSQL, or a pooler in front of one, in place of the embedded one. */
const given = process.env.TEST_DATABASE_URL
let server: EmbeddedServer | undefined
let places: Place[]
const copies: Haulbook[] = []

beforeAll(async () => {
  const shared = { databaseUrl: await emptyDatabase(), encryptionKey: newKeyText() }
  places = [
    { dataDir: await newFolder(), ...shared },
    { dataDir: await newFolder(), ...shared },
  ]
})

afterAll(async () => {
  await Promise.all(copies.map(stop))
  await server?.stop()
})

test('S30 two copies that start at once on an empty database both become ready', async () => {
  copies.push(...(await Promise.all(places.map(start))))
  for (const copy of copies) expect((await fetch(`${copy.url}/readyz`)).status).toBe(200)
})

test('S21 a copy is killed again and again under a mixed load: nothing acknowledged is lost, trying again mends every error', async () => {
  const offices = await Promise.all(['ann', 'bo', 'cy'].map((name) => newOffice(copies, name)))
  const kept = offices.map((): Kept => ({ loads: [], settled: [], imported: 0 }))
  let working = true
  const work = Promise.all(
    offices.flatMap((office, at) =>
      TRUCKS.map((truck) => workFor(office, truck, WEEKS, keptOf(kept, at))),
    ),
  )
  const over = work.finally(() => (working = false))
  // It is awaited after the kills: failing before them must not look like nobody's failure.
  over.catch(() => undefined)
  let killed = 0
  for (; killed < KILLS && working; killed++) {
    await pause(1000)
    const at = killed % copies.length
    const [copy, place] = [copies[at], places[at]]
    if (!copy || !place) throw new Error('There is no such copy')
    await kill(copy)
    await pause(300)
    copies[at] = await start(place)
  }
  await over
  expect(killed).toBeGreaterThan(0)
  for (const [at, office] of offices.entries()) await isAllThere(office, keptOf(kept, at))
  const settled = kept.reduce((sum, one) => sum + one.settled.length, 0)
  process.stdout.write(`${settled} settlements of ${offices.length} accounts, ${killed} kills\n`)
})

test('B23 the same request to both copies at once makes one record', async () => {
  const office = await newOffice(copies, 'dee')
  const [load, key] = [newLoad(), { 'idempotency-key': randomUUID() }]
  const sent = Array.from({ length: 10 }, () => office.send('POST', '/api/loads', load, key))
  const answers = await Promise.all(sent)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
})

test('B6 wrong passwords are counted across the copies, one by one and all at once', async () => {
  const nobody = officeAt(copies)
  const guess = (email: string) => nobody.post('/api/login', { email, password: 'not this one' })
  for (let tries = 0; tries < 10; tries++) expect((await guess('ann@example.com')).status).toBe(401)
  for (const _copy of copies) expect((await guess('ann@example.com')).status).toBe(429)
  const atOnce = await Promise.all(Array.from({ length: 40 }, () => guess('bo@example.com')))
  expect(atOnce.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(10)
  const right = { email: 'cy@example.com', password: 'a password for faults' }
  expect((await nobody.post('/api/login', right)).status).toBe(200)
})

test('S06 a session that ends at one copy has ended at the other', async () => {
  const office = await newOffice(copies, 'eve')
  expect((await office.get('/api/loads')).status).toBe(200)
  expect((await office.post('/api/logout', {})).status).toBe(200)
  for (const _copy of copies) expect((await office.get('/api/loads')).status).toBe(401)
})

test('S13 a copy with another key, or with none, does not start', async () => {
  const [{ databaseUrl = '' } = {}] = places
  const none = { dataDir: await newFolder(), databaseUrl }
  for (const place of [none, { ...none, encryptionKey: newKeyText() }]) {
    const copy = launch(place)
    expect(await copy.ended).toMatchObject({ code: 1 })
    expect(copy.said()).toContain('were encrypted with a different key than')
  }
})

async function emptyDatabase(): Promise<string> {
  if (!given) {
    server = await startEmbedded(path.join(await newFolder(), 'data'))
    return addressOf(server)
  }
  const name = `copies_${randomUUID().replaceAll('-', '')}`
  const maintenance = openDatabase(given, () => undefined)
  await sql`create database ${sql.id(name)}`.execute(maintenance)
  await maintenance.destroy()
  return urlOfDatabase(given, name)
}

function keptOf(kept: Kept[], at: number): Kept {
  const one = kept[at]
  if (!one) throw new Error('There is no such office')
  return one
}

/** As both copies tell it. */
async function isAllThere(office: Office, kept: Kept): Promise<void> {
  const inOrder = kept.settled.toSorted((a, b) => a.number - b.number)
  for (const _copy of copies) {
    const loads = await listOf<{ loadId: string }>(office, 'loads')
    expect(loads.map(({ loadId }) => loadId).toSorted()).toEqual(kept.loads.toSorted())
    const settlements = await listOf<Kept['settled'][number]>(office, 'billing')
    const figures = settlements.map(({ id, number, netPayment }) => ({ id, number, netPayment }))
    expect(figures.toSorted((a, b) => a.number - b.number)).toEqual(inOrder)
    expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((_, at) => at + 1))
    expect(await listOf(office, 'dispatchers')).toHaveLength(kept.imported)
    const added = await listOf(office, 'audit?action=created&subject=loads')
    expect(added).toHaveLength(kept.loads.length)
  }
}

async function listOf<Row = object>(office: Office, name: string): Promise<Row[]> {
  return (await office.get(`/api/${name}`)).body as unknown as Row[]
}
