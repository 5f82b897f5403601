/** Stops a server that survived a killed app, before a new one starts in its folder. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ClusterError } from './errors.ts'
import { identify } from './identity.ts'
import {
  identifyWorkingFolder,
  isGone,
  listProcesses,
  OWN_PID,
  readCommand,
  readStartTime,
  signal,
} from './processes.ts'

const LONGEST_STOP_MS = 8_000
/** Signals with the milliseconds to wait after each: a slow or busy computer takes long to end a database. */
const ENDINGS = [
  ['SIGINT', LONGEST_STOP_MS],
  ['SIGQUIT', LONGEST_STOP_MS],
  // PostgreSQL recovers from it, as from a power failure.
  ['SIGKILL', 60_000],
] as const satisfies [NodeJS.Signals, number][]

/**
 * Call it with the folder's lock held, so that no running app owns the server. `copied`: the folder is a copy of
 * another one, whose server must not be touched. Throws ClusterError if the server does not stop, and if a link in
 * the copied folder leads to the other folder's cluster.
 */
export async function stopLeftover(cluster: string, copied: boolean): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const pid = parseInt(await readFile(file, 'utf8').catch(() => ''))
  if (!(pid > 0)) return
  if (readStartTime(pid) === undefined || !servesCluster(cluster, pid)) return releaseFolder(file)
  if (copied)
    throw new ClusterError(
      `${cluster} is a link to the database of another data folder, whose server is running (process ${pid}). Copy the database too.`,
    )
  for (const [name, patience] of ENDINGS) {
    signal(pid, name)
    if (await isGone(pid, patience)) return releaseFolder(file)
  }
  throw new ClusterError(
    `The database server of an earlier start (process ${pid}) is still running. Stop it and retry.`,
  )
}

/**
 * Process ids are reused: the id may belong to an editor that has one of the cluster's files open. A copied folder
 * names the server of the original. A server's working folder is its cluster, even after the folder was moved. If
 * the system does not show the working folder, the path in the command line decides.
 */
function servesCluster(cluster: string, pid: number): boolean {
  const command = `${readCommand(pid)} `
  if (!command.includes('/postgres -D ')) return false
  const folder = identifyWorkingFolder(pid)
  return folder === undefined
    ? command.includes(`/postgres -D ${cluster} `)
    : folder === identify(cluster)
}

/**
 * A server refuses to start if postmaster.pid names a process that exists, even a zombie,
 * but it treats the id of its parent process as stale. Do not delete the file instead: it names the shared memory,
 * which the server checks for processes of its predecessor.
 */
async function releaseFolder(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  // A server that was stopped has removed it.
  if (text) await writeFile(file, text.replace(/^.*/, String(OWN_PID)))
}

/**
 * Ends the server processes that outlived their postmaster, such as one in the middle of a long query. A new server
 * refuses to start while they use the memory of the old one. Only on Linux; on other systems they end automatically.
 */
export async function endBackends(cluster: string): Promise<void> {
  const folder = identify(cluster)
  if (!folder) return
  for (const pid of listProcesses()) {
    if (identifyWorkingFolder(pid) !== folder || !isPostgres(pid)) continue
    signal(pid, 'SIGKILL')
    await isGone(pid, LONGEST_STOP_MS)
  }
}

function isPostgres(pid: number): boolean {
  return /^postgres:|\/postgres -D /.test(readCommand(pid))
}
