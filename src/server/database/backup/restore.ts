/** Puts a backup into a database that is still empty: all of it or nothing (SPEC S26). */
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, migrationNames } from '#server/database/migrate.ts'
import type { Connection } from '#server/database/open.ts'
import { listMigrations, listTables } from './catalogue.ts'
import { BackupError, checkBackup, END_OF_TABLE, readLines, type BackedUpTable } from './format.ts'
import { withSnapshot, withSession } from './session.ts'

/** Gives how many rows there were. Throws BackupError before anything is written. */
export async function restoreBackup(connection: Connection, file: string): Promise<number> {
  const { migrations, tables } = await checkBackup(file)
  const last = await lastMigration(migrations)
  await rejectFilledDatabase(connection)
  // To the state that the backup was made in: only then do its columns fit.
  await migrate(connection, last)
  const rows = await withSession(connection, (session) =>
    withSnapshot(session, 'read write', () => fill(session, tables, readLines(file))),
  )
  await migrate(connection)
  return rows
}

/** Of the backup's migrations, which have to be the first of those that are known here. */
async function lastMigration(migrations: string[]): Promise<string | undefined> {
  const known = (await migrationNames()).slice(0, migrations.length)
  if (known.join() === migrations.toSorted().join()) return known.at(-1)
  throw new BackupError('This backup was made by a newer or another Haulbook than this one.')
}

async function rejectFilledDatabase(connection: Connection): Promise<void> {
  const filled = await withSession(connection, async (session) => {
    if (!(await listMigrations(session)).length) return false
    return (await session.query('select 1 from users limit 1')).rowCount
  })
  if (filled)
    throw new BackupError(
      'There are accounts in this database already. A backup is restored into an empty one: name a new DATA_DIR or DATABASE_URL.',
    )
}

async function fill(
  session: pg.Client,
  tables: BackedUpTable[],
  lines: AsyncGenerator<Buffer>,
): Promise<number> {
  let rows = 0
  rejectOtherConnections(tables, await listTables(session))
  await lines.next()
  for (const table of tables) {
    // What triggers compute stands in the rows already; links are still checked.
    await session.query(`alter table ${table.name} disable trigger user`)
    rows += await fillTable(session, table, lines)
    await session.query(`alter table ${table.name} enable trigger user`)
    if (table.lastId)
      await session.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [
        table.name,
        table.lastId,
      ])
  }
  return rows
}

/** What the file says of itself becomes SQL: it has to be what is known here. */
function rejectOtherConnections(tables: BackedUpTable[], here: BackedUpTable[]): void {
  const names = (some: BackedUpTable[]) =>
    some.map(({ name, columns }) => [name, ...columns.toSorted()].join()).toSorted()
  if (names(tables).join('\n') !== names(here).join('\n'))
    throw new BackupError('The tables of this backup are not those of Haulbook.')
}

/** Takes the lines up to the end of the table. */
async function fillTable(
  session: pg.Client,
  { name, columns }: BackedUpTable,
  lines: AsyncGenerator<Buffer>,
): Promise<number> {
  const copy = session.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const done = finished(copy)
  for (;;) {
    const { value: line, done: over } = await lines.next()
    if (over || isEnd(line)) break
    if (!copy.write(line)) await Promise.race([once(copy, 'drain'), done])
  }
  copy.end()
  await done
  return copy.rowCount
}

function isEnd(line: Buffer): boolean {
  return line.toString() === `${END_OF_TABLE}\n`
}
