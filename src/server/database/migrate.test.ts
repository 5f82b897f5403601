import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { registerCitus } from '#server/testing/register-citus.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { checkSessionSettings } from './check-session-settings.ts'
import { migrate, listMigrationFiles } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'

async function readNames(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}

test('S30 Instances that start at the same time migrate an empty database once', async () => {
  const connection = await emptyDatabase()
  await Promise.all([1, 2, 3, 4].map(() => migrate(connection)))
  const database = openDatabase(connection, () => undefined)
  expect(await readNames(database)).toEqual(await listMigrationFiles())
  await database.destroy()
})

test('C490 An instance that waits for another one’s update says so', async () => {
  const connection = await emptyDatabase()
  const waits = [vi.fn(), vi.fn()]
  await Promise.all(waits.map((onWait) => migrate(connection, undefined, onWait)))
  expect(waits.filter((onWait) => onWait.mock.calls.length > 0)).toHaveLength(1)
})

test.each([
  ['A new database', undefined],
  ['A database made by the migrations', (await listMigrationFiles()).at(-1)],
])('C260 %s with Citus gets one statement in each message', async (_what, last) => {
  const connection = await emptyDatabase()
  await registerCitus(connection)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await migrate(connection, last)
  // The driver returns a list for a message with several statements.
  const results = query.mock.settledResults.map(({ value }: { value: unknown }) => value)
  query.mockRestore()
  expect(results.length).toBeGreaterThan(500)
  expect(results.filter(Array.isArray)).toEqual([])
})

test('S30 An older instance rejects a newer database and does not change it', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  const database = openDatabase(connection, () => undefined)
  await sql`insert into migrations values ('9999-later', '2999-01-01T00:00:00.000Z')`.execute(
    database,
  )
  await expect(migrate(connection)).rejects.toThrow('upgraded by a newer Haulbook')
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(
    database,
  )
  expect(rows).toEqual([])
  await database.destroy()
})

test('S30 Data of a version before 1.0.0 is refused in one sentence', async () => {
  const connection = await emptyDatabase()
  const database = openDatabase(connection, () => undefined)
  await sql`create table kysely_migration (name text primary key)`.execute(database)
  await expect(migrate(connection)).rejects.toThrow(/^This data .* older than version 1\.0\.0/)
  const { rows } = await sql`select from pg_class where relname = 'users'`.execute(database)
  expect(rows).toEqual([])
  await database.destroy()
})

test('S30 If a pooler drops session settings, the start fails and names the commands', async () => {
  const database = openDatabase(await emptyDatabase(), () => undefined)
  await checkSessionSettings(database)
  await database.transaction().execute(async (work) => {
    await sql`set local timezone = 'America/Denver'`.execute(work)
    await sql`set local statement_timeout = 0`.execute(work)
    const rejected = expect(checkSessionSettings(work)).rejects
    await rejected.toThrow(/set timezone = 'UTC';\n.*set statement_timeout = '30s';$/)
  })
  await database.destroy()
})

test('B20 The indexes of numbers are rebuilt at a start after an upgrade of ICU', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  const database = openDatabase(connection, () => undefined)
  const readIndex = async () => {
    const { rows } = await sql<{ version: string; file: number; other: number }>`
      select collversion as version, pg_relation_filenode('loads_load_id_key') as file,
        pg_relation_filenode('loads_revenue_idx') as other
      from pg_collation where collname = 'natural_number'`.execute(database)
    return rows[0]
  }
  const before = await readIndex()
  await migrate(connection)
  expect(await readIndex()).toEqual(before)
  await sql`update pg_collation set collversion = '1' where collname = 'natural_number'`.execute(
    database,
  )
  await migrate(connection)
  const after = await readIndex()
  expect(after).toMatchObject({ version: before?.version, other: before?.other })
  expect(after?.file).not.toBe(before?.file)
  await database.destroy()
})
