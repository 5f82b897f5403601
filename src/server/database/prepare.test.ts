import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { byAppRole } from '#server/testing/database-names.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp } from '#server/testing/test-app.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { openDatabase } from './open.ts'
import { grantAppRole, prepareDatabase } from './prepare.ts'

const { app, database, connection } = await ownApp()
const byApp = openDatabase(byAppRole(connection), () => undefined)
// A copy of a database does not keep the rights on the database itself.
await grantAppRole(database, 'haulbook_app')

test.each([
  'alter table audit disable trigger user',
  'drop trigger audit_guard_audit on audit',
  'create or replace function guard_audit() returns trigger language sql as $$ select $$',
  'truncate audit',
  'drop table audit',
  'set session_replication_role = replica',
  'set role haulbook',
  'set session authorization haulbook',
  "update audit set label = 'x'",
  'delete from audit',
  'alter table drivers disable trigger drivers_touch_audit',
  'delete from migrations',
  'create table mine (id int)',
  'create temporary table audit (id int)',
])('S31 The app’s role cannot run: %s', async (statement) => {
  const me = await signUp(app)
  await me.post('/api/trucks', makeSample('trucks'))
  await expect(sql.raw(statement).execute(byApp)).rejects.toThrow(
    /only ever added to|permission denied|must be owner|does not exist/,
  )
})

test('An owner connection to another database is rejected before any change', async () => {
  const other = await emptyDatabase()
  const source = { dataDir: '/nowhere', encryptionKey: undefined }
  const connections = { owner: other, app: byAppRole(connection) }
  await expect(prepareDatabase(connections, byApp, source)).rejects.toThrow(
    'name different databases',
  )
})

test('S31 The app works with that role, and its changes are logged', async () => {
  const me = await signUp(app)
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(byApp)
  expect(rows).toEqual([{ role: 'haulbook_app' }])
  await me.post('/api/trucks', makeSample('trucks'))
  const { rows: logged } = await sql`select from audit where action = 'created'`.execute(database)
  expect(logged.length).toBeGreaterThan(0)
  await byApp.destroy()
})
