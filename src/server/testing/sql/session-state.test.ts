import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listMigrationFiles } from '#server/database/migrate.ts'
import { findSessionState } from './session-state.ts'

test.each([
  'select pg_advisory_lock(1)',
  'SELECT pg_try_advisory_lock($1)',
  'select pg_advisory_unlock(1)',
  "set statement_timeout = '1h'",
  'set session timezone to utc',
  "select set_config('app.account', $1, false)",
  'listen loads',
  'prepare page as select 1',
  'execute page',
  'create temp table found (id bigint)',
  'declare reading cursor with hold for select 1',
  "select currval('loads_id_seq')",
])('"%s" leaves state in a session', (statement) => {
  expect(findSessionState([statement])).toEqual([statement])
})

test('State that ends with its transaction is allowed', () => {
  const statements = [
    'select pg_advisory_xact_lock(1)',
    "set local statement_timeout = '1h'",
    "select set_config('app.account', $1, true)",
    'set transaction isolation level repeatable read',
    'declare reading no scroll cursor for select 1',
    'update loads set notes = $1 where user_id = $2',
  ]
  expect(findSessionState(statements)).toEqual([])
})

test('No migration leaves state in a session', async () => {
  const folder = path.join(import.meta.dirname, '../../../../migrations')
  const files = (await listMigrationFiles()).map((name) => path.join(folder, `${name}.sql`))
  const statements = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  expect(statements.length).toBeGreaterThan(0)
  expect(findSessionState(statements.flatMap((text) => text.split(';')))).toEqual([])
})
