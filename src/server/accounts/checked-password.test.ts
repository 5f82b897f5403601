/** A password check has an effect only if the stored hash is still the one that was checked. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient, PASSWORD, readCookie, signUp, ownApp } from '#server/testing/test-app.ts'
import { resetPassword } from './new-password.ts'
import * as passwords from './passwords.ts'

/** Holds the result of the next checks, as a long queue of hashes does. */
const held = vi.hoisted(() => ({ left: 0, checked: 0, open: () => {}, gate: Promise.resolve() }))

vi.mock('./passwords.ts', async (load) => {
  const real = await load<typeof passwords>()
  const matchPassword: typeof real.matchPassword = async (...given) => {
    const result = await real.matchPassword(...given)
    if (held.left-- <= 0) return result
    held.checked++
    await held.gate
    return result
  }
  return { ...real, matchPassword }
})

const { app, database } = await ownApp()
const NEW_PASSWORD = 'quite another horse'
/** The change of the password needs the fourth place of the queue (SPEC C39). */
const LOGINS = 3
let people = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
})
afterEach(() => {
  held.left = 0
  held.open()
})

/** From now on the next `checks` wait for `held.open`. */
function hold(checks: number): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(held, { left: checks, checked: 0, open: resolve, gate: promise })
}

async function start() {
  const email = `held${++people}@example.com`
  return { email, me: await signUp(app, email) }
}

function logIn(email: string, password = PASSWORD) {
  return createClient(app).post('/api/login', { email, password })
}

/** Starts logins with the old password and waits until each has checked it. */
async function startLogins(email: string) {
  hold(LOGINS)
  const logins = Array.from({ length: LOGINS }, () => logIn(email))
  await expect.poll(() => held.checked).toBe(LOGINS)
  return async () => {
    held.open()
    const responses = await Promise.all(logins)
    const cookies = responses.map(({ headers }) => readCookie(headers['set-cookie']))
    const uses = cookies.map((cookie) => createClient(app, cookie).get('/api/auth/user'))
    const alive = (await Promise.all(uses)).filter(({ status }) => status === 200).length
    return { alive, statuses: [...new Set(responses.map(({ status }) => status))] }
  }
}

test('S03 C35 A password change ends logins that are in progress', async () => {
  const { email, me } = await start()
  const finish = await startLogins(email)
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const changed = await me.put('/api/auth/password', change)
  expect(changed.status).toBe(200)
  expect(await finish()).toEqual({ alive: 0, statuses: [401] })
  const mine = createClient(app, readCookie(changed.headers['set-cookie']))
  expect((await mine.get('/api/auth/user')).status).toBe(200)
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
})

test('S03 C35 A password reset ends logins that are in progress', async () => {
  const { email } = await start()
  const finish = await startLogins(email)
  const password = (await resetPassword(database, email)) ?? ''
  expect(await finish()).toEqual({ alive: 0, statuses: [401] })
  expect((await logIn(email, password)).status).toBe(200)
})

test('S03 C35 A password change in progress does not undo a reset', async () => {
  const { email, me } = await start()
  hold(1)
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const changing = me.put('/api/auth/password', change)
  await expect.poll(() => held.checked).toBe(1)
  const password = (await resetPassword(database, email)) ?? ''
  held.open()
  const changed = await changing
  expect([changed.status, changed.body.fields]).toEqual([
    400,
    { currentPassword: ['Current password is incorrect'] },
  ])
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(401)
  expect((await logIn(email, password)).status).toBe(200)
})

test('S03 C35 If two changes run at once, one succeeds, and only its session remains', async () => {
  const { email, me } = await start()
  hold(2)
  const changes = [NEW_PASSWORD, `${NEW_PASSWORD} too`].map((newPassword) =>
    me.put('/api/auth/password', { currentPassword: PASSWORD, newPassword }),
  )
  await expect.poll(() => held.checked).toBe(2)
  held.open()
  const responses = await Promise.all(changes)
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const logins = [NEW_PASSWORD, `${NEW_PASSWORD} too`].map((password) => logIn(email, password))
  const statuses = (await Promise.all(logins)).map(({ status }) => status)
  expect(statuses).toEqual(responses.map(({ status }) => (status === 200 ? 200 : 401)))
})
