/** Restores a backup into an empty database, completely or not at all (SPEC S26). */
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { setWorkerNumbering } from '#server/database/distribute/numbering.ts'
import { migrate, listMigrationFiles } from '#server/database/migrate.ts'
import type { Connection } from '#server/database/open.ts'
import { listMigrations, listTables } from './catalog.ts'
import {
  BackupError,
  checkBackup,
  encodeLine,
  END_OF_TABLE,
  readLines,
  withoutTemporary,
  type BackedUpTable,
} from './format.ts'
import { withSnapshot, withSession } from './session.ts'

/** Returns the number of rows. Throws BackupError before anything is written. */
export async function restoreBackup(connection: Connection, file: string): Promise<number> {
  const { migrations, tables } = await checkBackup(file)
  const last = await findLastMigration(migrations)
  await rejectFilledDatabase(connection)
  // The first migration goes only to the state of the backup, so that its columns match.
  await migrate(connection, last)
  const rows = await withSession(connection, (session) =>
    withSnapshot(session, 'read write', () => fill(session, tables, readLines(file))),
  )
  await migrate(connection)
  await withSession(connection, setWorkerNumbering)
  return rows
}

/** The last of the backup's migrations. They must be the first of those that this version has. */
async function findLastMigration(migrations: string[]): Promise<string | undefined> {
  const known = (await listMigrationFiles()).slice(0, migrations.length)
  if (known.join() === migrations.toSorted().join()) return known.at(-1)
  throw new BackupError('This backup was made by an incompatible version of Haulbook.')
}

async function rejectFilledDatabase(connection: Connection): Promise<void> {
  const filled = await withSession(connection, async (session) => {
    if (!(await listMigrations(session)).length) return false
    return (await session.query('select 1 from users limit 1')).rowCount
  })
  if (filled)
    throw new BackupError(
      'The database is not empty. Set DATA_DIR or DATABASE_URL to an empty one.',
    )
}

async function fill(
  session: pg.Client,
  tables: BackedUpTable[],
  lines: AsyncGenerator<Buffer>,
): Promise<number> {
  let rows = 0
  rejectOtherTables(tables, await listTables(session))
  await lines.next()
  for (const table of tables) {
    // The rows already contain what triggers compute. Links are still checked.
    await session.query(`alter table ${table.name} disable trigger user`)
    rows += await fillTable(session, table, lines)
    await session.query(`alter table ${table.name} enable trigger user`)
    if (table.lastId)
      await session.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [
        table.name,
        table.lastId,
      ])
  }
  if (tables.some(({ name }) => name === 'mails')) await session.query(STOP_MAILS, [WAS_RESTORED])
  return rows
}

/** Queued emails may have been sent after the backup, so a member decides about each (SPEC C186). */
const STOP_MAILS = `update mails set state = 'unknown', next_try_at = null, claim = null, claimed_until = null, answer = $1
  where state in ('queued', 'sending')`
const WAS_RESTORED = 'It was waiting when the backup was made.'

/** The file's table and column names become SQL, so they must equal those of this version. */
function rejectOtherTables(tables: BackedUpTable[], here: BackedUpTable[]): void {
  const names = (some: BackedUpTable[]) =>
    some.map(({ name, columns }) => [name, ...columns.toSorted()].join()).toSorted()
  if (names(tables).join('\n') !== names(withoutTemporary(here)).join('\n'))
    throw new BackupError('The tables of this backup are not Haulbook tables.')
}

/** Consumes the lines up to the end of the table. Returns the number of rows. */
async function fillTable(
  session: pg.Client,
  { name, columns }: BackedUpTable,
  lines: AsyncGenerator<Buffer>,
): Promise<number> {
  const copy = session.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const done = finished(copy)
  const failed = new AbortController()
  done.catch((error: unknown) => failed.abort(error))
  for (;;) {
    const { value: line, done: over } = await lines.next()
    failed.signal.throwIfAborted()
    if (over || isEnd(line)) break
    // Also rejects if the copy fails. A race with `done` would keep a promise for each of millions of waits.
    if (!copy.write(line)) await once(copy, 'drain')
  }
  copy.end()
  await done
  return copy.rowCount
}

const LAST_LINE = encodeLine(END_OF_TABLE)

function isEnd(line: Buffer): boolean {
  return line.equals(LAST_LINE)
}
