/** Explains why the database's process exited, with the last meaningful lines of its log (SPEC C26, C28). */
import { open } from 'node:fs/promises'
import { DatabaseEndedError } from './errors.ts'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** The position in the log where the lines of this run begin. */
export type LogPosition = { file: string; from: number }

const MAX_BYTES = 64 * 1024
const MAX_LINES = 3
/** PostgreSQL's line: "2026-11-22 08:00:00.000 UTC [4711] FATAL:  the message". */
const LINE = /^[-\d]+ [.:\d]+ \w+ \[\d+\] (?<level>[A-Z]+\d?): +(?<text>.*)$/
/** Other levels do not explain an exit, and PostgreSQL's hints can be harmful here ("initdb"). Continuation lines and messages of the loader have no level. */
const REASONS = new Set(['PANIC', 'FATAL', 'ERROR', 'DETAIL', ''])
/** Messages to clients while the server starts or stops. They do not explain an exit. */
const ROUTINE_MESSAGES = /the database system is|terminating .*connection|^\s*$/

const DISK_FULL = /No space left on device|Disk quota exceeded/
const STILL_IN_USE = /pre-existing shared memory block|lock file .* already exists/
const DAMAGE =
  /pg_control|control file|checkpoint|pg_wal|pg_xact|pg_filenode|base\/|global\/|redo|incompatible with server/
/** Reasons that do not mean that files are damaged. */
const NO_DAMAGE = /No space left|quota|Too many open files|Permission denied|Cannot allocate memory/

export const RESTORE_ADVICE =
  'The files of the database seem damaged. Restore a backup: set DATA_DIR to a new folder, run `npm run restore -- FILE`, and copy encryption.key there.'

export async function explainEnd(exit: Exit, log: LogPosition): Promise<DatabaseEndedError> {
  const lines = listReasons(await readTail(log))
  const text = lines.join('\n')
  const message = [
    `${describeExit(exit)} Its log${lines.length ? ` (${log.file}) ends with:` : ` is ${log.file}`}`,
    ...lines.map((line) => `  ${line}`),
    ...(DAMAGE.test(text) && !NO_DAMAGE.test(text) ? [RESTORE_ADVICE] : []),
  ].join('\n')
  const cause = { diskFull: DISK_FULL.test(text), inUse: STILL_IN_USE.test(text) }
  return new DatabaseEndedError(message, cause)
}

/** The last lines that explain the exit, without time and process id. */
export function listReasons(log: string): string[] {
  const reasons = log.split('\n').flatMap((line) => {
    const { level = '', text = line } = LINE.exec(line)?.groups ?? {}
    const isReason = REASONS.has(level) && !ROUTINE_MESSAGES.test(text)
    return isReason ? [level ? `${level}: ${text}` : text.trim()] : []
  })
  return [...new Set(reasons)].slice(-MAX_LINES)
}

function describeExit({ code, signal }: Exit): string {
  if (signal === 'SIGKILL')
    return 'The database was killed, perhaps because the computer ran out of memory.'
  if (signal) return `The database was ended by the signal ${signal}.`
  return code === 0 ? 'Another program stopped the database.' : 'The database stopped by itself.'
}

async function readTail({ file, from }: LogPosition): Promise<string> {
  const log = await open(file).catch(() => undefined)
  if (!log) return ''
  try {
    const { size } = await log.stat()
    const start = Math.max(from, size - MAX_BYTES)
    const { buffer, bytesRead } = await log.read(
      Buffer.alloc(Math.max(size - start, 1)),
      0,
      null,
      start,
    )
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await log.close()
  }
}
