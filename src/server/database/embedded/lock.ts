/** Allows one running app per data folder (SPEC B1). */
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IS_ROOT, OWN_PID } from './processes.ts'

export class DataFolderInUseError extends Error {
  constructor(folder: string, pid: string) {
    super(`The data folder ${folder} is used by another Haulbook (process ${pid}). Stop it first.`)
  }
}

export class DataFolderError extends Error {}

/**
 * A process id in a file does not show whether the process is running: ids are reused, a dead process may not be reaped
 * yet, and two containers on one volume do not see each other's processes (two servers would write one cluster).
 * The system's file lock ends with its holder and works between containers. Node offers it only through SQLite,
 * which Haulbook uses for nothing else.
 */
const GUARD = 'haulbook.guard'

/** The path of a data folder's guard. It is never replaced, so it also identifies the folder. */
export function guardPath(folder: string): string {
  return path.join(folder, GUARD)
}
/** Names the holder's process for the error message. */
const HOLDER = 'haulbook.lock'
const SQLITE_BUSY = 5
const TIME_TO_WRITE_ITS_NAME_MS = 100

/** Keeps the guards referenced: the garbage collector would close them and release the lock. */
const held = new Set<DatabaseSync>()

/** Locks the folder and returns the function that unlocks it. Throws DataFolderInUseError, DataFolderError. */
export async function lockFolder(folder: string): Promise<() => void> {
  const guard = openGuard(folder)
  if (!guard) {
    await new Promise((resolve) => setTimeout(resolve, TIME_TO_WRITE_ITS_NAME_MS))
    throw new DataFolderInUseError(folder, readHolder(folder))
  }
  held.add(guard)
  const holder = path.join(folder, HOLDER)
  rmSync(holder, { force: true })
  writeHolder(holder)
  return () => {
    if (!held.delete(guard)) return
    rmSync(holder, { force: true })
    // Keep the guard's file: one instance could lock the deleted file while another creates a new one.
    guard.close()
  }
}

/** Only for a message: a full disk must not prevent the start, which then frees the reserve. */
function writeHolder(file: string): void {
  try {
    writeFileSync(file, String(OWN_PID))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** The locked guard, undefined if another instance holds it. */
function openGuard(folder: string): DatabaseSync | undefined {
  const file = guardPath(folder)
  let guard: DatabaseSync | undefined
  try {
    guard = new DatabaseSync(file, { timeout: 0 })
    guard.exec('pragma journal_mode = memory; begin exclusive')
    if (IS_ROOT) leaveToOwner(folder, file)
    return guard
  } catch (error) {
    guard?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(`Can't lock the file ${file}: ${reason}`)
  }
}

/** After a start by root, the folder's owner must still be able to lock it. */
function leaveToOwner(folder: string, file: string): void {
  const { uid, gid } = statSync(folder)
  chownSync(file, uid, gid)
}

function readHolder(folder: string): string {
  try {
    return readFileSync(path.join(folder, HOLDER), 'utf8') || 'unknown'
  } catch {
    return 'unknown'
  }
}
