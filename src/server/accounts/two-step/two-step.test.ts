import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { resetPassword } from '#server/accounts/new-password.ts'
import { createClient, PASSWORD, readCookie, signUp, ownApp } from '#server/testing/test-app.ts'
import {
  logInWithCode,
  PERIOD_SECONDS,
  readCode,
  restoreClock,
  setClock,
  startLogin,
  turnOnTwoStep,
} from '#server/testing/accounts/two-step.ts'

const { app, database } = await ownApp()
const NEXT = PERIOD_SECONDS
const WRONG = 'This code is wrong or was already used. Enter the next code.'
let people = 0

restoreClock()
beforeEach(async () => {
  setClock()
  await database.deleteFrom('attempts').execute()
})

/** A person with two-step login, whose current code is used up. */
async function start() {
  const email = `two-step${++people}@example.com`
  const me = await signUp(app, email)
  setClock()
  const person = await turnOnTwoStep(app, me)
  setClock(NEXT)
  return { email, ...person }
}

test('C76 The password alone starts no session; the code after it does', async () => {
  const { email, secret } = await start()
  const { response, send } = await startLogin(app, email)
  expect([response.status, response.body]).toEqual([200, { secondStep: true }])
  const cookies = [response.headers['set-cookie']].flat().map(String)
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['haulbook_login'])
  expect(cookies[0]).toMatch(/Max-Age=300; Path=\/; HttpOnly; SameSite=Lax/)
  const entered = await send(readCode(secret))
  expect([entered.status, entered.body.email]).toEqual([200, email])
  expect(String(entered.headers['set-cookie'])).toMatch(/haulbook_login=;.*haulbook_session=/)
})

test('C76 The cookie of a login in progress opens no other route', async () => {
  const { email } = await start()
  const { response } = await startLogin(app, email)
  const cookie = String(response.headers['set-cookie']).split(';')[0]
  const client = createClient(app, cookie)
  expect((await client.get('/api/auth/user')).status).toBe(401)
  const asSession = createClient(app, cookie?.replace('haulbook_login', 'haulbook_session'))
  expect((await asSession.get('/api/auth/user')).status).toBe(401)
})

test('C76 A code is accepted only once, even by another login', async () => {
  const { email, secret } = await start()
  const code = readCode(secret)
  expect((await logInWithCode(app, email, code)).status).toBe(200)
  const again = await logInWithCode(app, email, code)
  expect([again.status, again.body.fields]).toEqual([400, { code: [WRONG] }])
  expect((await logInWithCode(app, email, readCode(secret, -NEXT))).status).toBe(400)
  expect((await logInWithCode(app, email, readCode(secret, NEXT))).status).toBe(200)
})

test('C76 The code that turned two-step login on can’t log in', async () => {
  const { email, secret } = await start()
  setClock()
  expect((await logInWithCode(app, email, readCode(secret))).status).toBe(400)
})

test('C76 If four logins send the same code at once, one succeeds', async () => {
  const { email, secret } = await start()
  const logins = await Promise.all([1, 2, 3, 4].map(() => startLogin(app, email)))
  const code = readCode(secret)
  const statuses = (await Promise.all(logins.map(({ send }) => send(code)))).map(
    ({ status }) => status,
  )
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400])
})

test.each([
  [-2, 400],
  [-1, 200],
  [1, 200],
  [2, 400],
])('C76 If the phone’s clock is %i periods off, the login is %i', async (periods, status) => {
  const { email, secret } = await start()
  setClock(10 * NEXT)
  expect((await logInWithCode(app, email, readCode(secret, periods * NEXT))).status).toBe(status)
})

test('C76 C36 A clock that was ahead does not lock a person out', async () => {
  const { email, secret } = await start()
  setClock(365 * 24 * 3600)
  expect((await logInWithCode(app, email, readCode(secret))).status).toBe(200)
  setClock(NEXT)
  const code = readCode(secret)
  expect((await logInWithCode(app, email, code)).status).toBe(200)
  expect((await logInWithCode(app, email, code)).status).toBe(400)
})

test('C76 Five wrong codes block this person’s codes of the app, but not recovery codes', async () => {
  const { email, secret, recoveryCodes } = await start()
  const { send } = await startLogin(app, email)
  for (let n = 0; n < 5; n++) expect((await send('000000')).status).toBe(400)
  const blocked = await send(readCode(secret))
  expect([blocked.status, blocked.body.message]).toEqual([
    429,
    'Too many wrong codes. Use a recovery code, or try again later.',
  ])
  const wait = Number(blocked.headers['retry-after'])
  expect([wait > 800, wait <= 900]).toEqual([true, true])
  const other = await start()
  expect((await logInWithCode(app, other.email, readCode(other.secret))).status).toBe(200)
  expect((await send(recoveryCodes[0] ?? '')).status).toBe(200)
})

