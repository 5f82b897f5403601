/** `migrations/schema/` is the source of a new database. An older one must become the same by the files of `migrations/`. */
import { expect, test } from 'vitest'
import { listMigrationFiles, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import {
  describeCollations,
  describeExceptions,
  describeFunctions,
  describeTypes,
} from './functions.ts'
import { describeTable, readTables } from './tables.ts'
import { describeTriggers, readTriggers } from './triggers.ts'

async function describeSchema(last?: string): Promise<string[]> {
  const connection = await emptyDatabase()
  await migrate(connection, last)
  const database = openDatabase(connection, () => undefined)
  const described = [
    ...(await describeCollations(database)),
    ...(await describeTypes(database)),
    ...(await readTables(database)).map(describeTable),
    ...(await describeFunctions(database)),
    ...(await describeExceptions(database)),
    ...describeTriggers(await readTriggers(database)),
  ]
  await database.destroy()
  return described
}

test('The migrations make the same database as the schema', async () => {
  const source = await describeSchema()
  const migrated = await describeSchema((await listMigrationFiles()).at(-1))
  expect(source.length).toBeGreaterThan(250)
  expect(migrated.filter((part) => !source.includes(part))).toEqual([])
  expect(source.filter((part) => !migrated.includes(part))).toEqual([])
})
