/** For commands beside the app: its running server, or one started for as long as the command takes. */
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { readCluster, SUPERUSER } from './cluster.ts'
import { DATABASE, startEmbedded, type EmbeddedServer } from './embedded.ts'
import { DataFolderError, DataFolderInUseError } from './lock.ts'
import { findRunner } from './runner.ts'
import { PORT } from './server.ts'
import { SOCKET_RECORD } from './socket.ts'

export type Attached = Pick<EmbeddedServer, 'connection' | 'stop'> & {
  /** Whether a copy of the app is at work on it at the same time. */
  shared: boolean
}

/** Throws DataFolderError where another copy is just starting or stopping, and as `startEmbedded` does. */
export async function attachEmbedded(dataDir: string): Promise<Attached> {
  try {
    return { ...(await startEmbedded(dataDir)), shared: false }
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    const host = await runningSocket(dataDir)
    const connection = { host, port: PORT, user: SUPERUSER, database: DATABASE }
    return { connection, stop: () => Promise.resolve(), shared: true }
  }
}

/** Whether the folder has a database already: a mistyped DATA_DIR must not make an empty one. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  if (!(await exists(dataDir))) return false
  const home = await realpath(dataDir)
  const { elsewhere } = await findRunner(home)
  return exists(readCluster(elsewhere ?? home))
}

async function runningSocket(dataDir: string): Promise<string> {
  const record = path.join(await realpath(dataDir), SOCKET_RECORD)
  const folder = await readFile(record, 'utf8').catch(() => '')
  if (folder) return folder
  throw new DataFolderError(
    `Haulbook is just starting or stopping on ${dataDir}. Try again in a moment.`,
  )
}

async function exists(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined)) !== undefined
}
