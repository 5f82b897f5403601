/** How Kysely speaks to PostgreSQL here. */
import { PostgresDialect, type Dialect } from 'kysely'
import type pg from 'pg'

/**
 * Kysely's own lock for migrations belongs to a session: behind a pooler in transaction mode it would be taken
 * on one connection, given back on another, and so held for ever. `migrate` holds one of its transaction.
 */
export function createDialect(pool: pg.Pool): Dialect {
  const postgres = new PostgresDialect({ pool })
  const locks = { acquireMigrationLock: nothing, releaseMigrationLock: nothing }
  return {
    createDriver: () => postgres.createDriver(),
    createQueryCompiler: () => postgres.createQueryCompiler(),
    createIntrospector: (database) => postgres.createIntrospector(database),
    createAdapter: () => Object.assign(postgres.createAdapter(), locks),
  }
}

async function nothing(): Promise<void> {
  // The transaction's lock ends with it.
}
