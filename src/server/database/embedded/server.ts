/** The server's process: settings, log, shutdown. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { DiskSpace } from './disk/disk-space.ts'
import { limitLog } from './disk/limits.ts'
import { DatabaseEndedError } from './errors.ts'
import { explainEnd } from './exit-reason.ts'
import { isGone, readDatabaseEnvironment } from './processes.ts'
import type { Runner } from './runner.ts'
import type { Watcher } from './watcher.ts'

export const PORT = 5432

/** Signals with the milliseconds to wait after each. Together they stay below the 10 seconds that a stop may take. */
const ENDINGS = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 1_000],
] as const satisfies [NodeJS.Signals, number][]

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(PORT),
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // PostgreSQL logs every rejected duplicate as an error, with the customer's data. In months they would fill the
  // disk. The app logs what matters.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** The folders and the runner of a server. */
export type ServerPlace = {
  runner: Runner
  cluster: string
  socketFolder: string
  log: string
  disk: DiskSpace
  watcher: Watcher
}

export type ServerProcess = {
  /** Resolves with the reason if the process ends and `stop` was not called before. */
  ended: Promise<DatabaseEndedError>
  /** Aborts when the process has ended. */
  over: AbortSignal
  /** Rolls back running statements and keeps everything committed. */
  stop(): Promise<void>
}

/** Synchronous, so that the caller can listen before a server that fails immediately has exited. */
export function spawnServer(place: ServerPlace): ServerProcess {
  const log = openSync(place.log, 'a')
  const from = fstatSync(log).size
  const server = spawnPostgres(place, log)
  closeSync(log)
  place.watcher.watch(server.pid)

  let stopped = false
  const over = new AbortController()
  const ended = new Promise<DatabaseEndedError>((resolve) => {
    server.on('error', (error) => {
      over.abort()
      resolve(new DatabaseEndedError(`The database could not be started: ${error.message}`))
    })
    server.on('exit', (code, signal) => {
      over.abort()
      place.watcher.watch(undefined)
      if (!stopped) void explainEnd({ code, signal }, { file: place.log, from }).then(resolve)
    })
  })
  return {
    ended,
    over: over.signal,
    stop() {
      stopped = true
      return stopServer(server)
    },
  }
}

function spawnPostgres({ runner, cluster, socketFolder }: ServerPlace, log: number): ChildProcess {
  const settings = { ...SETTINGS, ...limitLog(cluster), unix_socket_directories: socketFolder }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...before] = [...runner.before, path.join(runner.bin, 'postgres')]
  return spawn(command, [...before, '-D', cluster, ...options], {
    ...runner.identity,
    cwd: '/',
    env: readDatabaseEnvironment(),
    // In a new process group: Ctrl-C must reach only the app, which stops the server last.
    detached: true,
    stdio: ['ignore', log, log],
  })
}

/** Begins a new log and keeps the one of the previous start. */
export function beginLog(file: string): void {
  if (existsSync(file)) renameSync(file, `${file}.old`)
}

async function stopServer(server: ChildProcess): Promise<void> {
  for (const [name, patience] of ENDINGS) {
    // After the exit another process may have its id.
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill(name)
    if (await isGone(server.pid, patience)) return
  }
}

/** The path of PostgreSQL's log. `folder` contains the cluster. */
export function logPath(folder: string): string {
  return path.join(folder, 'postgres.log')
}
