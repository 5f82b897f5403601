/** Makes PostgreSQL use less space while the disk is full. */
import pg from 'pg'
import { APP_ROLE } from '#server/database/embedded/cluster.ts'

const LONGEST_MS = 10_000

type Address = { host: string; port: number; user: string; database: string }

/** Removes the write-ahead log that is no longer needed. It may be a gigabyte. */
export function dropOldLog(connection: Address): Promise<void> {
  return run(connection, 'checkpoint')
}

/**
 * Cancels changes that have been running for two seconds, and reads that may have temporary files. Nothing acknowledged
 * is lost. A login writes for milliseconds and continues (SPEC C30).
 */
export function cancelWork(connection: Address): Promise<void> {
  return run(
    connection,
    `select pg_cancel_backend(pid) from pg_stat_activity where usename = '${APP_ROLE}'
      and datname = current_database() and (backend_xid is not null and xact_start < now() - interval '2 seconds'
        or state = 'active' and query_start < now() - interval '1 second')`,
  )
}

/** Ignores errors: the database may be down, and the next check tries again. */
async function run(connection: Address, statement: string): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: LONGEST_MS,
    query_timeout: LONGEST_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } catch {
    return
  } finally {
    client.end().catch(() => undefined)
  }
}
