/** A client that goes away while it is sent a file: the route has answered, and nothing is sent after it. */
import { once } from 'node:events'
import { get as request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { routesOf } from './routes.ts'

test('A download that its client breaks off is not answered a second time', async () => {
  const lines: string[] = []
  const endless = new Readable({ read() {} })
  endless.push('begin')
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  })
  routesOf(app, 'Files').get('/file', { access: 'open' }, ({ reply }) =>
    reply.type('text/plain').send(endless),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sent = request({ port, path: '/file', host: '127.0.0.1' })
  const [response] = (await once(sent, 'response')) as [Readable]
  await once(response, 'data')
  const ended = once(endless, 'close')
  response.destroy()
  await ended
  await new Promise(setImmediate)
  await app.close()
  expect(lines).toEqual([])
})

test('A route without an answer returns nothing, and its handler compiles only if it does', async () => {
  const app = Fastify()
  const { post } = routesOf(app, 'Changes')
  post('/change', { access: 'open' }, () => undefined)
  // @ts-expect-error JSON without a declared answer would be in no description of the API.
  post('/undeclared', { access: 'open' }, () => ({ id: 1 }))
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/change' })
  await app.close()
  expect([statusCode, body]).toEqual([204, ''])
})
