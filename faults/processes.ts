/** The processes of a data folder, read from Linux' /proc. */
import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { listProcesses, readCommand } from '#server/database/embedded/processes.ts'

/** The command lines of the processes that name the folder or work in it. */
export function findProcesses(folder: string): string[] {
  return listProcesses()
    .filter((pid) => readCommand(pid).includes(folder) || readFolder(pid).startsWith(folder))
    .map((pid) => `${pid} ${readCommand(pid)}`)
}

/** The id of the database server's first process, undefined if there is none. */
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
