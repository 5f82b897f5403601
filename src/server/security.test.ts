/** Rules for every response and every log line. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { makeSample } from './testing/samples.ts'
import { createClient, openApp, ownApp, PASSWORD, readCookie, signUp } from './testing/test-app.ts'

const { app, database } = await ownApp()
const log: string[] = []
const behindProxy = await buildApp(database, {
  trustProxy: 1,
  logLevel: 'info',
  logTo: { write: (line: string) => log.push(line) },
})
afterAll(() => behindProxy.close())

const HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'haulbook.example' }

test('S08 The headers block scripts of other sites, frames, type sniffing and caching', async () => {
  const { headers } = await createClient(app).get('/api/auth/user')
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
    'x-frame-options': 'DENY',
  })
  for (const unused of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(`${String(headers['permissions-policy'])},`).toContain(`${unused}=(),`)
  const secure = await createClient(behindProxy).get('/healthz', HTTPS)
  expect(secure.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
})

test('S08 Logout clears the browser’s cache but not its cookies of other ports', async () => {
  const me = await signUp(app)
  expect((await me.post('/api/logout')).headers['clear-site-data']).toBe('"cache"')
})

test('S08 Other spellings of an API path are not cached either', async () => {
  const me = await signUp(app)
  for (const path of ['/%61pi/auth/user', 'http://elsewhere.example/api/auth/user']) {
    const { status, headers } = await me.get(path)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  }
})

test.each(['//', '//[', '//a:99999/', '/\\a', '/%00'])(
  'B7 GET %s is a screen or a 404, never an error',
  async (path) => {
    const { status } = await createClient(app).get(path)
    expect([200, 404]).toContain(status)
  },
)

test('S05 With https the cookie is Secure and bound to its host', async () => {
  const account = { email: 'https@example.com', password: PASSWORD }
  const response = await createClient(behindProxy).post('/api/signup', account, HTTPS)
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-/)
  for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
    expect(cookie).toContain(word)
  expect(cookie).not.toContain('Domain')
  const me = createClient(behindProxy, readCookie(cookie))
  expect((await me.get('/api/auth/user', HTTPS)).status).toBe(200)
  expect((await me.get('/api/auth/user')).status).toBe(401)
})

test('S05 With a PUBLIC_URL of https the cookie is Secure, even if the proxy says nothing', async () => {
  const publicUrl = 'https://haulbook.example.com'
  const site = await openApp(database, { publicUrl })
  const named = { host: 'haulbook.example.com' }
  const account = { email: 'silent-proxy@example.com', password: PASSWORD }
  const response = await createClient(site).post('/api/signup', account, named)
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-haulbook_session=.*; Secure/)
  const me = createClient(site, readCookie(cookie))
  expect((await me.get('/api/auth/user', named)).status).toBe(200)
})

test('S01 A wrong password and an unknown email get the same bytes and headers', async () => {
  await signUp(app, 'known@example.com')
  const [wrong, unknown] = await Promise.all(
    ['known@example.com', 'unknown@example.com'].map((email) =>
      createClient(app).post('/api/login', { email, password: 'wrong wrong' }),
    ),
  )
  const comparable = (response: typeof wrong) => ({
    ...response?.headers,
    date: '',
    text: response?.text,
  })
  expect(comparable(wrong)).toEqual(comparable(unknown))
})

test('S02 A changing X-Forwarded-For does not avoid the limit on guesses', async () => {
  const email = 'guess@example.com'
  await signUp(app, email)
  const guess = (n: number) =>
    createClient(behindProxy).post(
      '/api/login',
      { email, password: 'wrong wrong' },
      { 'x-forwarded-for': `10.0.0.${n}` },
    )
  for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(401)
  expect((await guess(11)).status).toBe(429)
})

test.each([
  ['no proxy', 0, '6.6.6.6', '127.0.0.1'],
  ['one proxy, no address from the client', 1, '10.1.1.1', '10.1.1.1'],
  ['one proxy', 1, '6.6.6.6, 10.1.1.1', '10.1.1.1'],
  ['two proxies, no address from the client', 2, '10.1.1.1, 172.16.0.2', '10.1.1.1'],
  ['two proxies', 2, '6.6.6.6, 7.7.7.7, 10.1.1.1, 172.16.0.2', '10.1.1.1'],
  ['two proxies, the outer one bypassed', 2, '10.1.1.1', '10.1.1.1'],
  ['one proxy, invalid text from the client', 1, '"; drop, , 10.1.1.1', '10.1.1.1'],
])(
  'S02 Behind %s (TRUST_PROXY=%i) X-Forwarded-For %s is the address %s',
  async (_where, trustProxy, forwarded, counted) => {
    await database.deleteFrom('attempts').execute()
    const there = await buildApp(database, { trustProxy, logLevel: 'silent' })
    const account = { email: `from${trustProxy}.${Date.now()}@example.com`, password: PASSWORD }
    const headers = { 'x-forwarded-for': forwarded }
    expect((await createClient(there).post('/api/signup', account, headers)).status).toBe(201)
    await there.close()
    const hashed = createHash('sha256').update(counted).digest('hex')
    const { subject } = await database
      .selectFrom('attempts')
      .select('subject')
      .executeTakeFirstOrThrow()
    expect(subject).toBe(hashed)
  },
)

test.each(['yes', 'true', '-1', '10', '1.5'])(
  'TRUST_PROXY=%s is rejected with a plain message',
  (text) => {
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow('TRUST_PROXY must be the number of')
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readConfig({}).trustProxy).toBe(0)
  },
)

test('S15 A client that sends too slowly loses its connection', () => {
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([300_000, 10_000])
})

describe('S09 Without a session the response is 401 for', () => {
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

test('S27 S28 The log has logins, rejected requests and limits, but no secret and no forged line', async () => {
  const byDefault: string[] = []
  const { logLevel } = readConfig({})
  const logTo = { write: (line: string) => byDefault.push(line) }
  const there = await buildApp(database, { trustProxy: 1, logLevel, logTo })
  const email = 'logged@example.com'
  const me = await signUp(there, email)
  await me.post('/api/owners', { ...makeSample('owners'), bankDetails: 'First Bank 12-000123' })
  const forged = {
    'user-agent': 'x\n{"level":60,"msg":"forged"}',
    'x-forwarded-for': '"}\n{"level":60,"msg":"forged"}',
  }
  const signedOut = createClient(there)
  await signedOut.post('/api/login', { email, password: PASSWORD }, forged)
  const wrong = { email, password: 'hunter2hunter2' }
  for (let n = 0; n < 11; n++) await signedOut.post('/api/login', wrong, forged)
  await signedOut.post('/api/login', '{"email":"x\\n{\\"forged\\":1}"', forged)
  await signedOut.get('/api/%0a%7b%22msg%22:%22forged%22%7d', forged)
  const crossSite = await me.post('/api/logout', undefined, { 'sec-fetch-site': 'cross-site' })
  const all = [...byDefault, ...log].join('')
  const lines = all.trim().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ reqId: expect.anything() })
  const words = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(words).not.toContain('forged')
  const events = [
    'logged in',
    'login rejected',
    'Too many wrong passwords. Please try again later.',
  ]
  for (const event of [...events, 'Requests from another site are not allowed'])
    expect(words).toContain(event)
  expect(all).toContain(String(crossSite.headers['x-request-id']))
  for (const secret of ['hunter2', PASSWORD, me.cookie.split('=')[1], '12-000123', '12-3456789'])
    expect(all).not.toContain(secret)
  await there.close()
})
