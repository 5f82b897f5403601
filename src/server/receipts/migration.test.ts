/** Migrates differences of the version before they named their part of the money (migration 0352) to the current version. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'

/** Two accounts with the same ids. */
const ACCOUNTS = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

const connection = await emptyDatabase()
await migrate(connection, '0351-forwarded-to-factors')
const database = openDatabase(connection, () => undefined)
const plain = database.withoutPlugins()
afterAll(() => database.destroy())

beforeAll(async () => {
  await plain.transaction().execute(async (work) => {
    await sql`set local session_replication_role = replica`.execute(work)
    for (const account of ACCOUNTS)
      for (const insert of insertsOf(account)) await insert.execute(work)
  })
  await migrate(connection)
})

/** Receipt 9 pays invoice 7 twice on a day, and the first money was unapplied. Receipt 10 pays invoice 8. */
function insertsOf(account: string | undefined) {
  return [
    sql`insert into users (id) values (${account})`,
    sql`insert into receipt_parts (user_id, id, receipt_id, invoice_id, amount, applied_on, ended, ended_on)
      overriding system value values
      (${account}, 1, 9, 7, 500, '2026-01-05', 'taken-off', '2026-01-10'),
      (${account}, 2, 9, 7, 300, '2026-01-05', null, null),
      (${account}, 3, 10, 8, 400, '2026-01-06', null, null)`,
    sql`insert into receipt_differences (user_id, id, receipt_id, invoice_id, kind, amount, day, ended, ended_on, ended_reason)
      overriding system value values
      (${account}, 1, 9, 7, 'short-pay-disputed', 15, '2026-01-05', 'undone', '2026-01-10', 'Unapplied'),
      (${account}, 2, 9, 7, 'short-pay-disputed', 9, '2026-01-05', null, null, null),
      (${account}, 3, 10, 8, 'short-pay-disputed', 20, '2026-01-06', 'undone', '2026-01-08', 'Wrong'),
      (${account}, 4, null, 8, 'short-pay-disputed', 5, '2026-01-06', null, null, null),
      (${account}, 5, 10, 8, 'short-pay-disputed', 3, '2026-01-09', null, null, null)`,
  ]
}

test('C198 A difference of an older version belongs to the money that it was recorded with', async () => {
  const { rows } = await sql<{ userId: string; id: string; partId: string | null }>`
    select user_id as "userId", id, part_id as "partId" from receipt_differences
    order by user_id, id`.execute(plain)
  const parts = ACCOUNTS.map((account) =>
    rows.filter(({ userId }) => userId === account).map(({ id, partId }) => [+id, Number(partId)]),
  )
  // Difference 3 was undone alone, 4 has no receipt, and the money of 5 has another day.
  const expected = [
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 0],
    [5, 0],
  ]
  expect(parts).toEqual([expected, expected])
})
