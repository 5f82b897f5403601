/**
 * Makes a new database from `migrations/schema/`, and runs on an older one the files of `migrations/` that it lacks, in the
 * order of their names.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isCitusInstalled } from './citus-installed.ts'
import { openDatabase, type Connection, type Work } from './open.ts'
import { refreshCollation } from './refresh-collation.ts'
import { splitStatements } from './split-statements.ts'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')
const SCHEMA = path.join(FOLDER, 'schema')
/** Nothing waits for a migration, so it may take long, and so may its connection on a busy computer. */
const PATIENT = { longestStatementMs: 0, longestWaitMs: 60_000 }

/** Any number that every instance of the server uses. */
const LOCK = 3_853_314_791
const TRY_EVERY_MS = 200

/**
 * All in one transaction: other instances wait for its lock. `last`: makes a database as it was after this migration, by running
 * the files from the first one on. `onWait`: called while another instance has the lock. Throws the error of a failed migration, and an Error with a plain message if the
 * database is of a newer version, or older than 1.0.0.
 */
export async function migrate(
  connection: Connection,
  last?: string,
  onWait?: () => void,
): Promise<void> {
  const database = openDatabase(connection, () => undefined, PATIENT)
  const transaction = database.withoutPlugins().transaction()
  await transaction
    .execute((work) => migrateIn(work, last, onWait))
    .finally(() => database.destroy())
}

async function migrateIn(work: Work, last?: string, onWait?: () => void): Promise<void> {
  // Behind a pooler the role may have its own limit.
  await sql`set local statement_timeout = 0`.execute(work)
  await withMigrationLock(work, onWait)
  const files = await listMigrationFiles()
  const done = await readDone(work)
  if (done) rejectOthers(done, files)
  if (!done && last === undefined) await makeFromSchema(work, files)
  else await runFiles(work, last ? files.slice(0, files.indexOf(last) + 1) : files, done ?? [])
  await refreshCollation(work)
}

/** Waits for the lock and holds it until the transaction ends. `onWait`: another instance has it. */
export async function withMigrationLock(work: Work, onWait?: () => void): Promise<void> {
  while (!(await tryLock(work))) {
    onWait?.()
    await pause(TRY_EVERY_MS)
  }
}

async function tryLock(work: Work): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(work)
  return rows[0]?.locked ?? false
}

/** The migrations that have run, undefined in an empty database. */
async function readDone(work: Work): Promise<string[] | undefined> {
  const { rows } = await sql<{ current: string | null; old: string | null }>`select
    to_regclass('migrations')::text as current, to_regclass('kysely_migration')::text as old`.execute(
    work,
  )
  if (rows[0]?.old)
    throw new Error(
      'This data was made by a Haulbook older than version 1.0.0, which this version can’t read.',
    )
  if (!rows[0]?.current) return undefined
  const done = await sql<{ name: string }>`select name from migrations`.execute(work)
  return done.rows.map(({ name }) => name)
}

function rejectOthers(done: string[], files: string[]): void {
  const later = done.find((name) => !files.includes(name))
  if (later) throw new Error(`This database was upgraded by a newer Haulbook (${later}).`)
}

async function makeFromSchema(work: Work, files: string[]): Promise<void> {
  const parts = (await readdir(SCHEMA)).toSorted()
  for (const part of parts) await runFile(work, path.join(SCHEMA, part))
  for (const name of files) await record(work, name)
}

async function runFiles(work: Work, files: string[], done: string[]): Promise<void> {
  for (const name of files.filter((file) => !done.includes(file))) {
    await runFile(work, path.join(FOLDER, `${name}.sql`))
    await record(work, name)
  }
}

/** Citus rejects several statements in one message. Without it, one message for each file is faster. */
async function runFile(work: Work, file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const messages = (await isCitusInstalled(work)) ? splitStatements(text) : [text]
  for (const message of messages) await sql.raw(message).execute(work)
}

async function record(work: Work, name: string): Promise<void> {
  await sql`insert into migrations (name) values (${name})`.execute(work)
}

/** The names of all migrations in their order. */
export async function listMigrationFiles(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  return files.map((file) => path.basename(file, '.sql'))
}
