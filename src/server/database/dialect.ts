/** Kysely's PostgreSQL dialect without its migration lock. */
import { PostgresDialect, type Dialect, type PostgresPool } from 'kysely'

/**
 * Kysely locks migrations per session. Behind a pooler in transaction mode it would lock on one connection, unlock
 * on another, and hold the lock forever. `migrate` locks in its transaction instead.
 */
export function createDialect(pool: PostgresPool): Dialect {
  const postgres = new PostgresDialect({ pool })
  const locks = { acquireMigrationLock: doNothing, releaseMigrationLock: doNothing }
  return {
    createDriver: () => postgres.createDriver(),
    createQueryCompiler: () => postgres.createQueryCompiler(),
    createIntrospector: (database) => postgres.createIntrospector(database),
    createAdapter: () => Object.assign(postgres.createAdapter(), locks),
  }
}

async function doNothing(): Promise<void> {
  // The transaction's lock ends with it.
}
