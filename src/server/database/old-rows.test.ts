/** Migrates accounts of an older version (old-account.sql) from 0056 on. The file explains ids and amounts. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readDrift } from '#server/settlements/adjustments/drift.ts'
import { readDisplayedLines } from '#server/settlements/lines/displayed.ts'
import { readYearSummary } from '#server/settlements/year/read-year.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

/** Two accounts with the same ids: a migration that joins without the account fails or mixes them. */
const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const SECOND_ACCOUNT = '00000000-0000-4000-8000-000000000002'

const connection = await emptyDatabase()
await migrate(connection, '0056-progress-of-totals')
const database = openDatabase(connection, () => undefined)
const plain = database.withoutPlugins()
afterAll(() => database.destroy())

await insertAccount(ACCOUNT)
await insertAccount(SECOND_ACCOUNT)
/** The columns of each table as of migration 0056. */
const oldColumns = await listColumns()
const before = await readOldRows()
const auditBefore = await countAudit()
await migrate(connection)

async function insertAccount(account: string): Promise<void> {
  const file = await readFile(path.join(import.meta.dirname, 'old-account.sql'), 'utf8')
  await sql.raw(file.replaceAll(':account', `'${account}'`)).execute(plain)
  await sql`insert into audit (user_id, action, transaction, created_at)
    select ${account}, 'exported', '7', '2026-03-01Z'::timestamptz + hours * interval '1 hour'
    from unnest(array[0, 1, 12, 13]) as hours`.execute(plain)
}

