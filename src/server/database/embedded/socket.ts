/** The folder of the server's socket: private, and short whatever the data folder is called. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeOwnership } from './cluster.ts'
import type { Runner } from './runner.ts'

const PREFIX = 'haulbook-'
/** Says where the folder is, so that a killed copy's does not stay for ever. */
export const SOCKET_RECORD = 'haulbook.socket'
/** A socket's path may be at most about 100 bytes long; its name and the folder's take 31 of them. */
const LONGEST_BASE = 60

export async function makeSocketFolder(runner: Runner, dataDir: string): Promise<string> {
  await removeSocketFolder(dataDir)
  // Root's own temporary folder may be closed to the user whom the server runs as.
  const folder = await mkdtemp(path.join(runner.elsewhere ?? shortTemporary(), PREFIX))
  await takeOwnership(runner, folder)
  await writeFile(path.join(dataDir, SOCKET_RECORD), folder)
  return folder
}

/** Removes the folder of this start, or the one that a killed copy left. */
export async function removeSocketFolder(dataDir: string): Promise<void> {
  const record = path.join(dataDir, SOCKET_RECORD)
  const folder = await readFile(record, 'utf8').catch(() => '')
  if (path.basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true })
  await rm(record, { force: true })
}

function shortTemporary(): string {
  return Buffer.byteLength(tmpdir()) > LONGEST_BASE ? '/tmp' : tmpdir()
}
