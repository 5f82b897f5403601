/**
 * The embedded PostgreSQL: a real server on a private Unix socket that starts and stops with the app. Its files
 * are in DATA_DIR (SPEC B1).
 */
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type DiskSpace, openDiskSpace } from '#server/database/embedded/disk/disk-space.ts'
import { rejectOnStop } from '#server/stop-request.ts'
import { APP_ROLE, prepareCluster, SUPERUSER, takeOwnership } from './cluster.ts'
import { ClusterError, type DatabaseEndedError } from './errors.ts'
import { endBackends, stopLeftover } from './leftovers.ts'
import { DataFolderError, lockFolder } from './lock.ts'
import { type Address, DATABASE, makeDatabase } from './make-database.ts'
import { clusterPath, findRunner, type Runner } from './runner.ts'
import {
  beginLog,
  logPath,
  PORT,
  type ServerPlace,
  type ServerProcess,
  spawnServer,
} from './server.ts'
import {
  emptySocketFolder,
  makeSocketFolder,
  nameSocketFolder,
  removeCopiedRecord,
  removeSocketFolder,
} from './socket.ts'
import { openWatcher } from './watcher.ts'

/** The process of a broken connection usually ends within this time. */
const END_MS = 1_000

export type EmbeddedServer = {
  /** For the role that owns the database. */
  connection: Address
  /** For the app's role. */
  app: Address
  stop(): Promise<void>
  /** Resolves if the server's process exits unexpectedly. After `restart`, call it again for the new process. */
  ended(): Promise<DatabaseEndedError>
  /** Starts the server again at the same address. Throws the errors of `startEmbedded`. */
  restart(): Promise<void>
  /** Aborts when a stop begins. */
  stopping: AbortSignal
  /** The folder of the server's files. */
  cluster: string
  disk: DiskSpace
  /** A note for the ready line. */
  note?: string
}

type Options = {
  /** Cancels the start, even during `initdb`. */
  stop?: AbortSignal
  chooseRunner?: (dataDir: string) => Promise<Runner>
  /** Called when the server's process has begun to start. */
  onSpawn?: () => void
}

/**
 * Throws DataFolderInUseError, DataFolderError, UnsupportedPlatformError, ClusterError, and the reason of `stop`.
 * A failed start leaves no process and no temporary folder.
 */
export async function startEmbedded(
  dataDir: string,
  {
    stop = new AbortController().signal,
    chooseRunner = findRunner,
    onSpawn = () => undefined,
  }: Options = {},
): Promise<EmbeddedServer> {
  rejectFewOpenFiles()
  const home = await makeDataFolder(dataDir)
  const unlock = await lockFolder(home)
  try {
    const copied = removeCopiedRecord(home)
    const place = await preparePlace(await chooseRunner(home), home, copied, stop)
    const close = async () => {
      await removeSocketFolder(home)
      place.watcher.close()
      unlock()
    }
    const server = openServer(place, stop, { onSpawn, close })
    await server.restart().catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    return server
  } catch (error) {
    unlock()
    throw error
  }
}

/** Returns the real path: two links to a folder are the same folder. */
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

async function preparePlace(
  runner: Runner,
  home: string,
  copied: boolean,
  stop: AbortSignal,
): Promise<ServerPlace> {
  const folder = await prepareServerFolder(runner, home)
  const disk = await openDiskSpace(folder, clusterPath(folder))
  await disk.release()
  const cluster = await prepareCluster(runner, folder, stop)
  await stopLeftover(cluster, copied)
  stop.throwIfAborted()
  const log = logPath(folder)
  beginLog(log)
  const socketFolder = nameSocketFolder(runner)
  const watcher = openWatcher(socketFolder)
  await makeSocketFolder(runner, home, socketFolder)
  return { runner, cluster, log, disk, socketFolder, watcher }
}

/** The data folder, or a folder that the server's user may enter. */
async function prepareServerFolder(runner: Runner, home: string): Promise<string> {
  if (!runner.elsewhere) return home
  await mkdir(runner.elsewhere, { recursive: true })
  await takeOwnership(runner, runner.elsewhere)
  return runner.elsewhere
}

/** Returns a server that is not running yet. `close` runs once, after the process has ended. */
function openServer(
  place: ServerPlace,
  stop: AbortSignal,
  { onSpawn, close }: { onSpawn: () => void; close: () => Promise<void> },
): EmbeddedServer {
  const own = new AbortController()
  const stopping = AbortSignal.any([own.signal, stop])
  const connection = { host: place.socketFolder, port: PORT, user: SUPERUSER, database: DATABASE }
  let run: ServerProcess | undefined
  let starting = Promise.resolve()
  let stopped: Promise<void> | undefined

  async function begin(): Promise<void> {
    await place.disk.release()
    await endBackends(place.cluster)
    await emptySocketFolder(place.runner, place.socketFolder)
    // Nothing may be awaited between this check and `run`: a stop must find the process.
    stopping.throwIfAborted()
    run = spawnServer(place)
    onSpawn()
    await waitUntilReady(run, connection, stopping)
  }

  async function end(): Promise<void> {
    own.abort(new Error('The database was stopped.'))
    place.disk.stop()
    await run?.stop()
    await starting.catch(() => undefined)
    await close()
  }

  return {
    connection,
    app: { ...connection, user: APP_ROLE },
    stopping,
    cluster: place.cluster,
    disk: place.disk,
    ...(place.runner.note ? { note: place.runner.note } : {}),
    ended: () => run?.ended ?? new Promise(() => undefined),
    restart: () => (starting = begin()),
    // A second call waits for the first: it must not release the lock of a later start.
    stop: () => (stopped ??= end()),
  }
}

/** Ends the process if it does not become ready. */
async function waitUntilReady(
  run: ServerProcess,
  connection: Address,
  stopping: AbortSignal,
): Promise<void> {
  const ended = run.ended.then((error) => Promise.reject(error))
  try {
    const over = AbortSignal.any([run.over, stopping])
    await rejectOnStop(stopping, Promise.race([makeDatabase(connection, over), ended]))
  } catch (error) {
    // The connection may break a moment before the process ends, and its log has the reason.
    const reason = stopping.aborted ? error : await Promise.race([run.ended, pause(END_MS, error)])
    await run.stop()
    throw reason
  }
}

// Checks the limit of open files. Below it, PostgreSQL fails with a message about itself (SPEC C28).

/** PostgreSQL needs about 60, the app about 40 and one for each connection of a browser. */
const FEWEST = 200

/** Throws ClusterError. */
export function rejectFewOpenFiles(limit = readLimit()): void {
  if (limit >= FEWEST) return
  const found = limit ? `${limit}, but ` : ''
  throw new ClusterError(
    `Too few open files are allowed (${found}Haulbook needs ${FEWEST}). Run \`ulimit -n 1024\` and start it again, or raise the limit where the service is defined.`,
  )
}

/** Infinity if there is no limit or it is unknown, 0 if not even a shell can start. */
function readLimit(): number {
  const { stdout, error } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })
  if (error && 'code' in error && error.code === 'EMFILE') return 0
  return Number(stdout) || Infinity
}
