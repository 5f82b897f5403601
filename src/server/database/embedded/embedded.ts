/**
 * The embedded PostgreSQL: a real server of our own on a private Unix socket, started with the app
 * and stopped with it. Its files lie in DATA_DIR (SPEC B1).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findRunner, type Runner } from './binaries.ts'
import { ClusterError, own, prepareCluster, SUPERUSER } from './cluster.ts'
import { stopLeftover } from './leftovers.ts'
import { lockFolder } from './lock.ts'
import { isGone } from './processes.ts'

export type EmbeddedServer = {
  connection: { host: string; port: number; user: string; database: string }
  stop(): Promise<void>
  /** Resolves where the server ends by itself. */
  ended: Promise<Error>
  /** What is worth saying on the start line. */
  note?: string
}

const PORT = 5432
const DATABASE = 'haulbook'
const LONGEST_START_MS = 60_000
const LONGEST_STOP_MS = 7_000
const LAST_STOP_MS = 1_500
/** A socket's path may be at most about 100 bytes long. */
const LONGEST_SOCKET_FOLDER = 80

/** Throws DataFolderInUseError, UnsupportedPlatformError, ClusterError. */
export async function startEmbedded(
  dataDir: string,
  findHow: () => Promise<Runner> = findRunner,
): Promise<EmbeddedServer> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, 0o700)
  const unlock = await lockFolder(dataDir)
  try {
    const runner = await findHow()
    const folder = await clusterFolder(runner, dataDir)
    const cluster = await prepareCluster(runner, folder)
    await stopLeftover(cluster)
    return await startServer(runner, cluster, folder, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The data folder itself, or one that the server's own user may enter. */
async function clusterFolder(runner: Runner, dataDir: string): Promise<string> {
  if (!runner.elsewhere) return dataDir
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = path.join(runner.elsewhere, name)
  await mkdir(folder, { recursive: true })
  await own(runner, folder)
  return folder
}

async function startServer(
  runner: Runner,
  cluster: string,
  folder: string,
  unlock: () => Promise<void>,
): Promise<EmbeddedServer> {
  const socketFolder = await makeSocketFolder(runner)
  const logFile = path.join(folder, 'postgres.log')
  // Begun anew at each start: it holds the last run, and never fills the disk with older ones.
  const log = await open(logFile, 'w')
  const server = spawnServer(runner, cluster, socketFolder, log.fd)

  let stopping = false
  const ended = new Promise<Error>((resolve) => {
    const tell = (words: string) => !stopping && resolve(new ClusterError(words))
    server.on('error', (error) => tell(`The database could not be started: ${error.message}`))
    server.on('exit', () => tell(`The database has ended. Its last words are in ${logFile}`))
  })
  // Only now: a server that ends at once would be gone before anybody listened.
  await log.close()

  async function stop(): Promise<void> {
    stopping = true
    await stopServer(server)
    await rm(socketFolder, { recursive: true, force: true })
    await unlock()
  }

  const connection = { host: socketFolder, port: PORT, user: SUPERUSER, database: DATABASE }
  const givenUp = new AbortController()
  try {
    await Promise.race([
      makeDatabase(connection, givenUp.signal),
      ended.then((error) => Promise.reject(error)),
    ])
  } catch (error) {
    givenUp.abort()
    await stop()
    throw error
  }
  return { connection, stop, ended, ...(runner.note ? { note: runner.note } : {}) }
}

function spawnServer(
  runner: Runner,
  cluster: string,
  socketFolder: string,
  log: number,
): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(PORT),
    max_connections: '50',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...before] = [...runner.before, path.join(runner.bin, 'postgres')]
  return spawn(command, [...before, '-D', cluster, ...words], {
    ...runner.identity,
    cwd: '/',
    // Its own process group: Ctrl-C must reach the app alone, which stops the server last.
    detached: true,
    stdio: ['ignore', log, log],
  })
}

async function makeSocketFolder(runner: Runner): Promise<string> {
  const base = tmpdir().length > LONGEST_SOCKET_FOLDER - 20 ? '/tmp' : tmpdir()
  const folder = await mkdtemp(path.join(base, 'haulbook-'))
  await own(runner, folder)
  return folder
}

/** Waits until the server answers, and makes the database where it is not there yet. */
async function makeDatabase(
  connection: EmbeddedServer['connection'],
  given: AbortSignal,
): Promise<void> {
  const client = await connect({ ...connection, database: 'postgres' }, given)
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      DATABASE,
    ])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function connect(
  connection: EmbeddedServer['connection'],
  given: AbortSignal,
): Promise<pg.Client> {
  const deadline = Date.now() + LONGEST_START_MS
  for (;;) {
    given.throwIfAborted()
    const client = new pg.Client(connection)
    try {
      await client.connect()
      return client
    } catch (error) {
      // Not listening yet, or recovering after a crash.
      await client.end().catch(() => undefined)
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

/** A fast shutdown: running statements are rolled back, everything committed is kept. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGINT')
  if (await isGone(server.pid, LONGEST_STOP_MS)) return
  server.kill('SIGQUIT')
  await isGone(server.pid, LAST_STOP_MS)
}
