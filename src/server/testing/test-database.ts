/** Creates a database for a test file. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { openDatabase, type Database } from '#server/database/open.ts'
import { urlOfDatabase, TEMPLATE } from './database-names.ts'
import type {} from './provided.ts'

export type LastingDatabase = { address: string; drop: () => Promise<void> }

/** Copies the migrated template and returns the address. The database is dropped after the file's tests. */
export function freshDatabase(): Promise<string> {
  return dropAfterTests(lastingDatabase())
}

/** The same without any table. */
export function emptyDatabase(): Promise<string> {
  return dropAfterTests(
    newDatabase(async (maintenance, name) => {
      await sql`create database ${sql.id(name)}`.execute(maintenance)
    }),
  )
}

/** A copy of the template for several test files. The run drops those that remain. */
export function lastingDatabase(): Promise<LastingDatabase> {
  return newDatabase(copyTemplate)
}

async function dropAfterTests(making: Promise<LastingDatabase>): Promise<string> {
  const { address, drop } = await making
  afterAll(drop)
  return address
}

async function newDatabase(
  make: (maintenance: Database, name: string) => Promise<void>,
): Promise<LastingDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = openDatabase(server, () => undefined)
  await make(maintenance, name)
  return {
    address: urlOfDatabase(server, name),
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(maintenance)
      await maintenance.destroy()
    },
  }
}

/** Retries, because the template is "in use" while another test file copies it. */
async function copyTemplate(maintenance: Database, name: string): Promise<void> {
  // Copying the files takes a third of the time of the default, which logs every page.
  const copy = sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)} strategy file_copy`
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
