/** Gives a command the running app's database server, or one that runs as long as the command. */
import { realpath, stat } from 'node:fs/promises'
import { SUPERUSER } from './cluster.ts'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'
import { DataFolderError, DataFolderInUseError } from './lock.ts'
import { DATABASE } from './make-database.ts'
import { clusterPath, findRunner } from './runner.ts'
import { PORT } from './server.ts'
import { readSocketFolder } from './socket.ts'

export type Attached = Pick<EmbeddedServer, 'connection' | 'stop'> & {
  /** Whether a running app uses the database at the same time. */
  shared: boolean
}

/** Throws DataFolderError while another instance starts or stops, and the errors of `startEmbedded`. */
export async function attachEmbedded(dataDir: string, stop?: AbortSignal): Promise<Attached> {
  try {
    return { ...(await startEmbedded(dataDir, stop ? { stop } : {})), shared: false }
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    const host = await findSocket(dataDir)
    const connection = { host, port: PORT, user: SUPERUSER, database: DATABASE }
    return { connection, stop: () => Promise.resolve(), shared: true }
  }
}

/** Whether the folder has a database. A mistyped DATA_DIR must not create an empty one. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  if (!(await exists(dataDir))) return false
  const home = await realpath(dataDir)
  const { elsewhere } = await findRunner(home)
  return exists(clusterPath(elsewhere ?? home))
}

async function findSocket(dataDir: string): Promise<string> {
  const folder = readSocketFolder(await realpath(dataDir))
  if (folder) return folder
  throw new DataFolderError(
    `Haulbook is starting or stopping in ${dataDir}. Try again in a moment.`,
  )
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined
}
