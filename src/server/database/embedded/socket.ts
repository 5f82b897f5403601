/** The folder of the server's socket: private, and with a short path however long the data folder's is. */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeOwnership } from './cluster.ts'
import { identify } from './identity.ts'
import { guardPath } from './lock.ts'
import type { Runner } from './runner.ts'

const PREFIX = 'haulbook-'
/**
 * Stores the folder's path, so that the next start removes the folder of a killed instance. The second line
 * identifies the data folder's guard: in a copied data folder the record names the socket of the original.
 */
const RECORD = 'haulbook.socket'
/** A socket's path may have about 100 bytes; the names of socket and folder take 36. */
const LONGEST_BASE = 60

/** A path for the folder of this start. */
export function nameSocketFolder(runner: Runner): string {
  // The server's user may have no access to root's temporary folder.
  const base = runner.elsewhere ?? shortTemporary()
  return path.join(base, `${PREFIX}${randomBytes(6).toString('hex')}`)
}

/** Removes the folder of a killed instance and creates this one. */
export async function makeSocketFolder(
  runner: Runner,
  dataDir: string,
  folder: string,
): Promise<void> {
  await removeSocketFolder(dataDir)
  // First the record: a kill between the two must not leave a folder that no start finds.
  const record = path.join(dataDir, RECORD)
  await writeFile(record, `${folder}\n${identify(guardPath(dataDir))}\n`)
  await mkdir(folder, { mode: 0o700 })
  await takeOwnership(runner, folder)
}

/** Empties the folder after the server was killed: the old lock file may name the id of a later process. */
export async function emptySocketFolder(runner: Runner, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await takeOwnership(runner, folder)
}

/** Removes the folder of this start or of a killed instance, unless it may belong to another data folder. */
export async function removeSocketFolder(dataDir: string): Promise<void> {
  const { folder, guard } = readRecord(dataDir)
  if (path.basename(folder).startsWith(PREFIX) && guard === identify(guardPath(dataDir)))
    await rm(folder, { recursive: true, force: true })
  await rm(path.join(dataDir, RECORD), { force: true })
}

/**
 * Removes the record of another data folder, of which this one is a copy. Returns whether there was one. Synchronous:
 * until it is removed, a command would use the original's database instead of this one.
 */
export function removeCopiedRecord(dataDir: string): boolean {
  if (!isCopied(dataDir)) return false
  rmSync(path.join(dataDir, RECORD), { force: true })
  return true
}

/** The socket's folder of the instance that runs on a data folder. "" while it starts or stops. */
export function readSocketFolder(dataDir: string): string {
  return isCopied(dataDir) ? '' : readRecord(dataDir).folder
}

function isCopied(dataDir: string): boolean {
  const { guard } = readRecord(dataDir)
  return guard !== undefined && guard !== identify(guardPath(dataDir))
}

function readRecord(dataDir: string): { folder: string; guard: string | undefined } {
  try {
    const text = readFileSync(path.join(dataDir, RECORD), 'utf8')
    const [folder = '', guard] = text.split('\n')
    return { folder, guard }
  } catch {
    return { folder: '', guard: undefined }
  }
}

function shortTemporary(): string {
  return Buffer.byteLength(tmpdir()) > LONGEST_BASE ? '/tmp' : tmpdir()
}
