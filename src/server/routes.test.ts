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
