/** Sends valid, invalid and hostile calls to every documented route. SEED repeats a run. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { createChance } from './testing/fuzz/chance.ts'
import {
  makeCall,
  listOperations,
  type ApiPage,
  type FuzzCall,
  type Route,
} from './testing/fuzz/calls.ts'
import { createKnownIds, kindOfPath } from './testing/fuzz/known-ids.ts'
import { readSeed, shortOrLong } from './testing/long.ts'
import { makeSample } from './testing/samples.ts'
import { readCookie, PASSWORD, signUp, ownApp, type Client } from './testing/test-app.ts'

const { app, database } = await ownApp()

/** In one run. SECURITY.md has the second number too. */
const CALLS = shortOrLong(1_500, 20_000)
const AT_ONCE = 8
/** The number of rounds between calls of a rare route. */
const RARE_EVERY = shortOrLong(5, 15)
const seed = readSeed(1)
const CANARY = 'zq7canary'
const ATTACKER = 'attacker@example.com'

/** Called rarely: each costs 20 ms or more, or ends the session. */
const RARE =
  /^\/api\/(login|signup|logout|auth\/password|auth\/sessions|account\/export|\w+\/export|\w+\/import|settings)|\.(pdf|zip)$|generate-pdf$/
const TELLING = /\bselect \b.*\bfrom\b|insert into|node_modules|\.ts:\d|\/src\/|stack|constraint "/i

/** One record of every entity and a settlement, with recognizable texts; their ids by kind. */
async function fill(client: Client, word = CANARY): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const { name, label } of everyEntity) {
    const sample = { ...makeSample(name), [label]: `${word}-${name}`, notes: word }
    ids[name] = (await client.post(`/api/${name}`, sample)).body.id
  }
  const settled = { truckId: ids.trucks, settlementDate: '2026-11-20', notes: word }
  return { ...ids, billing: (await client.post('/api/billing', settled)).body.id }
}

/** An advance on the truck, and a payment that pays it out to the owner. */
async function createAdvance(client: Client, { trucks, owners }: Record<string, number>) {
  const path = `/api/trucks/${trucks}`
  await client.put(path, { ...(await client.get(path)).body, ownerId: owners, driverId: null })
  const rule = await client.post('/api/deduction-rules', {
    truckId: trucks,
    category: 'other',
    description: 'Advance',
    basis: 'fixed',
    value: '5',
    balance: 'advance',
    total: '100',
  })
  const payment = await client.post('/api/payments', {
    ownerId: owners,
    paidOn: '2026-11-20',
    method: 'check',
    amount: '50',
    kind: 'hand-out',
    ruleId: rule.body.id,
    confirmed: ['paidOn', 'amount'],
  })
  expect([rule.status, payment.status], payment.text).toEqual([201, 201])
  return { 'deduction-rules': rule.body.id, payments: payment.body.id }
}

async function ownRecords(client: Client): Promise<string> {
  const paths = [
    ...everyEntity.map(({ name }) => name),
    'billing',
    'settings',
    'audit?action=changed',
  ]
  const responses = await Promise.all(paths.map((path) => client.get(`/api/${path}`)))
  return responses.map(({ text }) => text).join('\n')
}

/** The messages for constraints without a message (SPEC C311). */
const NO_REASON = new Set([
  'Invalid input',
  'Someone else saved this at the same moment. Reload the page and try again.',
])

