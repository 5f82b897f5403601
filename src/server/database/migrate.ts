/** Brings the database to the newest migration: the SQL files of `migrations/`, in the order of their names. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import type { Database } from './open.ts'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')

/**
 * Each migration runs once, all in one transaction, under a lock that other copies wait for. Up to the one
 * named `last`, the newest without it. Throws what failed.
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  const migrator = new Migrator({ db: database.withoutPlugins(), provider: sqlFiles })
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
}

/** The names of all migrations, in the order in which they run. */
export async function migrationNames(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  return files.map((file) => path.basename(file, '.sql'))
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    return Object.fromEntries((await migrationNames()).map((name) => [name, fromFile(name)]))
  },
}

function fromFile(name: string): Migration {
  return {
    async up(database) {
      await sql.raw(await readFile(path.join(FOLDER, `${name}.sql`), 'utf8')).execute(database)
    },
  }
}
