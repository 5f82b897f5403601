/** The server's process: settings, log, shutdown. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'
import { isGone, readDatabaseEnvironment } from './processes.ts'
import type { Runner } from './runner.ts'

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
  max_connections: '50',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // PostgreSQL logs every rejected duplicate as an error, with the customer's data. In months they would fill the
  // disk. The app logs what matters.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Synchronous, so that the caller can listen before a server that fails at once has exited. */
export function spawnServer(
  runner: Runner,
  cluster: string,
  socketFolder: string,
  logFile: string,
): ChildProcess {
  const settings = { ...SETTINGS, unix_socket_directories: socketFolder }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...before] = [...runner.before, path.join(runner.bin, 'postgres')]
  const log = newLog(logFile)
  const server = spawn(command, [...before, '-D', cluster, ...options], {
    ...runner.identity,
    cwd: '/',
    env: readDatabaseEnvironment(),
    // In a new process group: Ctrl-C must reach only the app, which stops the server last.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return server
}

/** Keeps the log of this run and of the one before. */
function newLog(file: string): number {
  if (existsSync(file)) renameSync(file, `${file}.old`)
  return openSync(file, 'w')
}

/** Rolls back running statements and keeps everything committed. */
export async function stopServer(server: ChildProcess): Promise<void> {
  for (const [name, patience] of ENDINGS) {
    // After the exit another process may have its id.
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill(name)
    if (await isGone(server.pid, patience)) return
  }
}

/** The path of PostgreSQL's log. `folder` contains the cluster. */
export function logIn(folder: string): string {
  return path.join(folder, 'postgres.log')
}
