/** Brings the database to the newest migration: the SQL files of `migrations/`, in the order of their names. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import type { Database } from './open.ts'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')

/** Each migration runs once, all in one transaction, under a lock that other copies wait for. Throws what failed. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database.withoutPlugins(), provider: sqlFiles })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
    return Object.fromEntries(files.map((file) => [path.basename(file, '.sql'), fromFile(file)]))
  },
}

function fromFile(file: string): Migration {
  return {
    async up(database) {
      await sql.raw(await readFile(path.join(FOLDER, file), 'utf8')).execute(database)
    },
  }
}
