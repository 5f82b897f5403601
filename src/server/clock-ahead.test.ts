/** A clock that was ahead leaves times in the future. They must not lock an account or stay valid until that day. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#core/accounts/accounts.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  createClient,
  PASSWORD,
  readCookie,
  signUp,
  ownApp,
  readAccountId,
} from '#server/testing/test-app.ts'
import { deleteExpired } from './retention.ts'

const { app, database } = await ownApp()
const visitor = createClient(app)
let people = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
})

async function start() {
  const email = `clock${++people}@example.com`
  return { email, me: await signUp(app, email) }
}

/** Moves the times of all rows, as if they had been written at another time. */
async function move(table: string, columns: string[], by: string): Promise<void> {
  const moved = columns.map((column) => `${column} = ${column} + interval '${by}'`)
  await sql`update ${sql.table(table)} set ${sql.raw(moved.join(', '))}`.execute(database)
}

async function clean(): Promise<void> {
  await database.transaction().execute(deleteExpired)
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)}`.execute(database)
  return rows[0]?.n ?? 0
}

function logIn(email: string, password: string) {
  return visitor.post('/api/login', { email, password })
}

test('C36 S02 Wrong passwords from a clock a year ahead lock no account and are deleted', async () => {
  const { email } = await start()
  for (let tries = 0; tries < 10; tries++) await logIn(email, 'wrong wrong')
  expect((await logIn(email, PASSWORD)).status).toBe(429)
  await move('attempts', ['happened_at'], '1 year')
  expect((await logIn(email, PASSWORD)).status).toBe(200)
  await clean()
  expect(await count('attempts')).toBe(0)
})

test('C36 S02 Retry-After is when a guess is accepted again', async () => {
  const { email } = await start()
  for (let tries = 0; tries < 10; tries++) await logIn(email, 'wrong wrong')
  await move('attempts', ['happened_at'], '-14 minutes')
  const locked = await logIn(email, PASSWORD)
  const seconds = Number(locked.headers['retry-after'])
  expect([locked.status, seconds > 30, seconds <= 60]).toEqual([429, true, true])
  await move('attempts', ['happened_at'], `-${seconds} seconds`)
  expect((await logIn(email, PASSWORD)).status).toBe(200)
})

test('C36 S06 Only sessions from a clock a year ahead end', async () => {
  const { email, me } = await start()
  const { me: other } = await start()
  await sql`update sessions set created_at = sessions.created_at + interval '1 year', expire = expire + interval '1 year'
    from persons where persons.id = person_id and email = ${email}`.execute(database)
  expect((await me.get('/api/auth/user')).status).toBe(401)
  const again = await logIn(email, PASSWORD)
  const mine = createClient(app, readCookie(again.headers['set-cookie']))
  expect((await mine.get<Session[]>('/api/auth/sessions')).body.length).toBe(1)
  expect((await other.get('/api/auth/user')).status).toBe(200)
  const before = await count('sessions')
  await clean()
  expect([before, await count('sessions')]).toEqual([before, before])
})

test('C36 S06 A session used while the clock was ahead still ends after seven idle days', async () => {
  const { me } = await start()
  await sql`update sessions set expire = now() + interval '20 days'`.execute(database)
  expect((await me.get('/api/auth/user')).status).toBe(200)
  await move('sessions', ['expire', 'created_at'], '-7 days')
  expect((await me.get('/api/auth/user')).status).toBe(401)
})

test('C36 B23 A repeated request from a clock a year ahead creates one record; its key expires', async () => {
  const { me } = await start()
  const key = { 'idempotency-key': 'one truck' }
  const first = await me.post('/api/trucks', makeSample('trucks'), key)
  await move('idempotency_keys', ['created_at'], '1 year')
  await clean()
  expect((await me.post('/api/trucks', makeSample('trucks'), key)).body).toEqual(first.body)
  await move('idempotency_keys', ['created_at'], '-25 hours')
  await clean()
  expect(await count('idempotency_keys')).toBe(0)
})

test('C36 B52 An import from a clock a year ahead counts as lost and is deleted', async () => {
  const { me } = await start()
  const id = await readAccountId(me)
  await sql`insert into imports (user_id, key, state, done, total, updated_at)
    values (${id}, 'ahead', 'running', 1, 2, now() + interval '1 year')`.execute(database)
  expect((await me.get('/api/imports/ahead')).body).toMatchObject({ state: 'lost' })
  await clean()
  expect(await count('imports')).toBe(0)
})
