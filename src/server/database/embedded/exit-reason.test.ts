import { expect, test } from 'vitest'
import { rejectFewOpenFiles } from './embedded.ts'
import { explainEnd, listReasons } from './exit-reason.ts'

const FULL_DISK = `2026-11-22 06:00:00.000 UTC [1] LOG:  starting PostgreSQL 18.1
2026-11-22 06:00:00.001 UTC [2] FATAL:  the database system is starting up
2026-11-22 06:00:01.000 UTC [3] PANIC:  could not write to file "pg_wal/xlogtemp.3": No space left on device
2026-11-22 06:00:01.001 UTC [1] LOG:  server process (PID 3) was terminated by signal 6: Aborted
2026-11-22 06:00:01.002 UTC [4] FATAL:  could not write to file "pg_wal/xlogtemp.4": No space left on device
2026-11-22 06:00:01.003 UTC [1] LOG:  shutting down due to startup process failure
`

test('C26 The last lines of the log that give a reason are shown, each once', () => {
  expect(listReasons(FULL_DISK + FULL_DISK)).toEqual([
    'PANIC: could not write to file "pg_wal/xlogtemp.3": No space left on device',
    'FATAL: could not write to file "pg_wal/xlogtemp.4": No space left on device',
  ])
  expect(listReasons('postgres: error while loading shared libraries: x.so\n')).toEqual([
    'postgres: error while loading shared libraries: x.so',
  ])
})

test('C26 An exit without a log names the signal', async () => {
  const log = { file: '/nowhere/postgres.log', from: 0 }
  expect((await explainEnd({ code: null, signal: 'SIGSEGV' }, log)).message).toBe(
    'The database was ended by the signal SIGSEGV. Its log is /nowhere/postgres.log',
  )
})

test('C28 Too few open files are rejected with the command that raises the limit', () => {
  expect(() => rejectFewOpenFiles(64)).toThrow(
    'Too few open files are allowed (64, but Haulbook needs 200). Run `ulimit -n 1024`',
  )
  expect(() => rejectFewOpenFiles(200)).not.toThrow()
})
