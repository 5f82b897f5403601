/** Finds the processes of a data folder in /proc of Linux. */
import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { listProcesses, readCommand } from '#server/database/embedded/processes.ts'

/** Returns the command lines of the processes that have the folder in their command line or run in it. */
export function findProcesses(folder: string): string[] {
  return listProcesses()
    .filter((pid) => readCommand(pid).includes(folder) || readFolder(pid).startsWith(folder))
    .map((pid) => `${pid} ${readCommand(pid)}`)
}

/** Returns the id of the database server's main process, or undefined if there is none. */
export function findPostmaster(dataDir: string): number | undefined {
  try {
    return parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'))
  } catch {
    return undefined
  }
}

function readFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
