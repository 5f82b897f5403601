import { expect, test } from 'vitest'
import {
  hashAsTheProduct,
  createClient,
  readCookie,
  PASSWORD,
  signUp,
  ownApp,
} from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
hashAsTheProduct()
const signedOut = createClient(app)

test('S05 B4 B3 Sign-up returns the user without the password and sets a session', async () => {
  const sent = { email: '  Ann@Example.COM ', password: PASSWORD, firstName: 'Ann', lastName: '' }
  const response = await signedOut.post('/api/signup', sent)
  expect(response.status).toBe(201)
  expect(Object.keys(response.body).toSorted()).toEqual(
    [
      'account',
      'accounts',
      'createdAt',
      'driverId',
      'email',
      'firstName',
      'id',
      'lacksTwoStep',
      'language',
      'lastName',
      'ownerId',
      'permissions',
      'profileImageUrl',
      'role',
      'timeZone',
      'updatedAt',
      'viewAs',
    ].toSorted(),
  )
  expect(response.body).toMatchObject({
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: null,
  })
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(cookie).not.toMatch(/Domain/)
  const read = await createClient(app, readCookie(cookie)).get('/api/auth/user')
  expect(read.body).toEqual(response.body)
})

test('B4 An email already in use is a 409 at its field', async () => {
  const response = await signedOut.post('/api/signup', {
    email: 'ann@example.com',
    password: PASSWORD,
  })
  expect(response.status).toBe(409)
  expect(response.body.fields).toHaveProperty('email')
})

test('A5.signup.1 Sign-up has these messages for email and password', async () => {
  const response = await signedOut.post('/api/signup', { email: 'x', password: 'short' })
  expect(response.status).toBe(400)
  expect(response.body.fields).toEqual({
    email: ['Invalid email address'],
    password: ['Password must be at least 8 characters'],
  })
})

test('S01 B5 B4 Login ignores case; a wrong email and a wrong password get the same bytes', async () => {
  expect(
    (await signedOut.post('/api/login', { email: 'ANN@example.com', password: PASSWORD })).status,
  ).toBe(200)
  const wrongPassword = await signedOut.post('/api/login', {
    email: 'ann@example.com',
    password: 'wrong wrong',
  })
  const wrongEmail = await signedOut.post('/api/login', {
    email: 'unknown@example.com',
    password: 'wrong wrong',
  })
  expect(wrongPassword.status).toBe(401)
  expect(wrongPassword.body).toEqual({ message: 'Invalid email or password' })
  expect([wrongEmail.status, wrongEmail.text]).toEqual([401, wrongPassword.text])
})

test('S06 B4 Logout ends the session on the server', async () => {
  const me = await signUp(app)
  expect((await me.post('/api/logout')).status).toBe(200)
  expect((await me.get('/api/auth/user')).status).toBe(401)
})

test('S02 B6 Ten wrong passwords, even at once, lock that account alone for a while', async () => {
  await signUp(app, 'guessed@example.com')
  const guess = (email: string, password = 'wrong wrong') =>
    signedOut.post('/api/login', { email, password })
  const responses = await Promise.all(
    Array.from({ length: 15 }, () => guess('guessed@example.com')),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  for (let tries = statuses.filter((status) => status === 401).length; tries < 10; tries++) {
    expect((await guess('guessed@example.com')).status).toBe(401)
  }
  const right = await guess('guessed@example.com', PASSWORD)
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(600)
  expect((await guess('ann@example.com', PASSWORD)).status).toBe(200)
})

test('B6 One address can sign up a hundred times an hour', async () => {
  await database.deleteFrom('attempts').execute()
  const before = Array.from({ length: 100 }, () => ({
    kind: 'signup',
    subject: '12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0',
  }))
  await database.insertInto('attempts').values(before).execute()
  const response = await signedOut.post('/api/signup', {
    email: 'late@example.com',
    password: PASSWORD,
  })
  expect([response.status, typeof response.headers['retry-after']]).toEqual([429, 'string'])
})

test('S04 S05 The database contains no password and no session token', async () => {
  const me = await signUpFresh()
  const people = await database.selectFrom('persons').selectAll().execute()
  const sessions = await database.selectFrom('sessions').selectAll().execute()
  expect(
    people.every(({ password }) => password.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')),
  ).toBe(true)
  expect(JSON.stringify(sessions)).not.toContain(me.cookie.split('=')[1])
})

test.each([
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
  ['an origin of "null"', { origin: 'null' }, 403],
  ['the same origin', { origin: 'http://localhost:3000', host: 'localhost:3000' }, 200],
  ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }, 200],
])('S07 B7 A logout with %s is accepted or rejected', async (_who, headers, status) => {
  const me = await signUpFresh()
  expect((await me.post('/api/logout', undefined, headers as Record<string, string>)).status).toBe(
    status,
  )
})

test.each([
  ['broken JSON', '{"email":', { 'content-type': 'application/json' }, 400],
  ['no JSON at all', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['plain text', 'hello', { 'content-type': 'text/plain' }, 415],
  [
    'too much',
    JSON.stringify({ email: 'x'.repeat(1_100_000) }),
    { 'content-type': 'application/json' },
    413,
  ],
  ['nothing', undefined, {}, 400],
  ['a list', '[]', { 'content-type': 'application/json' }, 400],
  ['null', 'null', { 'content-type': 'application/json' }, 400],
  ['deep nesting', '['.repeat(10_000), { 'content-type': 'application/json' }, 400],
  ['a prototype', '{"__proto__":{"email":"x"}}', { 'content-type': 'application/json' }, 400],
])('S07 S12 S15 B7 A login with %s is rejected', async (_what, body, headers, status) => {
  const response = await signedOut.post<{ message: string }>(
    '/api/login',
    body,
    headers as Record<string, string>,
  )
  expect([response.status, typeof response.body.message]).toEqual([status, 'string'])
})

test('B2 Health and readiness need no session and reveal nothing', async () => {
  expect((await signedOut.get('/healthz')).text).toBe('{"status":"ok"}')
  expect((await signedOut.get('/readyz')).text).toBe('{"status":"ready"}')
})

test('B6 The API documentation needs a session and describes every field of a driver', async () => {
  const me = await signUpFresh()
  expect((await signedOut.get('/api/docs/json')).status).toBe(401)
  const { body } = await me.get<{ paths: Record<string, Record<string, object>> }>('/api/docs/json')
  expect(Object.keys(body.paths)).toContain('/api/billing/{id}/generate-pdf')
  expect(JSON.stringify(body.paths['/api/drivers'])).toContain('licenseExpiration')
})

async function signUpFresh() {
  await database.deleteFrom('attempts').execute()
  return signUp(app)
}
