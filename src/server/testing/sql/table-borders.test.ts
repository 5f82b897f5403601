import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { planStatements } from './statement-plans.ts'
import { describeSender } from './statement-watch.ts'
import { findForeignTables, OWNERS, SHARED_RECORDS } from './table-borders.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database, watched } = await testApp()

async function check(sender: string, statement: string): Promise<string[]> {
  const plans = await planStatements(database, [statement])
  return findForeignTables(plans, new Map([[statement, new Set([sender])]]))
}

const RENAME = 'update expenses set description = $1 where user_id = $2'

test.each([
  ['settings', RENAME, 'settings writes expenses'],
  ['database < settings', RENAME, 'database < settings writes expenses'],
  ['lists < settings', RENAME, 'lists < settings writes expenses'],
  ['', 'select * from billing where user_id = $1', 'An unknown sender reads billing'],
  ['settings', 'select * from statement_snapshots where user_id = $1', 'reads statement_snapshots'],
  ['settlements', 'select * from settings where user_id = $1', 'settlements reads settings'],
  ['settlements', 'update trucks set vin = $1 where user_id = $2', 'settlements writes trucks'],
  ['dashboard', 'delete from billing where user_id = $1', 'dashboard writes billing'],
  ['accounts', 'delete from idempotency_keys where user_id = $1', 'writes idempotency_keys'],
  [
    'lists < search',
    'with gone as (delete from loads returning *) select * from gone',
    'writes loads',
  ],
])('%s must not send: %s', async (sender, statement, message) => {
  expect(await check(sender, statement)).toEqual([expect.stringContaining(message)])
})

test.each([
  ['settlements', RENAME],
  ['database < settlements', 'insert into idempotency_keys (user_id, key) values ($1, $2)'],
  ['settlements', 'select * from trucks where user_id = $1 for update'],
  ['entities', 'update loads set miles = $1 where user_id = $2'],
  ['dashboard', 'select count(*) from billing where user_id = $1'],
  ['lists', 'select * from billing where user_id = $1'],
  ['', 'select 1 from migrations limit 1'],
])('%s may send: %s', async (sender, statement) => {
  expect(await check(sender, statement)).toEqual([])
})

test.each([
  [['settings/store.ts', 'settings/routes.ts'], 'settings'],
  [['database/idempotency.ts', 'settlements/settlement/store.ts'], 'database < settlements'],
  [['lists/list-reads.ts', 'lists/list-send.ts'], 'lists'],
  [
    ['streaming/snapshot.ts', 'streaming/csv-text.ts', 'transfer/a.ts'],
    'streaming < lists < transfer',
  ],
  [['queue.ts', 'accounts/sessions.ts', 'settings/routes.ts'], 'accounts'],
  [['settings/settings.test.ts', 'testing/test-app.ts'], ''],
])('a stack of %j has the sender %j', (files, sender) => {
  expect(describeSender(files.map((file) => `/app/src/server/${file}`))).toBe(sender)
})

test('Every statement of the app has a sender', async () => {
  const client = await signUp(app)
  const truck = await client.post('/api/trucks', makeSample('trucks'))
  await client.post('/api/billing', { truckId: truck.body.id, settlementDate: '2026-11-20' })
  await client.get('/api/account/export.zip')
  const senders = new Set([...watched.values()].flatMap((all) => [...all]))
  expect([...senders]).toEqual(
    expect.arrayContaining([
      'accounts',
      'settlements',
      'settings',
      'entities',
      'database < accounts',
    ]),
  )
})

test('Every table has an owner', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public'
      and table_name <> 'migrations' order by 1`.execute(database)
  const known = [...Object.keys(OWNERS), ...SHARED_RECORDS]
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
})
