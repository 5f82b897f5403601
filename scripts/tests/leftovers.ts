/** Stops the test database server of a run that was interrupted or killed. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommand, signal, readStartTime } from '#server/database/embedded/processes.ts'
import { MEMORY_FOLDER } from './test-folder.ts'

/** The folder names contain the process id of their run: haulbook-test-4711-x1y2z3. */
export const FOLDER_PREFIX = `haulbook-test-${process.pid}-`
const FOLDER = /^haulbook-test-(\d+)-/

/** Synchronous, because it also runs while the process exits. */
export function endServerIn(folder: string): void {
  const cluster = path.join(folder, 'postgres')
  const pid = readPid(cluster)
  if (pid > 0 && readCommand(pid).includes(cluster)) endNow(pid)
  remove(folder)
}

/** Ends the servers that killed runs left running. */
export function endLeftovers(): void {
  for (const place of [tmpdir(), MEMORY_FOLDER]) {
    for (const name of list(place)) {
      const run = FOLDER.exec(name)?.[1]
      if (run && readStartTime(Number(run)) === undefined) endServerIn(path.join(place, name))
    }
  }
}

function list(place: string): string[] {
  try {
    return readdirSync(place)
  } catch {
    // Not every system has a file system in memory.
    return []
  }
}

function endNow(pid: number): void {
  signal(pid, 'SIGQUIT')
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let tried = 0; tried < 40 && readStartTime(pid) !== undefined; tried++) {
    Atomics.wait(clock, 0, 0, 50)
  }
}

function readPid(cluster: string): number {
  try {
    return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // It belongs to another user, or its server is still writing: the next run removes it.
  }
}
