/**
 * The format of a backup: one gzipped text file. Its first line is the header. The rows of each table follow, as
 * PostgreSQL's COPY writes them (one line per row, line ends escaped). The last line is a digest of everything
 * before it, so that a truncated or changed file is detected. The embedded PostgreSQL has no `pg_dump`, and a copy of its
 * folder fits only one version on one system; this file also moves data to a server and to a newer PostgreSQL.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

export class BackupError extends Error {}

export type BackedUpTable = {
  name: string
  columns: string[]
  /** The last id that was assigned: a deleted id is never used again. */
  lastId: string | null
}

export type Header = {
  format: 'haulbook-backup-1'
  /** The migrations that created its tables. */
  migrations: string[]
  tables: BackedUpTable[]
}

/**
 * Tables that no backup contains (SPEC C36). A restored session would be valid again after its logout, and a restored
 * wrong password would count again.
 */
const TEMPORARY_TABLES = new Set(['sessions', 'attempts', 'idempotency_keys', 'invitations'])

/** Leaves out the tables of sessions, login limits, idempotency keys and invitations: a used link must not come back. */
export function withoutTemporary<Table extends { name: string }>(tables: Table[]): Table[] {
  return tables.filter(({ name }) => !TEMPORARY_TABLES.has(name))
}

/** Ends the rows of a table. No row looks like it, because COPY doubles every backslash. */
export const END_OF_TABLE = '\\.'
const LINE_END = 10

/** The pieces, then a last line with their digest. */
export async function* withDigest(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  for await (const piece of pieces) {
    digest.update(piece)
    yield piece
  }
  yield Buffer.from(`${JSON.stringify({ sha256: digest.digest('hex') })}\n`)
}

export function encodeLine(content: object | string): Buffer {
  return Buffer.from(`${typeof content === 'string' ? content : JSON.stringify(content)}\n`)
}

/** Reads the whole file once. Throws BackupError if a byte is missing or changed. */
export async function checkBackup(file: string): Promise<Header> {
  const digest = createHash('sha256')
  let header: Header | undefined
  let last: Buffer | undefined
  for await (const line of readLines(file)) {
    header ??= readHeader(line)
    if (last) digest.update(last)
    last = line
  }
  const wanted = encodeLine({ sha256: digest.digest('hex') })
  if (!header || !last?.equals(wanted))
    throw new BackupError(`${file} is truncated or was changed. Nothing was restored.`)
  return header
}

/** The file's lines as bytes, each with its line end. Throws BackupError if it is not a complete gzip file. */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  const bytes = createReadStream(file)
  const unzipped = bytes.pipe(createGunzip())
  bytes.on('error', (error) => unzipped.destroy(error))
  try {
    yield* splitLines(unzipped)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new BackupError(`${file} is truncated or not a backup. Nothing was restored.`)
    throw error
  }
}

async function* splitLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      yield Buffer.concat([...rest, piece.subarray(from, end + 1)])
      rest = []
      from = end + 1
    }
    if (from < piece.length) rest.push(piece.subarray(from))
  }
  if (rest.length) yield Buffer.concat(rest)
}

function readHeader(line: Buffer): Header {
  const header = parseJson(line) as Partial<Header> | undefined
  if (header?.format !== 'haulbook-backup-1')
    throw new BackupError('Not a Haulbook backup, or a backup of a newer Haulbook.')
  return header as Header
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString())
  } catch {
    return undefined
  }
}
