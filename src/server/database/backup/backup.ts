/** Writes a snapshot of the database to one file (SPEC S26). */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Connection } from '#server/database/open.ts'
import { hasCitus } from '#server/database/distribute/citus.ts'
import { listMigrations, listTables } from './catalog.ts'
import {
  BackupError,
  END_OF_TABLE,
  encodeLine,
  withDigest,
  withoutTemporary,
  type Header,
} from './format.ts'
import { withSnapshot, withSession } from './session.ts'

/**
 * The server may be running. An existing file is replaced once the new one is complete and on the disk. Only the
 * file's owner can read it. `stop` cancels it and leaves no file. Throws BackupError if the database is empty.
 */
export async function writeBackup(
  connection: Connection,
  file: string,
  stop?: AbortSignal,
): Promise<Header> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    const header = await withSession(connection, (session) => writeTo(session, draft), stop)
    await rename(draft, file)
    await syncFolder(path.dirname(file))
    return header
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeTo(session: pg.Client, draft: string): Promise<Header> {
  const lock = (await hasCitus(session)) ? await buildLock(session) : undefined
  // A read-only transaction can't lock tables.
  return withSnapshot(session, lock ? 'read write' : 'read only', async () => {
    if (lock) await session.query(lock)
    const header = await buildHeader(session)
    const file = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(withDigest(readPieces(session, header)), createGzip(), file)
    return header
  })
}

/**
 * Each worker of Citus has its own snapshot. Writes wait until the backup is complete, so that all of them show
 * the same moment (SPEC C264). It must be the transaction's first statement: the snapshot begins with the first read.
 */
async function buildLock(session: pg.Client): Promise<string | undefined> {
  const names = (await listTables(session)).map(({ name }) => session.escapeIdentifier(name))
  return names.length ? `lock table ${names.join(', ')} in share mode` : undefined
}

async function buildHeader(session: pg.Client): Promise<Header> {
  const migrations = await listMigrations(session)
  if (!migrations.length) throw new BackupError('This database is empty. Start Haulbook first.')
  const tables = withoutTemporary(await listTables(session))
  return { format: 'haulbook-backup-1', migrations, tables }
}

async function* readPieces(session: pg.Client, header: Header): AsyncGenerator<Buffer> {
  yield encodeLine(header)
  for (const { name, columns } of header.tables) {
    const rows = session.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
    yield* rows as AsyncIterable<Buffer>
    yield encodeLine(END_OF_TABLE)
  }
}

/** A rename is on the disk only after a sync of the folder. */
async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}
