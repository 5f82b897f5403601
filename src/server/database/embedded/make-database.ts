/** Waits for the server and creates what the app needs in it. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { APP_ROLE } from './cluster.ts'

export type Address = { host: string; port: number; user: string; database: string }

export const DATABASE = 'haulbook'
/** Long, because recovery after a power failure takes time. */
const LONGEST_START_MS = 300_000
const TRY_EVERY_MS = 25
/** PostgreSQL's "the database system is starting up". */
const CANNOT_CONNECT_NOW = '57P03'

/** Waits until the server responds. Creates the database and the app's role if they are missing. */
export async function makeDatabase(connection: Address, over: AbortSignal): Promise<void> {
  const client = await connect({ ...connection, database: 'postgres' }, over)
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      DATABASE,
    ])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
    await makeAppRole(client)
  } finally {
    await client.end()
  }
}

async function makeAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  if (!rowCount) await client.query(`create role ${APP_ROLE} login`)
}

async function connect(connection: Address, over: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + LONGEST_START_MS
  for (;;) {
    const client = new pg.Client(connection)
    // A lost connection fails the query, which reports it. It may already be lost when `connect` resolves.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      // Not listening yet, or recovering after a crash.
      await client.end().catch(() => undefined)
      const rejected = error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW
      if (rejected || over.aborted || Date.now() > deadline) throw error
      await pause(TRY_EVERY_MS)
    }
  }
}
