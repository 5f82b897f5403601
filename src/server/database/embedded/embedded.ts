/**
 * The embedded PostgreSQL: a real server of our own on a private Unix socket, started with the app
 * and stopped with it. Its files lie in DATA_DIR (SPEC B1).
 */
import { chmod, mkdir, realpath } from 'node:fs/promises'
import pg from 'pg'
import { APP_ROLE, ClusterError, takeOwnership, prepareCluster, SUPERUSER } from './cluster.ts'
import { stopLeftover } from './leftovers.ts'
import { DataFolderError, lockFolder } from './lock.ts'
import { findRunner, type Runner } from './runner.ts'
import { logIn, PORT, spawnServer, stopServer } from './server.ts'
import { makeSocketFolder, removeSocketFolder } from './socket.ts'

type Entrance = { host: string; port: number; user: string; database: string }

export type EmbeddedServer = {
  /** As the owner of it all. */
  connection: Entrance
  /** As the app's role. */
  app: Entrance
  stop(): Promise<void>
  /** Resolves where the server ends by itself. */
  ended: Promise<Error>
  /** What is worth saying on the start line. */
  note?: string
}

export const DATABASE = 'haulbook'
/** Long, because a server that mends itself after a power cut has to be waited for. */
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
    const runner = await findHow(home)
    return await startServer(runner, home, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Gives its real path: reached through another link it is still the same folder. */
async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await chmod(dataDir, 0o700)
    return await realpath(dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be used: ${reason}. Give it to the user who starts Haulbook, or name another one in DATA_DIR.`,
    )
  }
}

async function startServer(
  runner: Runner,
  home: string,
  unlock: () => void,
): Promise<EmbeddedServer> {
  const folder = await folderOfServer(runner, home)
  const cluster = await prepareCluster(runner, folder)
  await stopLeftover(cluster)
  const socketFolder = await makeSocketFolder(runner, home)
  const server = spawnServer(runner, cluster, socketFolder, logIn(folder))

  let stopped: Promise<void> | undefined
  const over = new AbortController()
  const ended = new Promise<Error>((resolve) => {
    function tell(words: string): void {
      over.abort()
      if (!stopped) resolve(new ClusterError(words))
    }
    server.on('error', (error) => tell(`The database could not be started: ${error.message}`))
    server.on('exit', () => tell(`The database has ended. Its last words are in ${logIn(folder)}`))
  })

  /** A second call waits for the first: it must not release what a later start has taken. */
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

/** The data folder itself, or one that the server's own user may enter. */
async function folderOfServer(runner: Runner, home: string): Promise<string> {
  if (!runner.elsewhere) return home
  await mkdir(runner.elsewhere, { recursive: true })
  await takeOwnership(runner, runner.elsewhere)
  return runner.elsewhere
}

/** Waits until the server answers, and makes the database where it is not there yet. */
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
      const refused = error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW
      if (refused || over.aborted || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
