/** The totals that triggers keep equal the records' totals after any changes in any order. */
import { shortOrLong } from '#server/testing/long.ts'
import fc from 'fast-check'
import { sql, type QueryExecutorProvider } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Client, readAccountId } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let userId: string
let trucks: number[]

beforeAll(async () => {
  const me = await signUp(app)
  userId = await readAccountId(me)
  trucks = [await createTruck(me, 1), await createTruck(me, 2)]
  // One record of each kind at the start, because random steps may add none.
  const settlementDate = '2026-11-20'
  const truckId = await createTruck(me, 3)
  await me.post('/api/loads', { ...makeSample('loads', 1), truckId, settlementDate })
  await me.post('/api/billing', { truckId, settlementDate, fuel: '100.00' })
})

async function createTruck(me: Client, n: number): Promise<number> {
  return (await me.post('/api/trucks', makeSample('trucks', n))).body.id
}

type Sum = { kind: string; place: number; amount: string }

async function readKeptSums(): Promise<Sum[]> {
  const kept = sql<Sum>`select kind, place, sum(amount) as amount from sums where user_id = ${userId}
    group by kind, place having sum(amount) <> 0 order by kind, place`
  return (await kept.execute(database)).rows
}

async function calculateSums(): Promise<Sum[]> {
  const plain = sql<Sum>`select * from (
      select 'expenses' as kind, settlement_date - date '2000-01-01' as place, sum(total_expenses) as amount
        from billing where user_id = ${userId} and status <> 'void' group by settlement_date
      union all select 'loads', id >> 14, count(*)::numeric(20, 2) from loads where user_id = ${userId} group by id >> 14
      union all select 'revenue', delivery_date - date '2000-01-01', sum(revenue)
        from loads where user_id = ${userId} and delivery_date is not null group by delivery_date
      union all select 'drafts', 0, count(*)::numeric(20, 2) from billing
        where user_id = ${userId} and status = 'pending' and hold_reason is null
      union all select 'held', 0, count(*)::numeric(20, 2) from billing
        where user_id = ${userId} and status = 'pending' and hold_reason is not null
      union all select 'to-pay', 0, count(*)::numeric(20, 2) from billing where user_id = ${userId} and status = 'approved'
    ) as plain where amount <> 0 order by kind, place`
  return (await plain.execute(database)).rows
}

const cents = fc.integer({ min: 0, max: 999_999 }).map((amount) => (amount / 100).toFixed(2))
const day = fc.integer({ min: 1, max: 5 }).map((n) => `2026-11-0${n}`)
const few = fc.integer({ min: 1, max: 4 })
const isInAccount = () => sql`user_id = ${userId}`
const isPicked = (table: string, count: number, salt: number) =>
  sql`id in (select id from ${sql.table(table)} where ${isInAccount()} order by id * ${salt}::bigint % 7, id limit ${count})`

/** Changes of loads and settlements by users, imports and direct SQL. */
const steps = fc.oneof(
  fc.record({ count: few, day: fc.option(day), cents }).map(
    ({ count, day, cents }) => sql`insert into loads
      (user_id, load_id, pickup_state, delivery_state, pickup_date, delivery_date, revenue)
      select ${userId}, gen_random_uuid(), 'TX', 'TX', '2026-11-01', ${day}, ${cents}::numeric + n
      from generate_series(1, ${count}::int) as n`,
  ),
  fc.record({ count: few, salt: few, day: fc.option(day), cents }).map(
    ({ count, salt, day, cents }) => sql`update loads set delivery_date = ${day}, revenue = ${cents}
      where ${isInAccount()} and ${isPicked('loads', count, salt)}`,
  ),
  few.map(
    (salt) =>
      sql`update loads set payment_status = 'paid' where ${isInAccount()} and ${isPicked('loads', 2, salt)}`,
  ),
  fc
    .record({ count: few, salt: few })
    .map(
      ({ count, salt }) =>
        sql`delete from loads where ${isInAccount()} and ${isPicked('loads', count, salt)}`,
    ),
  fc.record({ day, which: fc.nat(1) }).map(
    ({
      day,
      which,
    }) => sql`insert into billing (user_id, truck_id, settlement_date, start_date, end_date)
      values (${userId}, ${trucks[which]}, ${day}, ${day}::date, ${day}::date + 6) on conflict do nothing`,
  ),
  fc.record({ count: few, salt: few, cents }).map(
    ({
      count,
      salt,
      cents,
    }) => sql`insert into expenses (user_id, billing_id, truck_id, kind, category, amount, date)
      select user_id, id, truck_id, 'entered', 'fuel', ${cents}::numeric - 5000, settlement_date from billing
      where ${isInAccount()} and status = 'pending' and ${isPicked('billing', count, salt)}`,
  ),
  few.map(
    (salt) => sql`update billing set status = 'approved', hold_reason = null, approved_at = now(),
    number = 1 + coalesce((select max(number) from billing where ${isInAccount()}), 0)
    where ${isInAccount()} and status = 'pending' and ${isPicked('billing', 1, salt)}`,
  ),
  fc.record({ salt: few, reason: fc.option(fc.constant('Claim')) }).map(
    ({ salt, reason }) => sql`update billing set hold_reason = ${reason}
      where ${isInAccount()} and status = 'pending' and ${isPicked('billing', 2, salt)}`,
  ),
  few.map(
    (salt) => sql`update billing set status = 'void', void_reason = 'x', voided_at = now()
    where ${isInAccount()} and status = 'approved' and ${isPicked('billing', 3, salt)}`,
  ),
  few.map(
    (salt) =>
      sql`delete from billing where ${isInAccount()} and status = 'pending' and ${isPicked('billing', 1, salt)}`,
  ),
)

test('The kept totals equal computed ones after every step, rollbacks included', async () => {
  const run = fc.array(fc.record({ step: steps, undone: fc.boolean() }), { maxLength: 12 })
  expect((await readKeptSums()).map(({ kind }) => kind)).toEqual([
    'drafts',
    'expenses',
    'loads',
    'revenue',
  ])
  await fc.assert(
    fc.asyncProperty(run, async (runs) => {
      for (const { step, undone } of runs) {
        const work = await database.startTransaction().execute()
        await step.execute(work)
        await (undone ? work.rollback() : work.commit()).execute()
        expect(await readKeptSums()).toEqual(await calculateSums())
      }
    }),
    { numRuns: shortOrLong(8, 80) },
  )
})

test('Totals that are added up again equal the kept ones', async () => {
  await sql`delete from sums where user_id = ${userId}`.execute(database)
  await sql`select add_up_sums(${userId})`.execute(database)
  expect(await readKeptSums()).toEqual(await calculateSums())
})

function insertLoad(work: QueryExecutorProvider, revenue: string) {
  return sql`insert into loads (user_id, load_id, pickup_state, delivery_state, pickup_date, delivery_date, revenue)
    values (${userId}, gen_random_uuid(), 'TX', 'TX', '2026-11-01', '2026-11-09', ${revenue})`.execute(
    work,
  )
}

test('Two transactions that save loads of the same day do not wait for each other', async () => {
  const first = await database.startTransaction().execute()
  await insertLoad(first, '1.01')
  await database.transaction().execute(async (second) => {
    await sql`set local lock_timeout = '5s'`.execute(second)
    await insertLoad(second, '2.02')
  })
  await insertLoad(database, '4.04')
  await first.commit().execute()
  expect(await readKeptSums()).toEqual(await calculateSums())
  await Promise.all(Array.from({ length: 40 }, () => insertLoad(database, '8.08')))
  expect(await readKeptSums()).toEqual(await calculateSums())
})
