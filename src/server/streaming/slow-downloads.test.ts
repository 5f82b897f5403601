/** Runs alone: its downloads fill the places of the whole process. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readAccountId, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import { streamSnapshot } from './snapshot.ts'

const { app, database } = await ownApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

/** More than the system's buffers hold for a client that does not read. */
const ROWS = 24_000

async function addAccount(): Promise<Client> {
  const client = await signUp(app)
  const id = await readAccountId(client)
  await sql`insert into brokers (user_id, company_name, notes)
    select ${id}::uuid, 'B-' || n, repeat(md5(n::text), 30) from generate_series(1, ${ROWS}) as n`.execute(
    database,
  )
  return client
}

/** Begins a download, and reads only its head. */
async function beginSlowly({ cookie }: Client): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET /api/brokers/export.csv HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return head.toString().split('\r\n')[0] ?? ''
}

test('C497 While two accounts read two downloads each slowly, a third one’s exports work', async () => {
  const slow = [await addAccount(), await addAccount()]
  const third = await signUp(app)
  for (const client of [...slow, ...slow]) expect(await beginSlowly(client)).toBe('HTTP/1.1 200 OK')
  for (const path of [
    '/api/brokers/export.csv',
    '/api/account/export.zip',
    '/api/trucks/export.csv',
  ])
    expect([path, (await third.get(path)).status]).toEqual([path, 200])
  // An account's own limit stays.
  expect((await slow[0]?.get('/api/brokers/export.csv'))?.status).toBe(429)
  // The slow downloads hold no connection of the database.
  const countReading = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(database)
    return rows.length
  }
  await expect.poll(countReading).toBe(0)
})

test('C497 While two accounts make downloads that take long, a third one’s export works', async () => {
  const [one, two, third] = [await signUp(app), await signUp(app), await signUp(app)]
  const { promise: made, resolve: finish } = Promise.withResolvers<void>()
  const begin = async (client: Client) =>
    streamSnapshot(database, await readAccountId(client), async function* () {
      yield 'head'
      await made
    })
  const begun = [await begin(one), await begin(one), await begin(two)]
  const waiting = begin(two)
  const path = '/api/brokers/export.csv'
  expect([path, (await third.get(path)).status]).toEqual([path, 200])
  finish()
  for (const stream of [...begun, await waiting])
    expect(await stream.toArray()).toEqual([Buffer.from('head')])
})
