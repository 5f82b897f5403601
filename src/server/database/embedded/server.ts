/** The process of the server: its settings, its log, its end. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'
import { isGone } from './processes.ts'
import type { Runner } from './runner.ts'

export const PORT = 5432

/** Each is tried for so long: together well under the ten seconds that a stop may take. */
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
  // Every refused duplicate is an error to PostgreSQL: in a server that runs for months they would
  // fill the disk, with the customers' data in them. The app logs what matters.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Without a pause between start and return: of one that ends at once the caller must hear too. */
export function spawnServer(
  runner: Runner,
  cluster: string,
  socketFolder: string,
  logFile: string,
): ChildProcess {
  const settings = { ...SETTINGS, unix_socket_directories: socketFolder }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...before] = [...runner.before, path.join(runner.bin, 'postgres')]
  const log = newLog(logFile)
  const server = spawn(command, [...before, '-D', cluster, ...words], {
    ...runner.identity,
    cwd: '/',
    // Its own process group: Ctrl-C must reach the app alone, which stops the server last.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return server
}

/** This run's log and the last one's, which tells why that one ended; older ones would only pile up. */
function newLog(file: string): number {
  if (existsSync(file)) renameSync(file, `${file}.old`)
  return openSync(file, 'w')
}

/** A fast shutdown: running statements are rolled back, everything committed is kept. */
export async function stopServer(server: ChildProcess): Promise<void> {
  for (const [name, patience] of ENDINGS) {
    // Once it has ended its id may be anybody's.
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill(name)
    if (await isGone(server.pid, patience)) return
  }
}

/** Where PostgreSQL's log is, in the folder that holds the cluster. */
export function logIn(folder: string): string {
  return path.join(folder, 'postgres.log')
}
