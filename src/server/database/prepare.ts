/** Prepares the database at each start by its owner's role. The app then uses a role with fewer rights (SPEC S31). */
import { sql } from 'kysely'
import { checkSessionSettings } from './check-session-settings.ts'
import { withMigrationLock, migrate } from './migrate.ts'
import { openDatabase, type Connection, type Database, type Work } from './open.ts'
import { setKeyring } from './secrets/keyring-plugin.ts'
import { unlockSecrets, type KeySource } from './secrets/unlock.ts'
import { inTransaction } from './transaction.ts'

/** The connections of the owner and of the app; equal if there is only one role. */
export type Connections = { owner: Connection; app: Connection }

/** A step of the start, unlike a request, may take as long as a slow or busy computer needs. */
const LONGEST_STEP_MS = 10 * 60_000
/** How long a database may be silent before the start tries again. */
const LONGEST_SILENCE_MS = 60_000
const PATIENT = { longestStatementMs: LONGEST_STEP_MS, longestWaitMs: LONGEST_SILENCE_MS }

/** One of the two connections can't be opened. The cause has the reason. */
export class ConnectionError extends Error {
  readonly of: keyof Connections

  constructor(of: keyof Connections, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.of = of
  }
}

/**
 * Migrates, grants the app's role its rights, and gives the app's handle `database` its keys. Throws ConnectionError,
 * KeyError, and an Error if the two connections name different databases. It may be called again after an error.
 * `onUpdate`: called while another instance updates the database.
 */
export async function prepareDatabase(
  connections: Connections,
  database: Database,
  source: KeySource,
  onUpdate?: () => void,
): Promise<void> {
  const owner = openDatabase(connections.owner, () => undefined, PATIENT)
  const isOne = connections.owner === connections.app
  const app = isOne ? owner : openDatabase(connections.app, () => undefined, PATIENT)
  try {
    await rejectOtherDatabase(owner, app)
    await migrate(connections.owner, undefined, onUpdate)
    await checkSessionSettings(app)
    await grantAppRole(owner, await readRole(app))
    const { keys } = await unlockSecrets(owner, source)
    setKeyring(database, keys)
  } finally {
    for (const handle of new Set([owner, app])) await handle.destroy()
  }
}

/** If the owner migrated another database, the first request would fail far from the cause. */
async function rejectOtherDatabase(owner: Database, app: Database): Promise<void> {
  const [owners, apps] = await Promise.all([
    readIdentity(owner).catch((error) => Promise.reject(new ConnectionError('owner', error))),
    readIdentity(app).catch((error) => Promise.reject(new ConnectionError('app', error))),
  ])
  if (owners !== apps)
    throw new Error('DATABASE_URL and DATABASE_OWNER_URL name different databases.')
}

async function readIdentity(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select oid || ' ' || pg_postmaster_start_time() as identity from pg_database
    where datname = current_database()`.execute(database)
  return rows[0]?.identity
}

/**
 * Grants rights on records only: a role that owns no table cannot drop the triggers that protect the audit log.
 * Holds the migration lock, because PostgreSQL fails if two instances grant on one table at once.
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
  // A temporary table would hide the real one from the triggers that protect money and the audit log.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner)
  const here = sql.id(rows[0]?.name ?? '')
  await sql`revoke temporary on database ${here} from public`.execute(owner)
  await sql`revoke temporary on database ${here} from ${to}`.execute(owner)
  await sql`grant usage on schema public to ${to}`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(
    owner,
  )
  await sql`revoke insert, update, delete on migrations from ${to}`.execute(owner)
  // Only a function deletes an account, as a whole (SPEC C37).
  await sql`revoke delete on users from ${to}`.execute(owner)
  await sql`grant execute on function delete_account_batch(uuid, integer) to ${to}`.execute(owner)
  await sql`grant usage, select on all sequences in schema public to ${to}`.execute(owner)
}

async function readRole(database: Database): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database)
  return rows[0]?.role ?? ''
}
