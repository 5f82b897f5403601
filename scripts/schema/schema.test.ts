/** Writes migrations/schema/: what the tables, functions and triggers are after the last migration. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { describeCollations, describeFunctions, describeTypes } from './functions.ts'
import { describeTable, readTables } from './tables.ts'
import { describeTriggers, readTriggers } from './triggers.ts'

const FOLDER = path.join(import.meta.dirname, '../../migrations/schema')
const HEAD = '-- Written by the schema test from the migrations. Never run. Do not edit.'

const database = openDatabase(await freshDatabase(), () => undefined)

test.each([
  [
    '01-tables.sql',
    async () => [
      ...(await describeCollations(database)),
      ...(await readTables(database)).map(describeTable),
    ],
  ],
  [
    '02-functions.sql',
    async () => [
      (await describeTypes(database)).join('\n'),
      ...(await describeFunctions(database)),
    ],
  ],
  ['03-triggers.sql', async () => describeTriggers(await readTriggers(database))],
])('migrations/schema/%s is the schema that the migrations make', async (name, describe) => {
  const file = path.join(FOLDER, name)
  const written = await readFile(file, 'utf8').catch(() => '')
  const current = `${[HEAD, ...(await describe())].join('\n\n')}\n`
  if (current !== written) {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(file, current)
  }
  expect(current === written, `migrations/schema/${name} was out of date: commit the new one`).toBe(
    true,
  )
})
