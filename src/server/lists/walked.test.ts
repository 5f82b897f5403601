/** Pages that are found by steps through an index, beside the same part of the whole list, which is sorted. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { indexedColumns } from './indexed.ts'

const { app, database } = await testApp()
const columns = indexedColumns('loads')
let me: Client

const MANY = 120

/** Few values of each column, so that many share one, and blanks in all that may be blank. */
beforeAll(async () => {
  me = await signUp(app)
  for (let n = 0; n < 4; n++) {
    // Two drivers of the same name, and one broker that no load has.
    await me.post('/api/drivers', { ...makeSample('drivers', n), name: `Ana ${n % 3}` })
    await me.post('/api/trucks', makeSample('trucks', n))
    await me.post('/api/brokers', { ...makeSample('brokers', n), companyName: `Broker ${n}` })
  }
  const { id } = (await me.get<{ id: string }>('/api/auth/user')).body
  const some = (list: string, n: string) =>
    sql.raw(
      `(select (array_agg(id order by id) || null)[1 + ${n}] from ${list} where user_id = mine)`,
    )
  await sql`insert into loads (user_id, load_id, truck_id, driver_id, driver2_id, broker_id, cargo_type, weight,
      pickup_city, pickup_state, pickup_zip, pickup_date, delivery_city, delivery_state, delivery_zip,
      delivery_date, miles, revenue, settlement_date, delivery_status, payment_status, bol_status)
    select mine, 'L-' || n, ${some('trucks', 'n % 5')}, ${some('drivers', 'n % 5')},
      ${some('drivers', '2 + n % 3')}, ${some('brokers', '1 + n % 4')}, nullif('c' || n % 3, 'c1'), n % 7,
      (array['Łódź', 'dallas', 'Dallas', 'de Soto', 'Zürich', null])[1 + n % 6], (array['TX', 'GA'])[1 + n % 2],
      nullif('7520' || n % 4, '75200'), date '2026-01-01' + n % 9, nullif('D' || n % 4, 'D0'), 'TX', null,
      case when n % 6 > 0 then date '2026-02-01' + n % 11 end, n % 5, n % 13,
      case when n % 4 > 0 then date '2026-03-06' + 7 * (n % 3) end,
      (array['scheduled', 'pending', 'in-transit', 'delivered'])[1 + n % 4],
      (array['unpaid', 'paid', 'overdue'])[1 + n % 3], (array['pending', 'received'])[1 + n % 2]
    from generate_series(1, ${sql.lit(MANY)}) as n,
      (select ${id}::uuid as mine) as account`.execute(database)
  const other = await signUp(app)
  await other.post('/api/loads', makeSample('loads'))
})

async function numbers(query: string): Promise<unknown[]> {
  const { status, body } = await me.get<Body[]>(`/api/loads?${query}`)
  expect(status, query).toBe(200)
  return body.map(({ loadId }) => loadId)
}

async function expectSameParts(query: string): Promise<void> {
  const whole = await numbers(query)
  for (const [offset, limit] of [
    [0, 1],
    [0, 50],
    [37, 25],
    [115, 50],
    [0, 200],
    [130, 10],
  ] as const) {
    const page = await numbers(`${query}&limit=${limit}&offset=${offset}`)
    expect(page, `${query} from ${offset}`).toEqual(whole.slice(offset, offset + limit))
  }
}

test.each(columns)(
  'B20 a page in the order of %s is that part of the sorted list',
  async (name) => {
    expect(await numbers(`sort=${name}`)).toHaveLength(MANY)
    await expectSameParts(`sort=${name}`)
    await expectSameParts(`sort=-${name}`)
  },
)

test.each([
  'deliveryStatus=pending,delivered,pending',
  'pickupCity=Dallas,dallas',
  'weight=0,3.00,3',
  'pickupDate.from=2026-01-03&pickupDate.to=2026-01-06',
  'pickupDate.to=2026-01-04',
  'deliveryDate.from=2026-02-05',
  'deliveryDate.from=2000-01-01&deliveryDate.to=2099-12-31',
  'pickupDate.to=2026-01-06&deliveryStatus=pending',
  'deliveryDate.from=2026-02-03&pickupDate.from=2026-01-03&pickupDate.to=2026-01-06',
  'pickupDate.from=2026-01-03&bolStatus=received&truckId=none',
  'settlementDate=2026-03-13',
  'driver2Id=none',
  'settlementDate=none',
  'settlementDate=2026-03-13,none&deliveryStatus=delivered',
  'revenue.from=3&revenue.to=5',
])('B20 a page of %s is that part of all that match', async (filter) => {
  expect((await numbers(filter)).length).toBeGreaterThan(5)
  await expectSameParts(filter)
})

test.each(['driver2Id', '-driver2Id', '-deliveryDate', 'deliveryDate', '-cargoType', '-miles'])(
  'B20 a page of what a filter lets through in the order of %s is that part of the sorted list',
  async (sort) => {
    for (const filter of ['deliveryStatus=pending,delivered', 'truckId=none', 'driver2Id=none']) {
      expect((await numbers(`${filter}&sort=${sort}`)).length).toBeGreaterThan(5)
      await expectSameParts(`${filter}&sort=${sort}`)
    }
  },
)

test('B20 one record and none of a link are filtered by as one list', async () => {
  const [truck] = (await me.get<Body[]>('/api/trucks')).body
  await expectSameParts(`truckId=${truck?.id},none,0${truck?.id}`)
})

test('each column that is walked along has its index', async () => {
  const { rows } = await sql<{ definition: string }>`select indexdef as definition from pg_indexes
    where tablename = 'loads'`.execute(database)
  const definitions = rows.map(({ definition }) => definition).join('\n')
  for (const name of columns) {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    expect(definitions).toContain(`(user_id, ${column}, id DESC)`)
  }
  expect(columns.length).toBeGreaterThan(Object.keys(getEntity('loads').fields).length - 4)
})