test('C76 Wrong codes sent at once are counted too', async () => {
  const { email } = await start()
  const { send } = await startLogin(app, email)
  const responses = await Promise.all(Array.from({ length: 12 }, () => send('000000')))
  const checked = responses.filter(({ status }) => status === 400)
  expect(checked.length).toBeLessThanOrEqual(5)
})

test('C76 Twenty wrong codes in a day block codes of the app', async () => {
  const { email, secret } = await start()
  const { send } = await startLogin(app, email)
  for (let n = 0; n < 5; n++) await send('000000')
  await sql`update attempts set happened_at = now() - interval '1 hour'`.execute(database)
  await sql`insert into attempts (kind, subject, happened_at)
    select kind, subject, happened_at from attempts, generate_series(1, 3)
    where kind = 'app-code-day'`.execute(database)
  expect((await send(readCode(secret))).status).toBe(429)
})

test('C76 Right codes and right passwords are not counted', async () => {
  const { email, secret, recoveryCodes } = await start()
  expect((await logInWithCode(app, email, readCode(secret))).status).toBe(200)
  expect((await logInWithCode(app, email, recoveryCodes[0] ?? '')).status).toBe(200)
  const counted = database.selectFrom('attempts').select('kind').where('kind', '!=', 'signup')
  expect(await counted.execute()).toEqual([])
})

test('C76 A recovery code replaces one code and can be typed in capitals with spaces', async () => {
  const { client, email, recoveryCodes } = await start()
  expect(recoveryCodes).toHaveLength(10)
  const [first = '', second = ''] = recoveryCodes
  expect((await logInWithCode(app, email, ` ${first.toUpperCase()} `)).status).toBe(200)
  expect((await logInWithCode(app, email, first)).status).toBe(400)
  const logins = await Promise.all([1, 2, 3].map(() => startLogin(app, email)))
  const statuses = (await Promise.all(logins.map(({ send }) => send(second)))).map(
    ({ status }) => status,
  )
  expect(statuses.toSorted()).toEqual([200, 400, 400])
  expect((await client.get('/api/auth/two-step')).body).toMatchObject({
    on: true,
    recoveryCodes: 8,
  })
})

test('C76 New recovery codes replace the earlier ones and keep the sessions', async () => {
  const { client, email, secret, recoveryCodes } = await start()
  const typed = { password: PASSWORD, code: readCode(secret) }
  const created = await client.post<{ recoveryCodes: string[] }>(
    '/api/auth/two-step/recovery-codes',
    typed,
  )
  expect([created.status, created.body.recoveryCodes.length]).toEqual([200, 10])
  expect((await client.get('/api/auth/user')).status).toBe(200)
  expect((await logInWithCode(app, email, recoveryCodes[0] ?? '')).status).toBe(400)
  expect((await logInWithCode(app, email, created.body.recoveryCodes[0] ?? '')).status).toBe(200)
})

test('C76 C35 A new password ends a login in progress; a reset also removes the second step', async () => {
  const { client, email, secret, recoveryCodes } = await start()
  const passwords = { currentPassword: PASSWORD, newPassword: 'quite another horse' }
  const change = { ...passwords, code: recoveryCodes[0] }
  const before = await startLogin(app, email)
  expect((await client.put('/api/auth/password', change)).status).toBe(200)
  expect((await before.send(readCode(secret))).status).toBe(401)
  const then = await startLogin(app, email, change.newPassword)
  const reset = await resetPassword(database, email)
  expect((await then.send(readCode(secret))).status).toBe(401)
  expect((await startLogin(app, email, reset)).response.body.email).toBe(email)
})

test('C76 A login in progress lasts five minutes', async () => {
  const { email, secret } = await start()
  const { send } = await startLogin(app, email)
  setClock(NEXT + 299)
  expect((await send('000000')).status).toBe(400)
  setClock(NEXT + 300)
  const late = await send(readCode(secret))
  expect([late.status, late.body.message]).toEqual([
    401,
    'Your login took too long or your password changed. Log in again.',
  ])
  const stranger = createClient(app)
  expect((await stranger.post('/api/login/second-step', { code: '000000' })).status).toBe(401)
})

test('C76 A reset of the second step ends a login in progress', async () => {
  const { client, email, secret, recoveryCodes } = await start()
  const { send } = await startLogin(app, email)
  const typed = { password: PASSWORD, code: recoveryCodes[0] }
  expect((await client.post('/api/auth/two-step/off', typed)).status).toBe(200)
  expect((await send(readCode(secret))).status).toBe(401)
})