function findProblem(reply: { statusCode: number; body: string }): string | undefined {
  const { statusCode, body } = reply
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`
  if (body.includes(CANARY)) return 'a word of another account'
  if (statusCode < 400) return undefined
  const { message, fields } = JSON.parse(body || '{}') as { message?: unknown; fields?: unknown }
  if (NO_REASON.has(String(message)) && !fields) return `no reason: ${String(message)}`
  if (typeof message !== 'string') return `no message: ${statusCode} ${body.slice(0, 200)}`
  return TELLING.test(message) ? `the message reveals internals: ${message}` : undefined
}

test(`S10 S14 S28 B7 ${CALLS} random calls of all routes are answered correctly (SEED=${seed})`, async () => {
  const chance = createChance(seed)
  const victim = await signUp(app, 'victim@example.com')
  const attacker = await signUp(app, ATTACKER)
  const foreign = await fill(victim)
  const ids = createKnownIds([...Object.values(foreign), 99_999_999, 1, 2, 3])
  const own = await fill(attacker, 'own')
  for (const [kind, id] of Object.entries({ ...own, ...(await createAdvance(attacker, own)) }))
    ids.add(kind, id)
  const before = await ownRecords(victim)
  const routes = listOperations((await attacker.get<ApiPage>('/api/docs/json')).body)
  const rare = routes.filter(({ path }) => RARE.test(path))
  const plain = routes.filter(({ path }) => !RARE.test(path))
  expect(routes.length).toBeGreaterThan(50)
  let { cookie } = attacker
  const uncalled = new Set(routes.map(nameRoute))
  const wrong: string[] = []
  const seen = new Map<string, number>()
  const created = new Map<string, number>()

  async function callRoute(route: Route): Promise<void> {
    uncalled.delete(nameRoute(route))
    await send(makeCall(route, chance, ids), route)
  }

  async function send(call: FuzzCall, route: Route): Promise<void> {
    const reply = await app.inject({ ...call, headers: { ...call.headers, cookie } })
    count(seen, String(reply.statusCode))
    const words = findProblem(reply)
    if (words)
      wrong.push(`${call.method} ${call.url} ${String(call.payload).slice(0, 300)} → ${words}`)
    const id = reply.statusCode === 201 ? parseId(reply.body) : undefined
    if (reply.statusCode === 201) count(created, nameRoute(route))
    if (id) ids.add(kindOfPath(route.path), id)
  }

  for (let done = 0; done < CALLS; done += AT_ONCE) {
    // Each route in turn, and others by chance.
    const chosen = Array.from({ length: AT_ONCE }, (_, at) =>
      at % 2
        ? chance.oneOf(plain)
        : (plain[((done + at) / 2) % plain.length] ?? chance.oneOf(plain)),
    )
    await Promise.all(chosen.map(callRoute))
    // Rare routes take turns, between calls that change what they read.
    const turn = done / AT_ONCE / RARE_EVERY
    if (Number.isInteger(turn)) await callRoute(rare[turn % rare.length] ?? chance.oneOf(rare))
    cookie = await signInAgain(cookie)
  }
  for (const route of rare) if (uncalled.has(nameRoute(route))) await callRoute(route)
  expect(wrong.slice(0, 10)).toEqual([])
  expect([...uncalled]).toEqual([])
  expect(seen.get('200')).toBeGreaterThan(CALLS / 20)
  const made = everyEntity.filter(
    ({ name }) => (created.get(`POST /api/${name}`) ?? 0) > shortOrLong(0, 2),
  )
  // Few random loads are valid: the short history may have none.
  expect(made.length).toBeGreaterThanOrEqual(everyEntity.length - shortOrLong(1, 0))
  expect(await ownRecords(victim)).toBe(before)
  expect(await countOpenTransactions()).toBe(0)
  expect(await readChangesWithoutPerson()).toEqual([])
}, 600_000)

/** A call may have ended the session. */
async function signInAgain(cookie: string): Promise<string> {
  const response = await app.inject({ url: '/api/auth/user', headers: { cookie } })
  if (response.statusCode === 200) return cookie
  await database.deleteFrom('attempts').execute()
  const payload = { email: ATTACKER, password: PASSWORD }
  const reply = await app.inject({ method: 'POST', url: '/api/login', payload })
  expect(reply.statusCode).toBe(200)
  return readCookie(reply.headers['set-cookie'])
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function nameRoute({ method, path }: Route): string {
  return `${method} ${path}`
}

function parseId(body: string): number | undefined {
  const { id } = JSON.parse(body) as { id?: number }
  return id
}

/** Open transactions: each would hold a connection and its locks forever. */
async function countOpenTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(database)
  return rows[0]?.count ?? -1
}

/** Every change through the API must have a person. */
async function readChangesWithoutPerson(): Promise<unknown[]> {
  const { rows } = await sql`select distinct action, subject from audit
    where person_id is null`.execute(database)
  return rows
}
