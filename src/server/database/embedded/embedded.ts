/**
 * The embedded PostgreSQL: a real server on a private Unix socket that starts and stops with the app. Its files
 * are in DATA_DIR (SPEC B1).
 */
import { chmod, mkdir, realpath } from 'node:fs/promises'
import pg from 'pg'
import { APP_ROLE, takeOwnership, prepareCluster, SUPERUSER } from './cluster.ts'
import { ClusterError } from './errors.ts'
import { stopLeftover } from './leftovers.ts'
import { DataFolderError, lockFolder } from './lock.ts'
import { findRunner, type Runner } from './runner.ts'
import { logIn, PORT, spawnServer, stopServer } from './server.ts'
import { makeSocketFolder, removeCopiedRecord, removeSocketFolder } from './socket.ts'

type Address = { host: string; port: number; user: string; database: string }

export type EmbeddedServer = {
  /** For the role that owns the database. */
  connection: Address
  /** For the app's role. */
  app: Address
  stop(): Promise<void>
  /** Resolves if the server stops unexpectedly. */
  ended: Promise<Error>
  /** A remark for the ready line. */
  note?: string
}

export const DATABASE = 'haulbook'
/** Long, because recovery after a power failure takes time. */
const LONGEST_START_MS = 300_000
/** PostgreSQL's "the database system is starting up". */
const CANNOT_CONNECT_NOW = '57P03'

/** Throws DataFolderInUseError, DataFolderError, UnsupportedPlatformError, ClusterError. */
export async function startEmbedded(
  dataDir: string,
  findHow: (dataDir: string) => Promise<Runner> = findRunner,
): Promise<EmbeddedServer> {
  const home = await makeDataFolder(dataDir)
  const unlock = await lockFolder(home)
  try {
    const copied = removeCopiedRecord(home)
    const runner = await findHow(home)
    return await startServer(runner, home, copied, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Returns the real path: reached through another link it is the same folder. */
async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await chmod(dataDir, 0o700)
    return await realpath(dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(
      `Can't use the data folder ${dataDir}: ${reason}. Give it to the user who starts Haulbook, or set DATA_DIR to another folder.`,
    )
  }
}

async function startServer(
  runner: Runner,
  home: string,
  copied: boolean,
  unlock: () => void,
): Promise<EmbeddedServer> {
  const folder = await prepareServerFolder(runner, home)
  const cluster = await prepareCluster(runner, folder)
  await stopLeftover(cluster, copied)
  const socketFolder = await makeSocketFolder(runner, home)
  const server = spawnServer(runner, cluster, socketFolder, logIn(folder))

  let stopped: Promise<void> | undefined
  const over = new AbortController()
  const ended = new Promise<Error>((resolve) => {
    function report(message: string): void {
      over.abort()
      if (!stopped) resolve(new ClusterError(message))
    }
    server.on('error', (error) => report(`The database could not be started: ${error.message}`))
    server.on('exit', () => report(`The database stopped. See ${logIn(folder)}`))
  })

  /** A second call waits for the first: it must not release the lock of a later start. */
  function stop(): Promise<void> {
    stopped ??= stopServer(server)
      .then(() => removeSocketFolder(home))
      .finally(unlock)
    return stopped
  }

  const connection = { host: socketFolder, port: PORT, user: SUPERUSER, database: DATABASE }
  try {
    const ready = makeDatabase(connection, over.signal)
    await Promise.race([ready, ended.then((error) => Promise.reject(error))])
  } catch (error) {
    const reason = over.signal.aborted ? await ended : error
    await stop()
    throw reason
  }
  const app = { ...connection, user: APP_ROLE }
  return { connection, app, stop, ended, ...(runner.note ? { note: runner.note } : {}) }
}

/** The data folder, or a folder that the server's user may enter. */
async function prepareServerFolder(runner: Runner, home: string): Promise<string> {
  if (!runner.elsewhere) return home
  await mkdir(runner.elsewhere, { recursive: true })
  await takeOwnership(runner, runner.elsewhere)
  return runner.elsewhere
}

/** Waits until the server responds. Creates the database and the app's role if they are missing. */
async function makeDatabase(
  connection: EmbeddedServer['connection'],
  over: AbortSignal,
): Promise<void> {
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

async function connect(
  connection: EmbeddedServer['connection'],
  over: AbortSignal,
): Promise<pg.Client> {
  const deadline = Date.now() + LONGEST_START_MS
  for (;;) {
    const client = new pg.Client(connection)
    try {
      await client.connect()
      return client
    } catch (error) {
      // Not listening yet, or recovering after a crash.
      await client.end().catch(() => undefined)
      const rejected = error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW
      if (rejected || over.aborted || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
