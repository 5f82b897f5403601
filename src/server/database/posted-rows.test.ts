/** Posted rows of money: each is rejected a change of any column that the trigger of its table does not name. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useEveryFeature } from '#server/testing/used-account.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
await useEveryFeature(app)

type Guard = { table: string; args: string[]; guardsDelete: boolean }

const { rows: guards } = await sql<Guard>`
  select tgrelid::regclass::text as table, tgtype & 8 > 0 as guards_delete,
    array_remove(string_to_array(encode(tgargs, 'escape'), '\\000'), '') as args
  from pg_trigger where tgfoid = 'guard_posted'::regproc order by 1`.execute(database)

/** Another value of a column, by its type. A key of another table that does not exist is rejected by the guard first. */
const CHANGED: Record<string, string> = {
  bigint: '+ 1',
  integer: '+ 1',
  numeric: '+ 1',
  date: '+ 1',
  text: "|| 'x'",
  'timestamp with time zone': "+ interval '1 day'",
}

async function listFixedColumns({ table, args }: Guard) {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'
      and column_name <> all(${args}::text[])`.execute(database)
  return rows
}

test('C542 Every kind of posted money has the guard', () => {
  expect(guards.map(({ table }) => table)).toEqual([
    'factor_deposits',
    'factor_entries',
    'payout_closings',
    'payout_parts',
    'receipt_differences',
    'receipt_parts',
    'receipt_refunds',
    'receipts',
    'receivable_entries',
  ])
})

test.each(guards)('C542 A posted row of $table never changes', async (guard) => {
  const { table, guardsDelete } = guard
  const constraint = { constraint: `${table}_posted` }
  const fixed = await listFixedColumns(guard)
  let tried = 0
  for (const { name, type } of fixed) {
    const change = CHANGED[type]
    if (change === undefined) continue
    const column = sql.ref(name)
    const { rows } =
      await sql`select id from ${sql.table(table)} where ${column} is not null`.execute(database)
    if (rows.length === 0) continue
    const update = sql`update ${sql.table(table)} set ${column} = ${column} ${sql.raw(change)}
      where ${column} is not null`.execute(database)
    await expect(update, `${table}.${name}`).rejects.toMatchObject(constraint)
    tried += 1
  }
  expect(tried).toBeGreaterThan(2)
  if (!guardsDelete) return
  const deleted = sql`delete from ${sql.table(table)}`.execute(database)
  await expect(deleted).rejects.toMatchObject(constraint)
})

test('C542 What was ended or voided once stays so', async () => {
  const voided = sql`update factor_entries set voided = true`
  await voided.execute(database)
  const back = sql`update factor_entries set voided = false`.execute(database)
  await expect(back).rejects.toMatchObject({ constraint: 'factor_entries_posted' })
})
