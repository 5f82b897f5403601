/** Sends valid, invalid and hostile calls to every documented route. FUZZ_SEED repeats a run. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { createChance } from './testing/fuzz/chance.ts'
import { makeCall, listOperations, type ApiPage, type Call } from './testing/fuzz/calls.ts'
import { makeSample } from './testing/samples.ts'
import { readCookie, PASSWORD, signUp, testApp, type Client } from './testing/test-app.ts'

const { app, database } = await testApp()

/** Per time zone of `npm test`: 20,000 in total. */
const CALLS = 10_000
const AT_ONCE = 8
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
const CANARY = 'zq7canary'
const ATTACKER = 'attacker@example.com'

/** Called rarely: each costs 20 ms or more, or ends the session. */
const RARE =
  /^\/api\/(login|signup|logout|auth\/password|auth\/sessions|account\/export|\w+\/export|\w+\/import|settings)/
const TELLING = /\bselect \b.*\bfrom\b|insert into|node_modules|\.ts:\d|\/src\/|stack|constraint "/i

/** Records of every entity with recognizable texts. */
async function fill(client: Client): Promise<number[]> {
  const ids: number[] = []
  for (const { name, label } of everyEntity) {
    const sample = { ...makeSample(name), [label]: `${CANARY}-${name}`, notes: CANARY }
    ids.push((await client.post(`/api/${name}`, sample)).body.id)
  }
  const truckId = (await client.post('/api/trucks', makeSample('trucks', 77))).body.id
  const settled = { truckId, settlementDate: '2026-11-20', notes: CANARY }
  return [...ids, truckId, (await client.post('/api/billing', settled)).body.id]
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

function wrongWith(reply: { statusCode: number; body: string }): string | undefined {
  const { statusCode, body } = reply
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`
  if (body.includes(CANARY)) return 'a word of another account'
  if (statusCode < 400) return undefined
  const { message } = JSON.parse(body || '{}') as { message?: unknown }
  if (typeof message !== 'string') return `no message: ${statusCode} ${body.slice(0, 200)}`
  return TELLING.test(message) ? `the message reveals internals: ${message}` : undefined
}

test(`S10 S14 S28 B7 ${CALLS} random calls per route are valid responses (FUZZ_SEED=${seed})`, async () => {
  process.stdout.write(`FUZZ_SEED=${seed}\n`)
  const chance = createChance(seed)
  const victim = await signUp(app, 'victim@example.com')
  const attacker = await signUp(app, ATTACKER)
  const ids = [...(await fill(victim)), 99_999_999, 1, 2, 3, 4, 5, 6, 7, 8]
  const before = await ownRecords(victim)
  const routes = listOperations((await attacker.get<ApiPage>('/api/docs/json')).body)
  const [rare, plain] = [true, false].map((is) =>
    routes.filter(({ path }) => RARE.test(path) === is),
  )
  expect(routes.length).toBeGreaterThan(50)
  let { cookie } = attacker
  const wrong: string[] = []
  const seen = new Map<string, number>()

  async function send(call: Call): Promise<void> {
    const reply = await app.inject({ ...call, headers: { ...call.headers, cookie } })
    seen.set(String(reply.statusCode), (seen.get(String(reply.statusCode)) ?? 0) + 1)
    const words = wrongWith(reply)
    if (words) wrong.push(`${call.method} ${call.url} ${call.payload?.slice(0, 300)} → ${words}`)
    if (reply.statusCode === 201) ids[chance.whole(ids.length)] = idIn(reply.body) ?? 1
  }

  for (let done = 0; done < CALLS; done += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, () =>
      makeCall(chance.oneOf(plain ?? []), chance, ids),
    )
    await Promise.all(calls.map(send))
    if (chance.in(0.04)) await send(makeCall(chance.oneOf(rare ?? []), chance, ids))
    cookie = await signedIn(cookie)
  }
  expect(wrong.slice(0, 10)).toEqual([])
  expect(seen.get('200')).toBeGreaterThan(CALLS / 20)
  expect(seen.get('201')).toBeGreaterThan(CALLS / 50)
  expect(await ownRecords(victim)).toBe(before)
  expect(await unclosed()).toBe(0)
}, 600_000)

/** A call may have ended the session. */
async function signedIn(cookie: string): Promise<string> {
  const response = await app.inject({ url: '/api/auth/user', headers: { cookie } })
  if (response.statusCode === 200) return cookie
  await database.deleteFrom('attempts').execute()
  const payload = { email: ATTACKER, password: PASSWORD }
  const reply = await app.inject({ method: 'POST', url: '/api/login', payload })
  expect(reply.statusCode).toBe(200)
  return readCookie(reply.headers['set-cookie'])
}

function idIn(body: string): number | undefined {
  const { id } = JSON.parse(body) as { id?: number }
  return id
}

/** Open transactions: each would hold a connection and its locks forever. */
async function unclosed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(database)
  return rows[0]?.count ?? -1
}
