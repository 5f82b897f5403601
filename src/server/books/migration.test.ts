/** Migrates facts and files of the version before factors were in the books (migration 0200) to the current version. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'

const PLAIN = '00000000-0000-4000-8000-000000000001'
const EXPORTED = '00000000-0000-4000-8000-000000000002'

const connection = await emptyDatabase()
await migrate(connection, '0200-mailed-packets')
const database = openDatabase(connection, () => undefined)
const plain = database.withoutPlugins()
afterAll(() => database.destroy())

/** The second account has all its entries in a file. */
beforeAll(async () => {
  await plain.transaction().execute(async (work) => {
    await sql`set local session_replication_role = replica`.execute(work)
    for (const account of [PLAIN, EXPORTED])
      for (const insert of insertsOf(account)) await insert.execute(work)
    await sql`insert into export_entries (user_id, source, record_id, batch_id, day, group_name, figure)
      select user_id, 'receivable', id, 1, day,
        case kind when 'factor-paid' then 'Paid to the factor' else 'Money received' end, amount
      from receivable_entries where user_id = ${EXPORTED}`.execute(work)
  })
  await migrate(connection)
})

/** A receipt of $500.00: $300.00 on an invoice and taken off again; $200.00 refunded twice, never cashed. */
function insertsOf(account: string) {
  return [
    sql`insert into users (id) values (${account})`,
    sql`insert into account_map (user_id, accounts) values (${account}, '[]')`,
    sql`insert into receipt_refunds (user_id, id, receipt_id, day, amount, method, reason, ended_on, ended_reason)
      overriding system value values
      (${account}, 1, 9, '2026-01-10', 200, 'check', 'Twice', '2026-01-20', 'Lost'),
      (${account}, 2, 9, '2026-01-21', 200, 'check', 'Twice', '2026-01-25', 'Lost'),
      (${account}, 3, 9, '2026-01-26', 50, 'check', 'Twice', null, null)`,
    sql`insert into receivable_entries (user_id, id, broker_id, invoice_id, day, kind, amount, receipt_id)
      overriding system value values
      (${account}, 11, 5, null, '2026-01-05', 'payment', -200, 9),
      (${account}, 12, 5, 7, '2026-01-05', 'payment', -300, 9),
      (${account}, 13, 5, null, '2026-01-10', 'refund', 200, 9),
      (${account}, 14, 5, null, '2026-01-20', 'payment', -200, 9),
      (${account}, 15, 5, 7, '2026-01-20', 'reversal', 300, 9),
      (${account}, 16, 5, null, '2026-01-20', 'payment', -300, 9),
      (${account}, 17, 5, null, '2026-01-21', 'refund', 200, 9),
      (${account}, 18, 5, null, '2026-01-25', 'payment', -200, 9),
      (${account}, 19, 5, null, '2026-01-26', 'refund', 50, 9),
      (${account}, 20, 5, 8, '2026-01-27', 'factor-paid', -100, null)`,
  ]
}

test('C240 Refunds that ended are not payments, except those that a file has', async () => {
  const renamed = async (account: string) =>
    (
      await sql<{ id: string }>`select id from receivable_entries
        where user_id = ${account} and kind = 'refund-reversal' order by id`.execute(plain)
    ).rows.map(({ id }) => Number(id))
  expect([await renamed(PLAIN), await renamed(EXPORTED)]).toEqual([[14, 18], []])
})

test('C243 Earlier files with a broker’s payment to a factor count as made with the loan method', async () => {
  const { rows } = await sql<{ factoring: string | null }>`
    select factoring from account_map order by user_id`.execute(plain)
  expect(rows.map(({ factoring }) => factoring)).toEqual([null, 'loan'])
})
