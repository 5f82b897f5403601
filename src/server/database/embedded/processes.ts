/** Asks the operating system about processes. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { identify } from './identity.ts'

export const OWN_PID = process.pid
export const IS_ROOT = process.getuid?.() === 0
export const PLATFORM = `${process.platform}-${process.arch}`

/**
 * When a process started, as text that differs for a later process with the same id. Undefined if the process has
 * ended. A zombie process still accepts `kill(pid, 0)`, but counts as ended.
 */
export function readStartTime(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) return startInProc(pid)
  const listed = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const line = listed.stdout.trim()
  return line && !line.startsWith('Z') ? line.replace(/^\S+\s+/, '') : undefined
}

/** The command line of a process, "" if it has ended. */
export function readCommand(pid: number): string {
  try {
    if (existsSync('/proc/self/stat'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** The ids of all processes. Empty on systems without /proc. */
export function listProcesses(): number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Identifies the folder that a process works in. Undefined if the system does not show it. */
export function identifyWorkingFolder(pid: number): string | undefined {
  return identify(`/proc/${pid}/cwd`)
}

/** What PostgreSQL needs of our environment. It must not inherit the rest, such as ENCRYPTION_KEY (SPEC S13). */
const NEEDED = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|LD_LIBRARY_PATH)$/

/** The environment of the database's processes. */
export function readDatabaseEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      NEEDED.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

/** Sends a signal; false if the process does not exist. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Waits until a process has ended; false after `timeoutMs`. */
export async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited <= timeoutMs; waited += 50) {
    if (readStartTime(pid) === undefined) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

function startInProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces and parentheses.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : rest[18]
  } catch {
    return undefined
  }
}
