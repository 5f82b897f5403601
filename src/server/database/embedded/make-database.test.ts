import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeDatabase } from './make-database.ts'

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function toMessage(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

const LOGGED_IN = toMessage('R', Buffer.alloc(4))
const READY = toMessage('Z', Buffer.from('I'))
const LOST = toMessage(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
)

test('C26 A database killed while it accepts a connection fails the start without a crash', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-killed-'))
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([LOGGED_IN, READY, LOST])))
  })
  await once(server.listen(path.join(folder, '.s.PGSQL.5432')), 'listening')
  const address = { host: folder, port: 5432, user: 'haulbook', database: 'haulbook' }
  const made = makeDatabase(address, new AbortController().signal)
  await expect(made).rejects.toThrow('connection error')
  server.close()
  await rm(folder, { recursive: true })
})
