/** A trigger's name says what it does, and in which order the triggers of a table run. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/open.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { readTriggers } from './triggers.ts'

const database = openDatabase(await freshDatabase(), () => undefined)

async function findOddNames(work: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype`.execute(work)
  const functions = rows.map(({ name }) => name).filter((name) => !/^(guard|touch)_/.test(name))
  const triggers = (await readTriggers(work)).filter(({ table, name, runs }) => {
    const event = '(_insert|_update|_delete|_truncate)?'
    return !new RegExp(`^${table}_(\\d_)?${runs}${event}$`).test(name)
  })
  return [...functions, ...triggers.map(({ name }) => name)]
}

async function listInOrder(table: string, moment: string): Promise<string[]> {
  const triggers = await readTriggers(database)
  const found = triggers.filter((trigger) => trigger.table === table && trigger.moment === moment)
  return found.map(({ runs }) => runs)
}

test('Trigger functions are named guard_* or touch_*, and triggers for table and function', async () => {
  const odd = await findOddNames(database)
  expect(odd).toEqual([])
})

test.each([
  ['a function', 'alter function guard_frozen() rename to keep_frozen', 'keep_frozen'],
  [
    'a trigger named for another function',
    'alter trigger loads_touch_audit on loads rename to loads_touch_log',
    'loads_touch_log',
  ],
  [
    'a trigger that does not name its table',
    'alter trigger loads_touch_audit on loads rename to touch_audit',
    'touch_audit',
  ],
])('The check finds %s', async (_kind, change, name) => {
  const work = await database.startTransaction().execute()
  await sql.raw(change).execute(work)
  expect(await findOddNames(work)).toContain(name)
  await work.rollback().execute()
})

test('The amounts of a settlement are added up before the guard compares them', async () => {
  expect(await listInOrder('billing', 'before row')).toEqual([
    'touch_category_amounts',
    'guard_frozen',
    'guard_sample_statement',
  ])
})

test('A line is logged before its settlement, and locks it before its deduction rule', async () => {
  expect((await listInOrder('expenses', 'after row')).slice(0, 2)).toEqual([
    'touch_audit',
    'guard_carry_forward',
  ])
  expect([...new Set(await listInOrder('expenses', 'after statement'))]).toEqual([
    'touch_settlement',
    'guard_rule_total',
    'guard_offset',
  ])
})
