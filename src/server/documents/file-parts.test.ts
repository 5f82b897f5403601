/** Files stored in parts. Parts of any size can be read, and memory holds only what is being stored or sent (SPEC C111). */
import { createHash, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { readAccountId, signUp, testApp } from '#server/testing/test-app.ts'
import { PART_BYTES, PIECE_BYTES, readPieces, storeParts } from './file-parts.ts'
import { streamPieces } from '#server/streaming/stream-pieces.ts'

const { app, database } = await testApp()
let userId: string

beforeAll(async () => {
  userId = await readAccountId(await signUp(app))
})

/** Stores a file in parts of that size. Returns its digest. */
async function addFile(file: Buffer, partBytes: number): Promise<string> {
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { rows } = await sql<{ id: string }>`insert into document_files (user_id, sha256, bytes)
    values (${userId}, ${sha256}, ${file.length}) returning id`.execute(database)
  await sql`insert into document_parts (user_id, file_id, number, bytes)
    select ${userId}::uuid, ${rows[0]?.id}::uuid, number,
      substring(${file}::bytea from number * ${partBytes}::integer + 1 for ${partBytes}::integer)
    from generate_series(0, ${Math.ceil(file.length / partBytes) - 1}::integer) as number`.execute(
    database,
  )
  return sha256
}

async function readAll(sha256: string, range: { from: number; to: number }): Promise<Buffer> {
  const pieces = []
  for await (const piece of readPieces(database, userId, sha256, range)) {
    expect(piece.length).toBeLessThanOrEqual(PIECE_BYTES)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

test.each([10_007, PIECE_BYTES, PIECE_BYTES + 1, PART_BYTES, 1_000_000])(
  'C111 A file in parts of %d bytes is read, also ranges that cross parts',
  async (partBytes) => {
    const file = randomBytes(2 * PART_BYTES + 77)
    const { length } = file
    const sha256 = await addFile(file, partBytes)
    const ranges = [
      { from: 0, to: length },
      { from: 0, to: 1 },
      { from: length - 1, to: length },
      { from: partBytes - 1, to: partBytes + 1 },
      { from: PIECE_BYTES - 1, to: 3 * PIECE_BYTES + 1 },
    ].filter(({ to }) => to <= length)
    for (const range of ranges) {
      const wanted = file.subarray(range.from, range.to)
      expect((await readAll(sha256, range)).equals(wanted), JSON.stringify(range)).toBe(true)
    }
  },
)

test('C111 A file that lacks a part is not read as if it were complete', async () => {
  const file = randomBytes(3_000)
  const sha256 = await addFile(file, 1_000)
  await sql`delete from document_parts where user_id = ${userId} and number = 1`.execute(database)
  await expect(readAll(sha256, { from: 0, to: 3_000 })).rejects.toThrow(/missing/)
})

test('C111 The results of finished queries keep no bytes of a file in memory', async () => {
  const file = randomBytes(2 * PART_BYTES)
  const sha256 = await addFile(file, PART_BYTES)
  const results: Promise<pg.QueryResult>[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const read = await readAll(sha256, { from: 0, to: file.length })
  for (const { value } of query.mock.results) results.push(value as Promise<pg.QueryResult>)
  query.mockRestore()
  expect(read.equals(file)).toBe(true)
  const rows = (await Promise.all(results)).flatMap((result) => result.rows as object[])
  const pieces = rows.filter((row) => 'piece' in row)
  expect(pieces).toHaveLength(file.length / PIECE_BYTES)
  expect(pieces.filter(({ piece }) => piece !== null)).toEqual([])
})

test('C111 A download reads no more than a slow client has room for', async () => {
  const sizes = { pieces: 100, ahead: 0, most: 0 }
  async function* pieces() {
    for (let n = 0; n < sizes.pieces; n++) {
      sizes.most = Math.max(sizes.most, ++sizes.ahead)
      yield Buffer.alloc(PIECE_BYTES)
      await Promise.resolve()
    }
  }
  const client = new Writable({
    write(_piece, _encoding, done) {
      setImmediate(() => {
        sizes.ahead--
        done()
      })
    },
  })
  await pipeline(await streamPieces(pieces(), () => undefined), client)
  expect(sizes).toMatchObject({ ahead: 0 })
  expect(sizes.most).toBeLessThanOrEqual(3)
})

test('C111 An upload is received no faster than its parts are stored', async () => {
  const piece = Buffer.alloc(PIECE_BYTES)
  let sent = 0
  async function* body() {
    for (let n = 0; n < 20; n++) {
      expect(sent - (await countStored())).toBeLessThanOrEqual(PART_BYTES)
      sent += piece.length
      yield piece
    }
  }
  const before = await countStored()
  sent = before
  const { bytes } = await storeParts(database, userId, body(), () => undefined)
  expect([bytes, await countStored()]).toEqual([20 * PIECE_BYTES, before + bytes])
})

async function countStored(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from document_parts
    where user_id = ${userId}`.execute(database)
  return rows[0]?.bytes ?? 0
}
