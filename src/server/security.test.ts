/** What every answer and every line of the log must keep to. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { sampleOf } from './testing/samples.ts'
import { clientOf, cookieOf, PASSWORD, signUp, testApp } from './testing/test-app.ts'

const { app, database } = await testApp()
const log: string[] = []
const behindProxy = await buildApp(database, {
  trustProxy: true,
  logLevel: 'info',
  logTo: { write: (line) => log.push(line) },
})
afterAll(() => behindProxy.close())

const HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'haulbook.example' }

test('S08 no script but our own, in no other page’s frame, nothing guessed and nothing kept', async () => {
  const { headers } = await clientOf(app).get('/api/auth/user')
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "script-src 'self';",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(`${policy};`).toContain(rule)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  const secure = await clientOf(behindProxy).get('/healthz', HTTPS)
  expect(secure.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
})

test('S05 behind https the cookie is Secure and its host’s alone', async () => {
  const account = { email: 'https@example.com', password: PASSWORD }
  const answer = await clientOf(behindProxy).post('/api/signup', account, HTTPS)
  const cookie = String(answer.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-/)
  for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
    expect(cookie).toContain(word)
  expect(cookie).not.toContain('Domain')
  const me = clientOf(behindProxy, cookieOf(cookie))
  expect((await me.get('/api/auth/user', HTTPS)).status).toBe(200)
  expect((await me.get('/api/auth/user')).status).toBe(401)
})

test('S01 a wrong password and an unknown email get the same bytes under the same headers', async () => {
  await signUp(app, 'known@example.com')
  const [wrong, unknown] = await Promise.all(
    ['known@example.com', 'unknown@example.com'].map((email) =>
      clientOf(app).post('/api/login', { email, password: 'wrong wrong' }),
    ),
  )
  const comparable = (answer: typeof wrong) => ({
    ...answer?.headers,
    date: '',
    text: answer?.text,
  })
  expect(comparable(wrong)).toEqual(comparable(unknown))
})

test('S02 another X-Forwarded-For does not help somebody who guesses', async () => {
  const email = 'guess@example.com'
  await signUp(app, email)
  const guess = (n: number) =>
    clientOf(behindProxy).post(
      '/api/login',
      { email, password: 'wrong wrong' },
      { 'x-forwarded-for': `10.0.0.${n}` },
    )
  for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(401)
  expect((await guess(11)).status).toBe(429)
})

test('S02 what somebody writes into X-Forwarded-For before the proxy does not become their address', async () => {
  await database.deleteFrom('attempts').execute()
  const account = { email: 'forwarded@example.com', password: PASSWORD }
  const headers = { ...HTTPS, 'x-forwarded-for': '6.6.6.6, 10.1.1.1' }
  expect((await clientOf(behindProxy).post('/api/signup', account, headers)).status).toBe(201)
  const hashed = createHash('sha256').update('10.1.1.1').digest('hex')
  const counted = await database.selectFrom('attempts').select('subject').execute()
  expect(counted.map(({ subject }) => subject)).toEqual([hashed])
})

test('S15 a client that sends too slowly loses its connection', () => {
  expect(app.server.requestTimeout).toBe(300_000)
})

describe('S09 without a session nothing is answered', () => {
  test.each([
    ...[
      '/api/drivers',
      '/API/drivers',
      '/api//drivers',
      '//api/drivers',
      '/api/drivers/',
      '/api/%64rivers',
    ],
    ...[
      '/%61pi/drivers',
      '/api/drivers/1',
      '/api/drivers;x',
      '/api/./drivers',
      '/api/x/../drivers',
      '/api',
    ],
    ...[
      '/api/billing/1/statement.pdf',
      '/api/logos/1',
      '/api/loads/export.csv',
      '/api/account/export.zip',
      '/api/docs',
      '/api/audit',
    ],
  ])('GET and HEAD of %s', async (path) => {
    for (const method of ['GET', 'HEAD'] as const)
      expect((await app.inject({ method, url: path })).statusCode).toBe(401)
  })
})

test('S27 the log has refusals and limits, and neither a password nor a token, a bank detail or a forged line', async () => {
  const email = 'logged@example.com'
  const me = await signUp(behindProxy, email)
  await me.post('/api/owners', { ...sampleOf('owners'), bankDetails: 'First Bank 000123' })
  const forged = { 'user-agent': 'x\\n{"level":60,"msg":"forged"}' }
  const wrong = { email, password: 'hunter2hunter2' }
  await clientOf(behindProxy).post('/api/login', wrong, forged)
  for (let n = 0; n < 11; n++) await clientOf(behindProxy).post('/api/login', wrong)
  await clientOf(behindProxy).post('/api/login', '{"email":"x\\n{\\"forged\\":1}"')
  const all = log.join('')
  for (const line of all.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  expect(all).toContain('login refused')
  expect(all).toContain('Too many wrong passwords')
  expect(all).toContain('reqId')
  for (const secret of ['hunter2', PASSWORD, me.cookie.split('=')[1], '000123', '12-3456789'])
    expect(all).not.toContain(secret)
  expect(all).not.toContain('"msg":"forged"')
})
