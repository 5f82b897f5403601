/** Creates a database for a test file. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { openDatabase, type Database } from '#server/database/open.ts'
import { urlOfDatabase, TEMPLATE } from './database-names.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the test server's maintenance database. */
    databaseServer: string
  }
}

/** Copies the migrated template and returns the address. The database is dropped after the file's tests. */
export function freshDatabase(): Promise<string> {
  return newDatabase(copyTemplate)
}

/** The same without any table. */
export function emptyDatabase(): Promise<string> {
  return newDatabase(async (maintenance, name) => {
    await sql`create database ${sql.id(name)}`.execute(maintenance)
  })
}

async function newDatabase(
  make: (maintenance: Database, name: string) => Promise<void>,
): Promise<string> {
  const server = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = openDatabase(server, () => undefined)
  await make(maintenance, name)
  afterAll(async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(maintenance)
    await maintenance.destroy()
  })
  return urlOfDatabase(server, name)
}

/** Retries, because the template is "in use" while another test file copies it. */
async function copyTemplate(maintenance: Database, name: string): Promise<void> {
  const copy = sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)}`
  for (let tried = 1; ; tried++) {
    try {
      await copy.execute(maintenance)
      return
    } catch (error) {
      if (tried === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
