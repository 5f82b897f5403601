import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { defineNamed } from './named-statements.ts'
import { openDatabase, type Database } from '#server/database/open.ts'

type Answer = { text: string; sum: number }

const add = defineNamed<{ text: string; number: number }, Answer>(
  ['text', 'number'],
  ({ text, number }) =>
    sql`select ${text}::text as text, (${number}::int + ${number}::int + ${1}::int) as sum`,
)

const closing: (() => unknown)[] = []
let database: Database

beforeAll(() => {
  database = open(inject('databaseServer'))
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

test('C268 Each value reaches its place, on every execution', async () => {
  for (const number of [1, 20, 300]) {
    expect(await add(database, { text: `n${number}`, number })).toEqual([
      { text: `n${number}`, sum: 2 * number + 1 },
    ])
  }
})

test('C268 A connection keeps the statement and parses it once', async () => {
  await database.connection().execute(async (one) => {
    for (const number of [1, 2, 3]) await add(one, { text: '', number })
    expect(await countKept(one)).toBe(1)
  })
})

test('C268 A named statement works within a transaction', async () => {
  await database.transaction().execute(async (work) => {
    expect(await add(work, { text: 'in', number: 4 })).toEqual([{ text: 'in', sum: 9 }])
  })
})

test('C268 A pooler’s connections keep no statement', async () => {
  const pooled = open(await openPooler(inject('databaseServer')))
  await pooled.connection().execute(async (one) => {
    for (const number of [1, 2, 3])
      expect(await add(one, { text: 'by', number })).toEqual([{ text: 'by', sum: 2 * number + 1 }])
    expect(await countKept(one)).toBe(0)
  })
})

test('C268 An error of a named statement reaches its sender, and the connection still works', async () => {
  const divide = defineNamed<{ by: number }, { result: number }>(
    ['by'],
    ({ by }) => sql`select 10 / ${by}::int as result`,
  )
  await database.connection().execute(async (one) => {
    await expect(divide(one, { by: 0 })).rejects.toThrow('division by zero')
    expect(await divide(one, { by: 5 })).toEqual([{ result: 2 }])
  })
})

function open(address: string): Database {
  const opened = openDatabase(address, () => undefined)
  closing.push(() => opened.destroy())
  return opened
}

async function countKept(work: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements
    where statement like '%::int + %'`.execute(work)
  return rows[0]?.count ?? NaN
}

/** Announces its own process, as poolers do. Returns the address. */
async function openPooler(address: string): Promise<string> {
  const url = new URL(address)
  const host = decodeURIComponent(url.hostname)
  const port = Number(url.port || 5432)
  const dial = () =>
    host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = dial()
    sockets.push(near, far)
    near.on('error', () => undefined).on('close', () => far.destroy())
    far.on('error', () => undefined).on('close', () => near.destroy())
    near.on('data', (data) => far.write(data))
    far.on('data', (data: Buffer) => near.write(renameProcess(data)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port: own } = server.address() as { port: number }
  url.hostname = '127.0.0.1'
  url.port = String(own)
  return url.href
}

/** PostgreSQL's message "K" has 12 bytes: its length, the process and a key. */
function renameProcess(data: Buffer): Buffer {
  const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at < 0) return data
  const renamed = Buffer.from(data)
  renamed.writeInt32BE(renamed.readInt32BE(at + 5) + 1_000_000, at + 5)
  return renamed
}
