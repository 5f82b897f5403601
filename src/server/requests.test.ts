/** Requests that are incomplete, concurrent or invalid. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { makeSample } from './testing/samples.ts'
import { signUp, ownApp } from './testing/test-app.ts'

const { app } = await ownApp()
const me = await signUp(app)

/** Opens a connection and sends a part of a request. */
async function sendPart(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('S15 200 clients that stop in the middle of a request delay no one', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const head = `POST /api/loads HTTP/1.1\r\nHost: x\r\nCookie: ${me.cookie}\r\n`
  const body = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"loadId":`
  const slow = await Promise.all(
    Array.from({ length: 200 }, (_, n) => sendPart(port, n % 2 ? head : body)),
  )
  const headers = { cookie: me.cookie }
  const url = `http://127.0.0.1:${port}`
  for (let n = 0; n < 20; n++)
    expect((await fetch(`${url}/api/loads`, { headers })).status).toBe(200)
  for (const socket of slow) socket.destroy()
  expect(app.server.requestTimeout).toBe(300_000)
})

describe.each(
  everyEntity.filter(({ fields }) => Object.values(fields).some(({ unique }) => unique)),
)('S19 $name', ({ name }) => {
  test('of ten identical POSTs at once, one creates the record and nine are 409', async () => {
    const all = Array.from({ length: 10 }, () => me.post(`/api/${name}`, makeSample(name, 19)))
    const responses = await Promise.all(all)
    const rejected = responses.filter(({ status }) => status === 409)
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...rejected.map(() => 409),
    ])
    expect(rejected).toHaveLength(9)
    for (const { body } of rejected) expect(body.message).toMatch(/already exists/)
  })
})

test('S19 Of twenty PUTs of one version of a settlement, one succeeds', async () => {
  const truckId = (await me.post('/api/trucks', makeSample('trucks', 20))).body.id
  const { body } = await me.post('/api/billing', { truckId, settlementDate: '2026-11-20' })
  const put = (n: number) =>
    me.put(`/api/billing/${body.id}`, { ...body, fuel: String(n) }, { 'if-match': '"1"' })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => put(n + 1)))
  const accepted = responses.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 412)).toHaveLength(19)
  expect((await me.get(`/api/billing/${body.id}`)).body.fuel).toBe(accepted[0]?.body.fuel)
})

test.each([
  ['an unknown id', 'GET', '/api/loads/99999999', undefined, 404],
  ['an unknown path', 'GET', '/api/nothing', undefined, 404],
  ['a path that cannot be decoded', 'GET', '/api/%ff', undefined, 400],
  ['a field that is wrong', 'POST', '/api/loads', {}, 400],
  ['an unknown method', 'PUT', '/api/loads', {}, 404],
] as const)(
  'S28 %s gets a plain message with a request id',
  async (_what, method, path, body, status) => {
    const responses = [await me.send(method, path, body), await me.send(method, path, body)]
    for (const { status: responded, text } of responses) {
      expect(responded).toBe(status)
      expect(text).not.toMatch(/\bat .*:\d+|select |insert |\/src\/|node_modules/)
    }
    const ids = responses.map(({ headers }) => headers['x-request-id'])
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(ids[1]).not.toBe(ids[0])
  },
)

test('S28 A client cannot choose the request id', async () => {
  const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
  const response = await me.get('/api/loads/99999999', headers)
  expect(response.headers['x-request-id']).not.toBe('mine')
})
