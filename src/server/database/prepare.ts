/** What the database's owner does at each start, before the app comes in by a role that may do less (SPEC S31). */
import { sql } from 'kysely'
import { checkSessionSettings } from './check-session-settings.ts'
import { withMigrationLock, migrate } from './migrate.ts'
import { openDatabase, type Connection, type Database, type Work } from './open.ts'
import { setKeyring } from './secrets/keyring-plugin.ts'
import { unlockSecrets, type KeySource } from './secrets/unlock.ts'
import { inTransaction } from './transaction.ts'

/** How the owner comes in, and how the app does: the same where there is only one role. */
export type Connections = { owner: Connection; app: Connection }

/** Migrates, lets the app's role in, and gives `database`, the app's own handle, its keys. Throws KeyError, and where the two differ. */
export async function prepareDatabase(
  owner: Connection,
  database: Database,
  source: KeySource,
): Promise<void> {
  const work = openDatabase(owner, () => undefined)
  try {
    await rejectOtherDatabase(work, database)
    await migrate(owner)
    await checkSessionSettings(database)
    await grantAppRole(work, await readRole(database))
    const { keys } = await unlockSecrets(work, source)
    setKeyring(database, keys)
  } finally {
    await work.destroy()
  }
}

/** Migrating one database and working on another would go wrong at the first request, and far from its cause. */
async function rejectOtherDatabase(owner: Database, app: Database): Promise<void> {
  const [one, other] = [await readIdentity(owner), await readIdentity(app)]
  if (one === other) return
  throw new Error('DATABASE_URL and DATABASE_OWNER_URL name different databases.')
}

async function readIdentity(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select oid || ' ' || pg_postmaster_start_time() as identity from pg_database
    where datname = current_database()`.execute(database)
  return rows[0]?.identity
}

/**
 * Its records and no more: who owns no table can drop no trigger, and the log stays what it is. One copy after
 * the other: PostgreSQL refuses two that grant on one table at once.
 */
export async function grantAppRole(database: Database, role: string): Promise<void> {
  if (role === (await readRole(database))) return
  await inTransaction(database, async (owner) => {
    await withMigrationLock(owner)
    await grantRecords(owner, role)
  })
}

async function grantRecords(owner: Work, role: string): Promise<void> {
  const to = sql.id(role)
  await sql`grant usage on schema public to ${to}`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(
    owner,
  )
  await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(
    owner,
  )
  await sql`grant usage, select on all sequences in schema public to ${to}`.execute(owner)
}

async function readRole(database: Database): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database)
  return rows[0]?.role ?? ''
}
