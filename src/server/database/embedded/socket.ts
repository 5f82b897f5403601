/** The folder of the server's socket: private, and with a short path however long the data folder's is. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeOwnership } from './cluster.ts'
import type { Runner } from './runner.ts'

const PREFIX = 'haulbook-'
/** Stores the folder's path, so that the next start removes the folder of a killed instance. */
export const SOCKET_RECORD = 'haulbook.socket'
/** A socket's path may have about 100 bytes; the names of socket and folder take 36. */
const LONGEST_BASE = 60

export async function makeSocketFolder(runner: Runner, dataDir: string): Promise<string> {
  await removeSocketFolder(dataDir)
  // The server's user may have no access to root's temporary folder.
  const base = runner.elsewhere ?? shortTemporary()
  const folder = path.join(base, `${PREFIX}${randomBytes(6).toString('hex')}`)
  // First the record: a kill between the two must not leave a folder that no start finds.
  await writeFile(path.join(dataDir, SOCKET_RECORD), folder)
  await mkdir(folder, { mode: 0o700 })
  await takeOwnership(runner, folder)
  return folder
}

/** Empties the folder after the server was killed: the old lock file may name the id of a later process. */
export async function emptySocketFolder(runner: Runner, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await takeOwnership(runner, folder)
}

/** Removes the folder of this start or of a killed instance. */
export async function removeSocketFolder(dataDir: string): Promise<void> {
  const record = path.join(dataDir, SOCKET_RECORD)
  const folder = await readFile(record, 'utf8').catch(() => '')
  if (path.basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true })
  await rm(record, { force: true })
}

function shortTemporary(): string {
  return Buffer.byteLength(tmpdir()) > LONGEST_BASE ? '/tmp' : tmpdir()
}
