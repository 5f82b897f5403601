/** A server that outlived a killed parent: stopped cleanly before a new one starts on its folder. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ClusterError } from './cluster.ts'
import { readCommand, isGone, OWN_PID, signal, readStartTime } from './processes.ts'

const LONGEST_STOP_MS = 8_000

/**
 * Call it with the folder's lock held: then no live copy of the app can own the server.
 * Throws ClusterError where the leftover does not end.
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const [first = '', ...rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(first)
  if (!(pid > 0) || readStartTime(pid) === undefined) return
  if (!isServerOf(cluster, pid)) return releaseFolder(file, rest)
  for (const name of ['SIGINT', 'SIGQUIT'] as const) {
    signal(pid, name)
    if (await isGone(pid, LONGEST_STOP_MS)) return
  }
  throw new ClusterError(
    `The database server of an earlier start (process ${pid}) does not end. Stop it and start again.`,
  )
}

/** Ids are used again: by now it may be anybody's, an editor with one of the cluster's files too. */
function isServerOf(cluster: string, pid: number): boolean {
  return `${readCommand(pid)} `.includes(`/postgres -D ${cluster} `)
}

/**
 * A server that finds the id of a live process in its file refuses to start. The id of its own parent
 * it takes for a stale one; and, unlike without the file, it still looks for processes of its
 * predecessor that use the shared memory named there.
 */
async function releaseFolder(file: string, rest: string[]): Promise<void> {
  await writeFile(file, [OWN_PID, ...rest].join('\n'))
}
