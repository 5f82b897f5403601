/** The database counts wrong passwords. These tests insert the rows instead of guessing a hundred times. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { deleteOldNetworks } from './known-networks.ts'
import { createClient, PASSWORD, ownApp } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const behindProxy = await buildApp(database, { trustProxy: 1, logLevel: 'silent' })
afterAll(() => behindProxy.close())
beforeEach(async () => void (await database.deleteFrom('attempts').execute()))

const OFFICE = '192.0.2.7'
const ELSEWHERE = '198.51.100.9'
const WRONG = 'wrong wrong'
let people = 0

const post = (path: string, address: string, body: object) =>
  createClient(behindProxy).post(path, body, { 'x-forwarded-for': address })

const logIn = (email: string, address: string, password = PASSWORD) =>
  post('/api/login', address, { email, password })

/** Signs up at an address, which is then known. */
async function signUpAt(address: string): Promise<string> {
  const email = `limited${++people}@example.com`
  expect((await post('/api/signup', address, { email, password: PASSWORD })).status).toBe(201)
  return email
}

/** Adds attempts that were counted `ago`. */
async function addAttempts(kind: string, subject: string, count: number, ago = '1 minute') {
  const hashed = createHash('sha256').update(subject).digest('hex')
  await sql`insert into attempts (kind, subject, happened_at)
    select ${kind}, ${hashed}, now() - ${ago}::interval from generate_series(1, ${count}::integer)`.execute(
    database,
  )
}

test('C38 A hundred wrong passwords from an address, across all emails, block it for a while', async () => {
  const email = await signUpAt(ELSEWHERE)
  await addAttempts('login-network', OFFICE, 99, '14 minutes')
  expect((await logIn('unknown1@example.com', OFFICE, WRONG)).status).toBe(401)
  const blocked = await logIn('unknown2@example.com', OFFICE, WRONG)
  expect([blocked.status, blocked.body.message]).toEqual([
    429,
    'Too many wrong passwords from this network. Please try again later.',
  ])
  const wait = Number(blocked.headers['retry-after'])
  expect([wait > 30, wait <= 60]).toEqual([true, true])
  expect((await logIn(email, OFFICE)).status).toBe(429)
  expect((await logIn(email, ELSEWHERE)).status).toBe(200)
})

test.each([
  ['an IPv4 block', '192.0.2.0/24', 400, '192.0.2.99', '192.0.3.99'],
  ['an IPv6 home network', '2001:db8:1:200::/56', 200, '2001:db8:1:2ff::1', '2001:db8:1:300::1'],
  ['an IPv6 site', '2001:db8:1::/48', 400, '2001:db8:1:ff00::1', '2001:db8:2::1'],
])('C38 Many addresses of %s (%s) count together', async (_what, network, most, there, other) => {
  await addAttempts('login-network', network, most - 1)
  expect((await logIn('unknown@example.com', there, WRONG)).status).toBe(401)
  expect((await logIn('unknown@example.com', there, WRONG)).status).toBe(429)
  expect((await logIn('unknown@example.com', other, WRONG)).status).toBe(401)
})

test('C38 A user who logged in from a blocked network before can still log in from it', async () => {
  const email = await signUpAt(OFFICE)
  await addAttempts('login-network', OFFICE, 100)
  expect((await logIn(email, OFFICE)).status).toBe(200)
  expect((await logIn(email, OFFICE)).status).toBe(200)
})

test('S01 C38 In a blocked network a wrong password and an unknown email get the same bytes', async () => {
  const email = await signUpAt(OFFICE)
  await addAttempts('login-network', OFFICE, 100)
  const responses = await Promise.all(
    [email, 'unknown@example.com'].map((tried) => logIn(tried, OFFICE, WRONG)),
  )
  const comparable = responses.map(({ status, text, headers }) => [
    status,
    text,
    Object.keys(headers),
  ])
  expect(comparable[0]).toEqual(comparable[1])
  expect(responses[0]?.status).toBe(429)
})

test('S02 C38 A known network does not allow more guesses at an account', async () => {
  const email = await signUpAt(OFFICE)
  await addAttempts('login-network', OFFICE, 100)
  for (let n = 0; n < 10; n++) await logIn(email, OFFICE, WRONG)
  const locked = await logIn(email, OFFICE)
  expect([locked.status, locked.body.message]).toEqual([
    429,
    'Too many wrong passwords. Please try again later.',
  ])
})

test('C38 Right passwords do not count', async () => {
  const email = await signUpAt(OFFICE)
  await database.deleteFrom('attempts').execute()
  await Promise.all(Array.from({ length: 5 }, () => logIn(email, OFFICE)))
  expect(await database.selectFrom('attempts').selectAll().execute()).toEqual([])
})

test('C38 After a thousand wrong passwords in all, each network gets ten more attempts', async () => {
  const email = await signUpAt(OFFICE)
  await addAttempts('login-all', '', 1000)
  await addAttempts('login-network', OFFICE, 9)
  expect((await logIn('unknown@example.com', OFFICE, WRONG)).status).toBe(401)
  expect((await logIn('unknown@example.com', OFFICE, WRONG)).status).toBe(429)
  expect((await logIn(email, OFFICE)).status).toBe(200)
  expect((await logIn(email, ELSEWHERE)).status).toBe(200)
})

test('S02 C38 Attempts from before and after the period do not count', async () => {
  await addAttempts('login-network', OFFICE, 100, '16 minutes')
  await addAttempts('login-network', OFFICE, 100, '-1 year')
  await addAttempts('login', 'unknown@example.com', 10, '-1 year')
  expect((await logIn('unknown@example.com', OFFICE, WRONG)).status).toBe(401)
})

test.each([
  ['an address', OFFICE, 100, OFFICE],
  ['an IPv6 site', '2001:db8:1::/48', 400, '2001:db8:1:ff00::1'],
])('C38 B6 Sign-ups are limited by %s (%s)', async (_what, network, most, there) => {
  await addAttempts('signup', network, most, '59 minutes')
  const response = await post('/api/signup', there, { email: 'x@example.com', password: PASSWORD })
  expect(response.status).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('C38 A network is known for ninety days after the last login from it', async () => {
  const email = await signUpAt(OFFICE)
  const age = (days: number) =>
    sql`update login_networks set used_at = now() - make_interval(days => ${days})
      where person_id = (select id from persons where email = ${email})`.execute(database)
  await age(89)
  await database.transaction().execute(deleteOldNetworks)
  await addAttempts('login-network', OFFICE, 100)
  expect((await logIn(email, OFFICE)).status).toBe(200)
  await age(91)
  expect((await logIn(email, OFFICE)).status).toBe(429)
  await database.transaction().execute(deleteOldNetworks)
  const kept = await sql`select from login_networks
    where person_id = (select id from persons where email = ${email})`.execute(database)
  expect(kept.rows).toEqual([])
})

test('C38 Behind a proxy without TRUST_PROXY, a flood of wrong passwords locks out no user', async () => {
  // Without TRUST_PROXY every client behind a proxy has the address 127.0.0.1.
  const email = `office${++people}@example.com`
  const me = createClient(app)
  expect((await me.post('/api/signup', { email, password: PASSWORD })).status).toBe(201)
  await addAttempts('login-network', '127.0.0.1', 100)
  expect((await me.post('/api/login', { email, password: PASSWORD })).status).toBe(200)
})
