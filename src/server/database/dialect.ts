/** Kysely's PostgreSQL dialect without its migration lock. */
import {
  PostgresDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import { withActor } from './actor.ts'

/**
 * Kysely locks migrations per session. Behind a pooler in transaction mode it would lock on one connection, unlock
 * on another, and hold the lock forever. `migrate` locks in its transaction instead.
 */
export function createDialect(pool: PostgresPool): Dialect {
  const postgres = new PostgresDialect({ pool })
  const locks = { acquireMigrationLock: doNothing, releaseMigrationLock: doNothing }
  return {
    createDriver: () => withActors(postgres.createDriver()),
    createQueryCompiler: () => postgres.createQueryCompiler(),
    createIntrospector: (database) => postgres.createIntrospector(database),
    createAdapter: () => Object.assign(postgres.createAdapter(), locks),
  }
}

/** Each transaction begins by setting the person who sent the request. */
function withActors(driver: Driver): Driver {
  const begin = driver.beginTransaction.bind(driver)
  return Object.assign(driver, {
    beginTransaction: (connection: DatabaseConnection, settings: TransactionSettings) =>
      begin(withActor(connection), settings),
  })
}

async function doNothing(): Promise<void> {
  // The transaction's lock ends with it.
}
