/** Migration 0010 makes the totals of settlements plain columns. What was stored and paid before it stays. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMigrationFiles, migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'

test('C541 Settlements of an earlier version keep their totals, without an entry in the audit log', async () => {
  const connection = await emptyDatabase()
  const files = await listMigrationFiles()
  await migrate(connection, files.filter((file) => file < '0010').at(-1))
  const database = openDatabase(connection, () => undefined)
  await database.transaction().execute(async (work) => {
    await sql`set local session_replication_role = replica`.execute(work)
    await sql`insert into users default values`.execute(work)
    await sql`insert into billing (user_id, truck_id, settlement_date, start_date, end_date, total_revenue, gross_pay, fuel,
        trailer_rental, other, status, number, approved_at, paid_on, payment_method, paid_amount)
      select id, 1, '2026-10-02', '2026-09-27', '2026-10-03', 1000, 1010, 100.05, 20, -10, 'paid', 7, now(), '2026-10-05',
        'ach', 889.95 from users`.execute(work)
  })
  await migrate(connection, files.at(-1))
  const { rows } =
    await sql`select total_expenses, net_payment, version, status from billing`.execute(database)
  const { rows: log } = await sql`select from audit`.execute(database)
  await database.destroy()
  expect(rows).toEqual([
    { totalExpenses: '110.05', netPayment: '889.95', version: 1, status: 'paid' },
  ])
  expect(log).toEqual([])
})
