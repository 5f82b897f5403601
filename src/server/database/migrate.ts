/** Runs the SQL files of `migrations/` in the order of their names. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { isCitusInstalled } from './citus-installed.ts'
import { openDatabase, type Connection, type Work } from './open.ts'
import { refreshCollation } from './refresh-collation.ts'
import { splitStatements } from './split-statements.ts'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')

/** Any number that every instance of the server uses. */
const LOCK = 3_853_314_791

/**
 * Runs all missing migrations in one transaction, up to `last` or the newest. Other instances wait for its lock.
 * Throws the error of a failed migration, and an Error with a plain message if the database is newer than this instance.
 */
export async function migrate(connection: Connection, last?: string): Promise<void> {
  const database = openDatabase(connection, () => undefined, { longestStatementMs: 0 })
  const transaction = database.withoutPlugins().transaction()
  await transaction.execute((work) => migrateIn(work, last)).finally(() => database.destroy())
}

async function migrateIn(work: Work, last: string | undefined): Promise<void> {
  // Behind a pooler the role may have its own limit.
  await sql`set local statement_timeout = 0`.execute(work)
  await withMigrationLock(work)
  if (last || !(await isCurrent(work))) await runMissing(work, last)
  await refreshCollation(work)
}

/** Whether exactly the migrations of this instance have run. Kysely would read the whole catalog to find out. */
async function isCurrent(work: Work): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(work)
  if (!tables[0]?.name) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(work)
  const done = new Set(rows.map(({ name }) => name))
  const files = await listMigrationFiles()
  return done.size === files.length && files.every((name) => done.has(name))
}

async function runMissing(work: Work, last: string | undefined): Promise<void> {
  // Citus rejects several statements in one message. Without it, one message for each file is faster.
  const provider = sqlFiles((await isCitusInstalled(work)) ? splitStatements : (text) => [text])
  const migrator = new Migrator({ db: work, provider })
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw describeError(error)
}

/** Waits for the lock and holds it until the transaction ends. */
export async function withMigrationLock(work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(work)
}

function describeError(error: unknown): unknown {
  const later = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  if (!later) return error
  return new Error(`This database was upgraded by a newer Haulbook (${later}).`)
}

/** The names of all migrations in their order. */
export async function listMigrationFiles(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  return files.map((file) => path.basename(file, '.sql'))
}

/** `split` makes the messages of a file: Citus rejects several statements in one. */
function sqlFiles(split: (text: string) => string[]): MigrationProvider {
  return {
    async getMigrations() {
      const names = await listMigrationFiles()
      return Object.fromEntries(names.map((name) => [name, fromFile(name, split)]))
    },
  }
}

function fromFile(name: string, split: (text: string) => string[]): Migration {
  return {
    async up(database) {
      const text = await readFile(path.join(FOLDER, `${name}.sql`), 'utf8')
      for (const message of split(text)) await sql.raw(message).execute(database)
    },
  }
}
