/** One copy of the app on one data folder (SPEC B1). */
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IS_ROOT, OWN_PID } from './processes.ts'

export class DataFolderInUseError extends Error {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another copy of Haulbook (process ${pid}). Stop that one first.`,
    )
  }
}

export class DataFolderError extends Error {}

/**
 * An id in a file cannot tell whether its process lives: ids are used again, a dead one may not be
 * reaped yet, and two containers on one volume do not see each other's processes at all (two servers
 * then write one cluster). The system's own file lock ends with its holder, whatever ends that one,
 * and holds between containers. Node reaches it through SQLite, which is used for nothing else here.
 */
const GUARD = 'haulbook.guard'
/** Names the holder, for the message to a second copy. */
const HOLDER = 'haulbook.lock'
const SQLITE_BUSY = 5
const TIME_TO_WRITE_ITS_NAME_MS = 100

/** A guard that nobody refers to would be closed by the garbage collector, and the lock with it. */
const held = new Set<DatabaseSync>()

/** Takes the folder and gives what releases it. Throws DataFolderInUseError, DataFolderError. */
export async function lockFolder(folder: string): Promise<() => void> {
  const guard = openGuard(folder)
  if (!guard) {
    await new Promise((resolve) => setTimeout(resolve, TIME_TO_WRITE_ITS_NAME_MS))
    throw new DataFolderInUseError(folder, readHolder(folder))
  }
  held.add(guard)
  const holder = path.join(folder, HOLDER)
  rmSync(holder, { force: true })
  writeFileSync(holder, String(OWN_PID))
  return () => {
    if (!held.delete(guard)) return
    rmSync(holder, { force: true })
    // The guard's file stays: removed, it could be locked by one copy and made anew by another.
    guard.close()
  }
}

/** The guard, locked; undefined where another copy holds it. */
function openGuard(folder: string): DatabaseSync | undefined {
  const file = path.join(folder, GUARD)
  let guard: DatabaseSync | undefined
  try {
    guard = new DatabaseSync(file, { timeout: 0 })
    guard.exec('pragma journal_mode = off; begin exclusive')
    if (IS_ROOT) leaveToOwner(folder, file)
    return guard
  } catch (error) {
    guard?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(`The file ${file} cannot be locked: ${reason}`)
  }
}

/** Started by root once, the folder must still serve the user whom it belongs to. */
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
