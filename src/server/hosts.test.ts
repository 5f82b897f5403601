import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { HostSettings } from './hosts.ts'
import { PASSWORD, ownApp } from './testing/test-app.ts'

const { database } = await ownApp()
const log: string[] = []
const apps: Awaited<ReturnType<typeof buildApp>>[] = []
afterAll(() => Promise.all(apps.map((app) => app.close())))

async function start(settings: HostSettings) {
  const logTo = { write: (line: string) => log.push(line) }
  const app = await buildApp(database, { ...settings, port: 3000, logLevel: 'warn', logTo })
  apps.push(app)
  const ask = async (host: string, url = '/api/auth/user') =>
    (await app.inject({ url, headers: { host } })).statusCode
  return { app, ask }
}

const laptop = await start({ host: '127.0.0.1', trustProxy: 0 })
const site = await start({
  host: '127.0.0.1',
  trustProxy: 1,
  publicUrl: 'https://haulbook.example.com',
})

test.each([
  ...['localhost', 'localhost:3000', 'LOCALHOST:1', 'localhost.', '127.0.0.1:3000', '127.8.9.10'],
  ...['[::1]', '[::1]:3000', '[0:0:0:0:0:0:0:1]', '127.1'],
])('C40 On a loopback HOST the name %s is served', async (host) => {
  expect(await laptop.ask(host)).toBe(401)
})

test.each([
  ...['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'],
  ...['192.168.1.5', '[::2]', '0.0.0.0', '[::ffff:127.0.0.1]'],
])('C40 On a loopback HOST the name %s is a 421', async (host) => {
  expect(await laptop.ask(host)).toBe(421)
  expect(await laptop.ask(host, '/')).toBe(421)
})

test('C40 A request with a DNS-rebound name cannot sign up, and the message has the right address', async () => {
  const response = await laptop.app.inject({
    method: 'POST',
    url: '/api/signup',
    headers: {
      host: 'evil.example:3541',
      origin: 'http://evil.example:3541',
      'sec-fetch-site': 'same-origin',
    },
    payload: { email: 'rebound@example.com', password: PASSWORD },
  })
  expect([response.statusCode, response.json()]).toEqual([
    421,
    {
      message: 'Haulbook is not served under this name. Open http://127.0.0.1:3000 instead.',
    },
  ])
})

test('C40 With PUBLIC_URL only its host is served, whatever the proxy says', async () => {
  const asked = ['haulbook.example.com', 'Haulbook.Example.com:443', 'localhost', 'evil.example']
  expect(await Promise.all(asked.map((host) => site.ask(host)))).toEqual([401, 401, 421, 421])
  const forged = await site.app.inject({
    url: '/api/auth/user',
    headers: { host: 'evil.example', 'x-forwarded-host': 'haulbook.example.com' },
  })
  expect(forged.statusCode).toBe(421)
  expect(forged.json()).toEqual({
    message: 'Haulbook is not served under this name. Open https://haulbook.example.com instead.',
  })
})

test('C40 A PUBLIC_URL with a dot at the end of its name is served with and without the dot', async () => {
  const publicUrl = 'https://haulbook.example.com.'
  const { ask } = await start({ host: '127.0.0.1', trustProxy: 1, publicUrl })
  expect(await ask('haulbook.example.com.')).toBe(401)
  expect(await ask('haulbook.example.com')).toBe(401)
})

test('C40 Health probes may use any name', async () => {
  for (const { ask } of [laptop, site])
    for (const url of ['/healthz', '/readyz']) expect(await ask('10.1.2.3:3000', url)).toBe(200)
})

test.each([
  ['TRUST_PROXY', { host: '127.0.0.1', trustProxy: 1 }],
  ['another HOST', { host: '0.0.0.0', trustProxy: 0 }],
])(
  'C40 With %s and no PUBLIC_URL every name is served, with a warning',
  async (_with, settings) => {
    log.length = 0
    const { ask } = await start(settings)
    expect(log.join('')).toContain('Set PUBLIC_URL')
    expect(await ask('office-pc.lan')).toBe(401)
  },
)