test('C76 Turning two-step login on needs the password and a code of the shown secret', async () => {
  const email = `two-step${++people}@example.com`
  const me = await signUp(app, email)
  const on = (typed: object) => me.post('/api/auth/two-step/on', typed)
  expect((await on({ password: PASSWORD, code: '123456' })).body.fields).toEqual({ code: [WRONG] })
  const { secret } = (await me.post<{ secret: string }>('/api/auth/two-step/setup')).body
  const code = readCode(secret)
  const wrongPassword = await on({ password: 'wrong wrong', code })
  expect(wrongPassword.body.fields).toEqual({ password: ['Password is incorrect'] })
  expect((await on({ password: PASSWORD, code: '000000' })).status).toBe(400)
  expect((await me.get('/api/auth/two-step')).body).toMatchObject({ on: false, recoveryCodes: 0 })
  expect((await startLogin(app, email)).response.body.email).toBe(email)
  expect((await on({ password: PASSWORD, code })).status).toBe(200)
})

test('C76 Turning two-step login on or off ends other sessions and renews the current one', async () => {
  const email = `two-step${++people}@example.com`
  const me = await signUp(app, email)
  const other = createClient(
    app,
    readCookie((await startLogin(app, email)).response.headers['set-cookie']),
  )
  const { client: renewed, recoveryCodes } = await turnOnTwoStep(app, me)
  for (const ended of [me, other]) expect((await ended.get('/api/auth/user')).status).toBe(401)
  expect((await renewed.get('/api/auth/user')).status).toBe(200)
  expect((await renewed.post('/api/auth/two-step/setup')).status).toBe(409)
  const off = (typed: object) => renewed.post('/api/auth/two-step/off', typed)
  const [code] = recoveryCodes
  expect((await off({ password: 'wrong wrong', code })).body.fields).toHaveProperty('password')
  expect((await off({ password: PASSWORD, code: '000000' })).body.fields).toHaveProperty('code')
  expect((await off({ password: PASSWORD })).status).toBe(400)
  expect((await off({ password: PASSWORD, code })).status).toBe(200)
  expect((await renewed.get('/api/auth/user')).status).toBe(401)
  expect((await startLogin(app, email)).response.body.email).toBe(email)
})

test('C76 S13 The database has neither the secret nor a recovery code', async () => {
  const { secret, recoveryCodes } = await start()
  const { rows } = await sql`select to_jsonb(second_steps) as step, to_jsonb(recovery_codes) as code
    from second_steps left join recovery_codes using (person_id)`.execute(database)
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  for (const code of recoveryCodes) expect(stored).not.toContain(code.replace('-', ''))
})

test('C76 If the key can’t decrypt the secret, a recovery code still logs in', async () => {
  const { email, secret, recoveryCodes } = await start()
  await sql`update second_steps set secret = set_byte(secret, 40, get_byte(secret, 40) # 1)
    where person_id = (select id from persons where email = ${email})`.execute(database)
  const { send } = await startLogin(app, email)
  const unreadable = await send(readCode(secret))
  expect([unreadable.status, unreadable.body.message]).toEqual([
    409,
    "The server's encryption key can't read your authenticator's secret. Use a recovery code, or contact your administrator.",
  ])
  expect((await send(recoveryCodes[0] ?? '')).status).toBe(200)
})

test('C37 C76 A deleted account leaves no secret and no recovery code', async () => {
  const { client, email } = await start()
  const deleted = { password: PASSWORD, confirmation: email }
  const before = await countRows()
  expect((await client.post('/api/account/delete', deleted)).status).toBe(200)
  expect(await countRows()).toEqual({ steps: before.steps - 1, codes: before.codes - 10 })
})

async function countRows() {
  const { rows } = await sql<{ steps: number; codes: number }>`
    select (select count(*) from second_steps) as steps,
      (select count(*) from recovery_codes) as codes`.execute(database)
  return rows[0] ?? { steps: 0, codes: 0 }
}

test('C76 S31 The audit log has each change, a wrong code and a used recovery code', async () => {
  const { client, email, recoveryCodes } = await start()
  await logInWithCode(app, email, '000000')
  await logInWithCode(app, email, recoveryCodes[0] ?? '')
  await client.post('/api/auth/two-step/off', { password: PASSWORD, code: recoveryCodes[1] })
  const { rows } = await sql<{ action: string }>`select action from audit
    where person_id = (select id from persons where email = ${email}) and subject is null
    order by id`.execute(database)
  const actions = rows.map(({ action }) => action)
  expect(actions).toEqual([
    ...['signed-up', 'two-step-on', 'code-refused'],
    ...['logged-in', 'recovery-code-used', 'two-step-off'],
  ])
})
