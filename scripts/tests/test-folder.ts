/** Where a run of the tests keeps its database. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { availableMemory } from 'node:process'

/** Linux's file system in memory. */
export const MEMORY_FOLDER = '/dev/shm'
/** More than the databases and the log of a run take, with room for the tests themselves. */
const NEEDED_BYTES = 6 * 1024 ** 3

/**
 * The folder in memory if it has room, or else the temporary folder. Every test file creates a database of a thousand files and
 * drops it. ext4 does not give out the place of a file that was deleted seconds ago, and searched for free places for a
 * third of the run's CPU time.
 */
export function findTestFolder(): string {
  return hasRoom(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir()
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, availableMemory()) >= NEEDED_BYTES
  } catch {
    return false
  }
}
