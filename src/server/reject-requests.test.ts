/** Requests that no client of the app sends, and what the log keeps of a request. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { makeSample } from './testing/samples.ts'
import { createClient, signUp, ownApp, type Body } from './testing/test-app.ts'

const { app, database } = await ownApp()
const me = await signUp(app)
const log: string[] = []
const logging = await buildApp(database, {
  trustProxy: false,
  logLevel: 'trace',
  logTo: { write: (line: string) => log.push(line) },
})
afterAll(() => logging.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const driver = JSON.stringify(makeSample('drivers'))

const ENCODERS: [name: string, encode: (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['unknown', (body) => body],
  ['identity, gzip', gzipSync],
]

test.each(ENCODERS)(
  'C33 A body with Content-Encoding %s is 415, signed in or not',
  async (name, encode) => {
    const headers = { ...JSON_TYPE, 'content-encoding': name }
    for (const client of [me, createClient(app)]) {
      for (const path of ['/api/login', '/api/drivers', '/api/drivers/import', '/api/nothing']) {
        const { status, body } = await client.post(path, encode(Buffer.from(driver)), headers)
        expect([path, status, body.message]).toEqual([
          path,
          415,
          'The body is compressed. Send it as it is, without Content-Encoding',
        ])
      }
    }
    expect((await me.get<Body[]>('/api/drivers')).body).toEqual([])
  },
)

test('C33 Content-Encoding: identity is accepted', async () => {
  const headers = { ...JSON_TYPE, 'content-encoding': 'Identity' }
  expect((await me.post('/api/brokers', { name: 'B', companyName: 'B' }, headers)).status).not.toBe(
    415,
  )
})

test.each([
  '{"__proto__":{"a":1}}',
  '{"name":"x","\\u005f_proto__":null}',
  '{"documents":[{"__proto__":1}]}',
  '{"constructor":{"prototype":{"a":1}}}',
])('S12 C33 The body %s is 400, and the message names the cause', async (body) => {
  for (const path of ['/api/drivers', '/api/login']) {
    const reply = await me.post(path, body, JSON_TYPE)
    expect([reply.status, reply.body.message]).toEqual([
      400,
      'The names "__proto__" and "constructor.prototype" are not allowed in a request body',
    ])
  }
})

test('S12 C33 A malformed body is still reported as malformed', async () => {
  const { status, body } = await me.post('/api/drivers', '{"__proto__":', JSON_TYPE)
  expect([status, body.message]).toEqual([400, 'Request body is not valid JSON'])
})

test('S12 C33 The parameter __proto__ is rejected like any other unknown parameter', async () => {
  for (const path of ['/api/loads', '/api/loads/count', '/api/loads/export.csv']) {
    const reply = await me.get<{ fields: object }>(`${path}?__proto__=1`)
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, ['__proto__']])
    expect((await me.get(`${path}?unknown=1`)).status).toBe(400)
  }
})

test.each([
  '/api/imports/',
  '/api/logos/',
  '/api/drivers/',
  '/api/zip-codes/',
  '/api/billing/',
  '/api/nothing/',
])('B7 C33 %s and 300 letters is a 404, signed out a 401', async (path) => {
  const long = path + 'x'.repeat(300)
  expect((await me.get(long)).status).toBe(404)
  expect((await createClient(app).get(long)).status).toBe(401)
})

test.each([
  ['trucks', 'year'],
  ['trucks', 'year.from'],
  ['billing', 'weekYear'],
])('B20 C33 In the list of %s a %s out of range is rejected with its range', async (list, name) => {
  for (const sent of ['999999999999999', '3000', '-1']) {
    const reply = await me.get<{ fields: object }>(`/api/${list}?${name}=${sent}`)
    expect([reply.status, reply.body.fields]).toEqual([
      400,
      { [name]: [`${name} must be a year from 0 to 2999`] },
    ])
  }
})

test.each(['billing?weekNumber=999999999999999', 'billing?number.to=999999999999999'])(
  'B20 C33 %s compares with a number that no record has',
  async (path) => expect((await me.get(`/api/${path}`)).status).toBe(200),
)

test('C33 Two Host headers are 400', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  await once(socket, 'close')
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
})

test('S27 C33 No log level records what a user searched or filtered for', async () => {
  const client = createClient(logging, me.cookie)
  for (const path of [
    '/api/loads?search=zq7secret',
    '/api/search?q=zq7secret',
    '/api/drivers?firstName=zq7secret&email.from=zq7secret',
    '/api/nothing?search=zq7secret',
    '/nothing?search=zq7secret',
    '/api/loads?sort=zq7secret',
    '/api/loads?search=zq7secret%00',
    '/api/%ff?search=zq7secret',
  ])
    await client.get(path)
  await client.post('/api/login?search=zq7secret', { email: 'x', password: 'zq7secret' })
  await logging.listen({ port: 0, host: '127.0.0.1' })
  const { port } = logging.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.end('GET /api/loads?search=zq7secret HTTP/1.1\r\nbroken\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
  const text = log.join('')
  expect(text).toContain('"url":"/api/loads"')
  expect(text).not.toMatch(/zq7secret|[?]/)
  expect(text).not.toContain([...Buffer.from('zq7secret')].join(','))
})

test('C33 A body with many levels is rejected before it is parsed, signed in or not', async () => {
  const deep = `${'['.repeat(60)}${']'.repeat(60)}`
  for (const [client, path] of [
    [me, '/api/drivers'],
    [createClient(app), '/api/login'],
  ] as const) {
    const { status, body } = await client.post(path, deep, JSON_TYPE)
    expect([path, status, body.message]).toEqual([
      path,
      400,
      'The request body is nested too deeply',
    ])
  }
  const text = { ...makeSample('drivers', 77), notes: '[{'.repeat(200) + '\\"' }
  expect((await me.post('/api/drivers', text)).status).toBe(201)
})

test('C612 A body with too many objects and lists is rejected before it is parsed', async () => {
  const listOf = (lists: number) => `{"ids":[${Array(lists).fill('[]').join(',')}]}`
  const { status, body } = await me.post('/api/drivers', listOf(30_000), JSON_TYPE)
  expect([status, body.message]).toEqual([400, 'The request body has too many objects and lists'])
  const allowed = await me.post('/api/drivers', listOf(29_000), JSON_TYPE)
  expect(allowed.body.message).not.toMatch(/too many/)
})

test('C33 Without a session, a body has at most 16 kB', async () => {
  const visitor = createClient(app)
  const sent = { email: 'pat@example.com', password: 'x'.repeat(20_000) }
  for (const path of ['/api/login', '/api/signup', '/api/invitation'])
    expect([path, (await visitor.post(path, sent)).status]).toEqual([path, 413])
})
