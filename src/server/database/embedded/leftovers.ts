/** A server that outlived a killed parent: stopped cleanly before a new one starts on its folder. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { commandOf, isGone, signal, startOf } from './processes.ts'

const LONGEST_STOP_MS = 8_000

/** Call it with the folder's lock held: then no live copy of the app can own the server. */
export async function stopLeftover(cluster: string): Promise<void> {
  const pid = await pidIn(cluster)
  if (pid === undefined || startOf(pid) === undefined) return
  // Ids are used again: by now it may be anybody's.
  if (!commandOf(pid).includes(cluster)) return
  signal(pid, 'SIGINT')
  if (await isGone(pid, LONGEST_STOP_MS)) return
  signal(pid, 'SIGQUIT')
  await isGone(pid, LONGEST_STOP_MS)
}

async function pidIn(cluster: string): Promise<number | undefined> {
  const file = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  return pid > 0 ? pid : undefined
}
