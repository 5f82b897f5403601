import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createClient, signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const behindProxy = await buildApp(database, { trustProxy: 1, logLevel: 'silent' })
afterAll(() => behindProxy.close())

test('S29 An account whose requests all wait for a lock leaves connections to the others', async () => {
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

test('S04 A flood of logins from one address does not delay a login from another', async () => {
  const logIn = (email: string, address: string) =>
    createClient(behindProxy).post(
      '/api/login',
      { email, password: 'wrong wrong' },
      { 'x-forwarded-for': address },
    )
  let responded = 0
  const flood = Array.from({ length: 40 }, async (_, n) => {
    await logIn(`unknown${n}@example.com`, '2001:db8::' + n)
    responded++
  })
  await logIn('somebody@example.com', '192.0.2.7')
  expect(responded).toBeLessThan(20)
  await Promise.all(flood)
})

test('S15 Thousands of invented sessions from one address do not block the sessions of others', async () => {
  const me = await signUp(app)
  const ask = (cookie: string, address: string) =>
    createClient(behindProxy, cookie).get('/api/auth/user', { 'x-forwarded-for': address })
  let responded = 0
  const flood = Array.from({ length: 1000 }, async (_, n) => {
    await ask(`haulbook_session=made-up-${n}`, '203.0.113.9')
    responded++
  })
  expect((await ask(me.cookie, '192.0.2.7')).status).toBe(200)
  expect(responded).toBeLessThan(500)
  await Promise.all(flood)
})
