import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createClient, PASSWORD, signUp, ownApp } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'

const { app, database } = await ownApp()
const behindProxy = await buildApp(database, { trustProxy: 1, logLevel: 'silent' })
afterAll(() => behindProxy.close())

test('S29 An account whose requests all wait for a lock does not use all connections', async () => {
  const [me, other] = [await signUp(app), await signUp(app)]
  const { id } = (await me.post('/api/drivers', makeSample('drivers'))).body
  const held = await database.startTransaction().execute()
  await sql`select from drivers where id = ${id} for update`.execute(held)
  const waiting = Array.from({ length: 30 }, () =>
    me.put(`/api/drivers/${id}`, makeSample('drivers')),
  )
  expect((await other.get('/api/drivers')).status).toBe(200)
  await held.rollback().execute()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses).toEqual(Array(30).fill(200))
})

test('S29 A request frees its place with any response, errors included', async () => {
  const me = await signUp(app)
  const responses = async () => [
    ...[(await me.get('/api/nothing')).status, (await me.get('/api/drivers/9')).status],
    ...[(await me.get('/api/docs/static/nothing')).status, (await me.post('/api/drivers')).status],
    ...[(await me.get('/api/drivers')).status, (await me.delete('/api/drivers')).status],
  ]
  for (let n = 0; n < 5; n++) expect(await responses()).toEqual([404, 404, 404, 400, 200, 404])
})

test('S29 Sessions are found while requests of others hold every connection', async () => {
  const [me, ...others] = await Promise.all(Array.from({ length: 5 }, () => signUp(app)))
  const { body } = (await others[0]?.post('/api/drivers', makeSample('drivers'))) ?? {}
  const held = await database.startTransaction().execute()
  await sql`lock table drivers`.execute(held)
  const waiting = others.flatMap((other) =>
    Array.from({ length: 4 }, () => other.get(`/api/drivers/${body?.id}`)),
  )
  await waitUntilBlocked(database, 10)
  expect((await me?.get('/api/auth/user'))?.status).toBe(200)
  await held.rollback().execute()
  await Promise.all(waiting)
})

const logIn = (email: string, address: string, password = 'wrong wrong') =>
  createClient(behindProxy).post('/api/login', { email, password }, { 'x-forwarded-for': address })

/** Starts logins and returns how many of them have a response so far. */
function flood(addresses: string[]): { finished: () => number; ended: Promise<unknown> } {
  let finished = 0
  const ended = addresses.map(async (address, n) => {
    await logIn(`unknown${n}@example.com`, address)
    finished++
  })
  return { finished: () => finished, ended: Promise.all(ended) }
}

test('S04 A flood of logins from one address does not delay a login from another', async () => {
  const { finished, ended } = flood(Array.from({ length: 40 }, (_, n) => `2001:db8::${n}`))
  await logIn('somebody@example.com', '192.0.2.7')
  expect(finished()).toBeLessThan(20)
  await ended
})

test('C39 A flood from many networks of one site delays a login from elsewhere by one turn', async () => {
  const { finished, ended } = flood(Array.from({ length: 48 }, (_, n) => `2001:db8:0:${n % 12}::1`))
  await logIn('somebody@example.com', '192.0.2.7')
  expect(finished()).toBeLessThan(20)
  await ended
})

test('C39 A user who has logged in from an address before does not wait for a flood from it', async () => {
  const account = { email: 'known@example.com', password: PASSWORD }
  const from = { 'x-forwarded-for': '203.0.113.5' }
  await createClient(behindProxy).post('/api/signup', account, from)
  const { finished, ended } = flood(Array<string>(40).fill('203.0.113.5'))
  expect((await logIn(account.email, '203.0.113.5', PASSWORD)).status).toBe(200)
  expect(finished()).toBeLessThan(20)
  await ended
})

test('S15 Thousands of invented sessions from one address do not block the sessions of others', async () => {
  const me = await signUp(app)
  const ask = (cookie: string, address: string) =>
    createClient(behindProxy, cookie).get('/api/auth/user', { 'x-forwarded-for': address })
  let responded = 0
  const flood = Array.from({ length: 1000 }, async (_, n) => {
    await ask(`haulbook_session=${randomUUID()}.${String(n).padStart(43, 'x')}`, '203.0.113.9')
    responded++
  })
  expect((await ask(me.cookie, '192.0.2.7')).status).toBe(200)
  expect(responded).toBeLessThan(500)
  await Promise.all(flood)
})