async function listColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name in (select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' and table_name not in ('audit', 'sums'))
    group by table_name order by table_name`.execute(plain)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The rows of every table, without columns since 0056. Lines of drafts are left out. */
async function readOldRows(): Promise<Record<string, unknown>> {
  const rowsByTable: Record<string, unknown> = {}
  for (const [table, columns] of oldColumns) {
    const isFrozen = sql`exists (select from billing where billing.user_id = stored.user_id
      and billing.id = stored.billing_id and billing.status <> 'pending')`
    const { rows } = await sql`
      select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(stored))
        where key = any(${columns}::text[])) as content
      from ${sql.table(table)} as stored where ${table === 'expenses' ? isFrozen : sql`true`}
      order by 1`.execute(plain)
    rowsByTable[table] = rows
  }
  return rowsByTable
}

async function countAudit(): Promise<unknown> {
  return (await sql`select count(*) as entries from audit`.execute(plain)).rows
}

type Query = (account: string) => RawBuilder<Record<string, unknown>>

/** The rows of the first account, as arrays. Those of the second account must be equal. */
async function readRows(query: Query, on: QueryExecutorProvider = plain): Promise<unknown[][]> {
  const first = await query(ACCOUNT).execute(on)
  const second = await query(SECOND_ACCOUNT).execute(on)
  expect(second.rows).toEqual(first.rows)
  return first.rows.map((row) => Object.values(row))
}

const selectDrift: Query = (account) => sql`
  select billing_id, load_id, load_number, stated, current, adjusted
  from statement_drift where user_id = ${account} order by billing_id, load_id`

/** The revenue of 1042 was adjusted, but not the 12% of statement 1 that follow from it. */
const DRIFT = [
  [1, 101, '1042', '2400.00', '2150.00', '-250.00'],
  [1, 102, '1043', '1000.00', '1300.00', '100.00'],
  [1, 104, '1045', '500.00', '0.00', '0.00'],
  [1, 105, '1046', '800.00', '0.00', '0.00'],
  [1, 107, '1048', '0.00', '400.00', '0.00'],
  [1, 108, '1049: B', '0.00', '0.00', '600.00'],
  [4, 401, '1060', '1500.00', '1600.00', '0.00'],
  [4, 402, '1061', '900.00', '0.00', '0.00'],
  [7, 402, '1061', '0.00', '900.00', '0.00'],
]

const selectRuleSums: Query = (account) => sql`
  select rule_id, truck_id, payee, amount
  from statement_rule_sums where user_id = ${account} order by rule_id, truck_id`

test('S30 Migrations change no old row except drafts, and add no audit entry', async () => {
  expect(before.statement_snapshots).toHaveLength(10)
  expect(await readOldRows()).toEqual(before)
  expect(await countAudit()).toEqual(auditBefore)
})

test('S31 Old events of one transaction are one save, if they are close in time', async () => {
  const rows = await readRows(
    (
      account,
    ) => sql`select array_agg(extract(hour from created_at at time zone 'UTC')::int order by id) as hours
      from audit where user_id = ${account} and action = 'exported'
      group by save_id having save_id = min(id) order by save_id`,
  )
  expect(rows.flat()).toEqual([
    [0, 1],
    [12, 13],
  ])
})

test('C67 S30 The person of an older account is its Admin, with the same id, email and password', async () => {
  const rows = await readRows(
    (account) => sql`
      select persons.id = members.user_id as same, email = ${account} || '@example.com' as own, password, role, until,
        (select count(*)::int from sessions where sessions.user_id = members.user_id) as sessions
      from members join persons on persons.id = members.person_id where members.user_id = ${account}`,
  )
  expect(rows).toEqual([[true, true, 'x', 'admin', null, 0]])
})

test('C2 A draft line has its basis, value and figure instead of its old formula', async () => {
  const lines = await readRows(
    (account) => sql`
      select line.id, skipped, basis, basis_value, basis_figure, formula, reached, reached_of
      from expenses as line join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = ${account} and billing.status = 'pending' order by line.id`,
  )
  const empty = [null, null, null]
  expect(lines).toEqual([
    [13, false, null, null, null, ...empty],
    [14, false, 'fixed', '200.00', null, ...empty],
    [15, false, 'percent', '12.00', '10000.00', ...empty],
    [16, false, 'per-mile', '0.60', '2450.00', ...empty],
    [17, false, 'per-load', '25.00', '3.00', ...empty],
    [18, false, 'fixed', '50.00', null, ...empty],
    [19, false, 'percent', '15.00', '10000.00', ...empty],
    [20, true, null, null, null, ...empty],
    [21, false, null, null, null, ...empty],
    [22, false, 'percent', '2.75', '10000.00', ...empty],
    [23, false, null, null, null, ...empty],
    [24, false, null, null, null, ...empty],
    [25, false, null, null, null, ...empty],
    [61, false, 'percent', '10.00', '2000.00', ...empty],
    [62, false, 'per-mile', '0.60', '1234.50', ...empty],
    [63, false, 'per-load', '25.00', '1.00', ...empty],
    [81, false, 'per-mile', '0.60', '0.00', ...empty],
    [82, false, 'percent', '15.00', '0.00', ...empty],
    [83, false, null, null, null, ...empty],
    [84, false, null, null, null, ...empty],
  ])
})

test('C3 A frozen line keeps its formula, and its new columns are empty', async () => {
  const lines = await readRows(
    (account) => sql`
      select line.id, formula from expenses as line
        join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = ${account} and billing.status <> 'pending' and not skipped
        and num_nonnulls(basis, basis_value, basis_figure, reached, reached_of) = 0 order by line.id`,
  )
  expect(lines).toEqual([
    [1, null],
    [2, null],
    [3, 'instalment 1 of 10, $200.00 of $2,000.00'], // quoted: stored text
    [4, '12% × $6,250.00'],
    [5, 'instalment 1 of 20, $50.00 of $1,000.00'], // quoted: stored text
    [6, '6 loads × $25.00'],
    [7, '15% × $6,250.00, changed by hand'], // quoted: stored text
    [8, 'skipped'],
    [9, 'instalment 2 of 10, $400.00 of $2,000.00'], // quoted: stored text
    [10, null],
    [11, null],
    [12, null],
    [41, '10% × $2,400.00, $240.00 of $500.00'],
    [42, 'instalment 1 of 20, $50.00 of $1,000.00'], // quoted: stored text
    [51, '10% × $2,000.00, $440.00 of $500.00'],
    [52, 'instalment 2 of 20, $100.00 of $1,000.00'], // quoted: stored text
    [53, null],
    [71, 'instalment 1 of 20, $50.00 of $1,000.00'], // quoted: stored text
    [72, null],
  ])
})

test('C7 Only adjustments have a load number, the one of their description', async () => {
  const lines = await readRows(
    (account) => sql`select id, load_number from expenses
      where user_id = ${account} and load_number is not null order by id`,
  )
  expect(lines).toEqual([
    [10, '1042'],
    [23, '1043'],
    [24, '1049: B'],
    [53, '1060'],
  ])
})

test('C7 Every frozen statement has its printed loads as rows', async () => {
  const loads = await readRows(
    (account) => sql`select billing_id, load_id, load_number, revenue, delivery_date
      from statement_loads where user_id = ${account} order by billing_id, load_id`,
  )
  expect(loads).toEqual([
    [1, 101, '1042', '2400.00', '2026-08-29'],
    [1, 102, '1043', '1000.00', '2026-08-30'],
    [1, 103, '1044', '900.00', '2026-08-31'],
    [1, 104, '1045', '500.00', '2026-09-01'],
    [1, 105, '1046', '800.00', '2026-09-02'],
    [1, 106, '1047', '650.00', null],
    [2, 201, '1050', '300.00', '2026-09-08'],
    [4, 401, '1060', '1500.00', '2026-08-31'],
    [4, 402, '1061', '900.00', '2026-09-02'],
    [5, 403, '1062', '2000.00', '2026-09-09'],
    [7, 501, '1070', '20.00', '2026-09-03'],
  ])
})

test('C9 A snapshot has columns for payee, truck and the sum of its adjustments', async () => {
  const snapshots = await readRows(
    (account) => sql`select billing_id, payee, truck, adjustments
      from statement_snapshots where user_id = ${account} order by billing_id`,
  )
  expect(snapshots).toEqual([
    [1, 'Ann Lee', 'T-1', '0.00'],
    [2, 'Ann Lee', 'T-1', '-250.00'],
    [4, 'Bob Ruiz', 'T-2', '0.00'],
    [5, 'Bob Ruiz', 'T-2', '100.00'],
    [7, null, 'T-3', '0.00'],
  ])
})

test('C7 Only open differences of statements that are not void are drift', async () => {
  expect(await readRows(selectDrift)).toEqual(DRIFT)
})

test('C7 The drift of the migration is what refresh_drift calculates for every load', async () => {
  const work = await plain.startTransaction().execute()
  await sql`truncate statement_drift`.execute(work)
  await sql`select refresh_drift(billing.user_id, billing.id, loads.ids) from billing, lateral (
      select array(select id from loads where user_id = billing.user_id
        union select load_id from statement_loads where user_id = billing.user_id
        union select load_id from expenses where user_id = billing.user_id and load_id is not null
        union select load_id from releases where user_id = billing.user_id and load_id is not null
      ) as ids) as loads`.execute(work)
  const computed = await readRows(selectDrift, work)
  await work.rollback().execute()
  expect(computed).toEqual(DRIFT)
})

test('C5 A recurring deduction has one sum of its frozen lines per truck and payee', async () => {
  expect(await readRows(selectRuleSums)).toEqual([
    [1, 1, 'owner:1', '400.00'],
    [2, 1, 'owner:1', '750.00'],
    [4, 1, 'owner:1', '150.00'],
    [5, 1, 'owner:1', '30.00'],
    [5, 2, 'owner:2', '50.00'],
    [5, 3, 'truck:3', '50.00'],
    [6, 2, 'owner:2', '240.00'],
  ])
})

test('C3 A void of an old statement removes its drift and its part of the sums', async () => {
  const work = await plain.startTransaction().execute()
  await sql`update billing set status = 'void', voided_at = now(), void_reason = 'x'
    where id in (4, 7)`.execute(work)
  const [drift, sums] = [await readRows(selectDrift, work), await readRows(selectRuleSums, work)]
  await work.rollback().execute()
  expect(drift).toEqual(DRIFT.slice(0, 6))
  expect(sums).toEqual([
    [1, 1, 'owner:1', '400.00'],
    [2, 1, 'owner:1', '750.00'],
    [4, 1, 'owner:1', '150.00'],
    [5, 1, 'owner:1', '30.00'],
  ])
})

test('C2 C5 The formulas of old drafts are made from the columns when they are read', async () => {
  const lines = await readDisplayedLines(database, ACCOUNT, 3)
  expect(new Map(lines.map(({ id, formula }) => [id, formula]))).toEqual(
    new Map<number, string | null>([
      [13, 'negative net'],
      [14, 'installment 3 of 10, $600.00 of $2,000.00'],
      [15, '12% × $10,000.00'],
      [16, '2,450 mi × $0.60'],
      [17, '3 loads × $25.00'],
      [18, 'flat $50.00, edited, $70.00 of $1,000.00'],
      [19, '15% × $10,000.00, edited'],
      [20, 'skipped'],
      [21, 'edited'],
      [22, '2.75% × $10,000.00'],
      [23, null],
      [24, null],
      [25, '2 × $12.50'],
    ]),
  )
})

test('C7 C10 Drift of old statements is read with number and payee', async () => {
  const drift = await readDrift(database, ACCOUNT, {})
  expect(
    drift.map(({ number, load, payee, otherPayee }) => [number, load, payee, otherPayee]),
  ).toEqual([
    [1, '1042', 'Ann Lee', null],
    [1, '1043', 'Ann Lee', null],
    [1, '1045', 'Ann Lee', null],
    [1, '1046', 'Ann Lee', null],
    [1, '1048', 'Ann Lee', null],
    [1, '1049: B', 'Ann Lee', null],
    [3, '1060', 'Bob Ruiz', null],
    [3, '1061', 'Bob Ruiz', null],
    [5, '1061', 'no payee', null],
  ])
  const amounts = drift.map(({ billingId, lines }) => [
    billingId,
    ...lines.map(({ formula, amount }) => [formula, amount]),
  ])
  // Revenue: 200 of 1043, -500, -800, 400, and -600 of "1049: B". Base of the 12%: these, less what was adjusted or
  // written off without it: 6,250 - 250 + 300 - 500 - 800 + 400 = 5,400. 648 is 102 less than 750. 5 of 6 loads are left.
  expect(amounts[0]).toEqual([
    1,
    [null, '1300.00'],
    ['12% × $5,400.00, was 12% × $6,250.00', '-102.00'],
    ['5 loads × $25.00, was 6 loads × $25.00', '-25.00'],
  ])
  // The advance and the escrow are installments, and no rate is needed for them.
  expect(amounts.slice(6)).toEqual([
    [4, [null, '800.00']],
    [4, [null, '800.00']],
    [7, [null, '-900.00']],
  ])
})

test('C9 The year of old statements adds up what was paid, settled and delivered', async () => {
  const { payees } = await readYearSummary(database, ACCOUNT, 2026)
  expect(payees.map(({ ownerId, payee, statements }) => [ownerId, payee, statements])).toEqual([
    [1, 'Ann Lee', 1],
    [2, 'Bob Ruiz', 0],
    [null, 'Unassigned', 0],
  ])
  const [ann, bob, unassigned] = payees.map(({ sums }) => sums)
  expect(ann).toEqual({
    stated: '6250.00',
    extraPay: '0.00',
    adjustments: '0.00',
    unapplied: '0.00',
    repaid: '0.00',
    reported: '6250.00',
    settledNotPaid: '50.00',
    paidNotSettled: '0.00',
    settled: '6300.00',
    settledExtraPay: '0.00',
    settledAdjustments: '-250.00',
    settledNotDelivered: '650.00',
    deliveredNotSettled: '0.00',
    delivered: '5900.00',
  })
  expect(bob).toMatchObject({ reported: '0.00', settled: '2400.00', delivered: '2400.00' })
  expect(unassigned).toMatchObject({ reported: '0.00', settled: '20.00', delivered: '20.00' })
})

const selectPayments: Query = (account) => sql`
  select part.billing_id, paid.payee, paid.payee_name, paid_on, method, reference, paid.amount, state, unapplied, part.ended
  from payouts as paid join payout_parts as part on part.user_id = paid.user_id and part.payout_id = paid.id
  where paid.user_id = ${account} order by part.billing_id`

/** Statement 1 was paid. Statement 5 was paid and is void: the records do not show who has the money. */
const PAYMENTS = [
  [1, 'owner:1', 'Ann Lee', '2026-09-08', 'check', '1001', '3031.25', 'posted', '0.00', null],
  [
    5,
    'owner:2',
    'Bob Ruiz',
    '2026-09-15',
    'zelle',
    null,
    '1850.00',
    'undecided',
    '0.00',
    'undecided',
  ],
]

test('C11 C12 A paid statement has a payment, and a void one that was paid needs a decision', async () => {
  expect(await readRows(selectPayments)).toEqual(PAYMENTS)
  const covered = await readRows(
    (account) => sql`select id, status, paid_amount, net_payment from billing
      where user_id = ${account} and (status = 'paid' or paid_amount <> 0)`,
  )
  expect(covered.map(([id, status, paid, net]) => [id, status, paid === net])).toEqual([
    [1, 'paid', true],
  ])
})