test('C40 A missing TRUST_PROXY is a warning in the log, once', async () => {
  log.length = 0
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  for (let n = 0; n < 3; n++) await laptop.app.inject({ url: '/healthz', headers })
  expect(log.filter((line) => line.includes('TRUST_PROXY is not set'))).toHaveLength(1)
})

test('C40 A missing, second or invalid Host header is a 400', async () => {
  await laptop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = laptop.app.server.address() as { port: number }
  const send = async (lines: string[]) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
    const [response] = (await once(socket, 'data')) as [string]
    return response.split('\r\n')[0]
  }
  const get = 'GET /api/auth/user HTTP/1.1'
  const bad = [
    ...[[get], ['GET /api/auth/user HTTP/1.0'], [get, 'Host:'], [get, 'Host: me@localhost']],
    [get, 'Host: localhost', 'host: localhost'],
  ]
  for (const lines of bad) expect(await send(lines)).toContain(' 400 ')
  expect(await send([get, 'Host: localhost'])).toContain(' 401 ')
  expect(await send(['GET /healthz HTTP/1.0'])).toContain(' 200 ')
})

const logIn = async (
  { app }: Awaited<ReturnType<typeof start>>,
  headers: Record<string, string>,
) => {
  const payload = { email: 'nobody@example.com', password: PASSWORD }
  const sent = await app.inject({ method: 'POST', url: '/api/login', headers, payload })
  return { status: sent.statusCode, message: sent.json<{ message: string }>().message }
}

test('C429 Behind a proxy on another port, a Host without the port is the same site as PUBLIC_URL', async () => {
  const publicUrl = 'http://office-pc.lan:8080'
  const proxied = await start({ host: '127.0.0.1', trustProxy: 1, publicUrl })
  const host = 'office-pc.lan'
  expect((await logIn(proxied, { host, origin: publicUrl })).status).toBe(401)
  for (const origin of [
    'http://office-pc.lan:8081',
    'http://office-pc.lan',
    'https://office-pc.lan:8080',
    'null',
  ])
    expect(
      await logIn(proxied, { host: `${host}:8080`, origin: origin.replace('lan', 'example') }),
    ).toMatchObject({ status: 403 })
  expect((await logIn(proxied, { host, origin: 'http://office-pc.lan:8081' })).status).toBe(403)
})

test('C429 The usual port may be in the Host and not in the Origin', async () => {
  const origin = 'https://haulbook.example.com'
  expect((await logIn(site, { host: 'haulbook.example.com:443', origin })).status).toBe(401)
  expect(
    (await logIn(site, { host: 'haulbook.example.com:80', origin: 'http://haulbook.example.com' }))
      .status,
  ).toBe(401)
  expect(
    (await logIn(site, { host: 'haulbook.example.com:443', origin: 'http://haulbook.example.com' }))
      .status,
  ).toBe(403)
})

test('C429 Without PUBLIC_URL, the message says what to set if the Host lacks the port', async () => {
  const open = await start({ host: '127.0.0.1', trustProxy: 1 })
  const origin = 'http://office-pc.lan:8080'
  const { status, message } = await logIn(open, { host: 'office-pc.lan', origin })
  expect([status, message]).toEqual([403, expect.stringContaining(`sets PUBLIC_URL=${origin}.`)])
  const other = await logIn(open, { host: 'office-pc.lan', origin: 'http://evil.example' })
  expect(other.message).toBe('Requests from another site are not allowed')
})

test('C429 A PUBLIC_URL with a path is rejected, and the message says what to set', () => {
  expect(() => readConfig({ PUBLIC_URL: 'https://office.example/haulbook' })).toThrow(
    'without a path: Haulbook needs a host name or a port of its own. Set PUBLIC_URL=https://office.example and',
  )
})

test.each(['haulbook.example.com', 'ftp://haulbook.example.com', 'https://a.example/path'])(
  'C40 PUBLIC_URL=%s is rejected with a plain message',
  (text) => {
    expect(() => readConfig({ PUBLIC_URL: text })).toThrow('PUBLIC_URL must be an address such as')
    const { publicUrl } = readConfig({ PUBLIC_URL: 'https://Haulbook.example.com/' })
    expect([publicUrl, readConfig({}).publicUrl]).toEqual([
      'https://haulbook.example.com',
      undefined,
    ])
  },
)
