/** Compares each page with the same part of the whole list. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { allColumns } from '#core/entities/entity.ts'
import { addUpTotals } from '#core/lists/totals.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client, readAccountId } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const loads = getEntity('loads')
const sortable = allColumns(loads).map(({ fields: [name] }) => name)
let me: Client
let userId: string

const LOADS = 120

/** Few values in each column, so that many loads share one, and blank values wherever they are allowed. */
beforeAll(async () => {
  me = await signUp(app)
  for (let n = 0; n < 4; n++) {
    // Two drivers have the same name, and one broker has no loads.
    await me.post('/api/drivers', { ...makeSample('drivers', n), name: `Ana ${n % 3}` })
    await me.post('/api/trucks', { ...makeSample('trucks', n), truckId: String(8 + n) })
    await me.post('/api/brokers', { ...makeSample('brokers', n), companyName: `Broker ${n}` })
  }
  userId = await readAccountId(me)
  const link = (list: string, n: string) =>
    sql.raw(
      `(select (array_agg(id order by id) || null)[1 + ${n}] from ${list} where user_id = mine)`,
    )
  await sql`insert into loads (user_id, load_id, truck_id, driver_id, driver2_id, broker_id, cargo_type, weight,
      pickup_city, pickup_state, pickup_zip, pickup_date, delivery_city, delivery_state, delivery_zip,
      delivery_date, miles, revenue, settlement_date, delivery_status, payment_status, bol_status)
    select mine, case when n % 7 = 0 then 'l-' || n when n % 5 = 0 then n::text else 'L-' || n end,
      ${link('trucks', 'n % 5')}, ${link('drivers', 'n % 5')},
      ${link('drivers', '2 + n % 3')}, ${link('brokers', '1 + n % 4')}, nullif('c' || n % 3, 'c1'), n % 7,
      (array['Łódź', 'dallas', 'Dallas', 'de Soto', 'Zürich', null])[1 + n % 6], (array['TX', 'GA'])[1 + n % 2],
      nullif('7520' || n % 4, '75200'), date '2026-01-01' + n % 9, nullif('D' || n % 4, 'D0'), 'TX', null,
      case when n % 6 > 0 then date '2026-02-01' + n % 11 end, n % 5, n % 13,
      case when n % 4 > 0 then date '2026-03-06' + 7 * (n % 3) end,
      (array['scheduled', 'pending', 'in-transit', 'delivered'])[1 + n % 4],
      (array['unpaid', 'paid', 'overdue'])[1 + n % 3], (array['pending', 'received'])[1 + n % 2]
    from generate_series(1, ${sql.lit(LOADS)}) as n,
      (select ${userId}::uuid as mine) as account`.execute(database)
  const other = await signUp(app)
  await other.post('/api/loads', makeSample('loads'))
})

async function readLoads(query: string): Promise<Body[]> {
  const { status, body } = await me.get<Body[]>(`/api/loads?${query}`)
  expect(status, query).toBe(200)
  return body
}

async function expectSamePages(query: string): Promise<void> {
  const whole = (await readLoads(query)).map(({ id }) => id)
  for (const [offset, limit] of [
    [0, 1],
    [0, 50],
    [37, 25],
    [115, 50],
    [0, 200],
    [130, 10],
  ] as const) {
    const page = await readLoads(`${query}&limit=${limit}&offset=${offset}`)
    expect(
      page.map(({ id }) => id),
      `${query} from ${offset}`,
    ).toEqual(whole.slice(offset, offset + limit))
  }
}

describe('B20 a page sorted by a column is that part of the whole list', () => {
  test.each(sortable)('%s', async (name) => {
    expect(await readLoads(`sort=${name}`)).toHaveLength(LOADS)
    await expectSamePages(`sort=${name}`)
    await expectSamePages(`sort=-${name}`)
  })
})

const FILTERS = [
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
]
const SEARCHES = ['search=l', 'search=L-', 'search=dal', 'search=TX', 'search=L-11', 'search=Ana']

describe('B20 a page of a filter or a search is that part of all matches', () => {
  test.each([
    ...FILTERS,
    ...SEARCHES,
    'search=dal&pickupDate.to=2026-01-06',
    'search=dal&truckId=none',
    'search=l-&deliveryStatus=pending,delivered',
    'search=l-&deliveryStatus=pending,delivered&pickupDate.from=2026-01-03&pickupDate.to=2026-01-06',
  ])('%s', async (query) => {
    expect((await readLoads(query)).length).toBeGreaterThan(5)
    await expectSamePages(query)
  })
})

describe('B20 a page of a filter or a search in another order is that part of all matches', () => {
  test.each(['driver2Id', '-driver2Id', '-deliveryDate', 'deliveryDate', '-cargoType', '-miles'])(
    'sort=%s',
    async (sort) => {
      for (const filter of ['deliveryStatus=pending,delivered', 'truckId=none', 'search=dal']) {
        expect((await readLoads(`${filter}&sort=${sort}`)).length).toBeGreaterThan(5)
        await expectSamePages(`${filter}&sort=${sort}`)
      }
    },
  )
})

describe('C56 the totals of a list are the sums of all loads that match', () => {
  test.each(['', ...FILTERS, 'search=dallas', 'search=ana&weight=3', 'truckId=999999'])(
    '%s',
    async (query) => {
      const loads = await readLoads(query)
      const { body } = await me.get(`/api/loads/totals?${query}&sort=-miles&limit=2`)
      expect(body).toEqual(addUpTotals(['revenue', 'miles'], loads))
    },
  )

  test('only loads have totals, and an unknown column is 400', async () => {
    expect((await me.get('/api/loads/totals?nonsense=1')).status).toBe(400)
    expect((await me.get('/api/drivers/totals')).status).toBe(404)
  })
})

test('B20 Ties follow the direction of the sort, and blank values are last in both directions', async () => {
  for (const name of ['deliveryDate', 'truckId', 'miles', 'cargoType'] as const) {
    for (const sort of [name, `-${name}`]) {
      const rows = await readLoads(`sort=${sort}&limit=200`)
      const values = rows.map((row) => row[name])
      const filled = values.filter((value) => value !== null)
      expect(values.slice(0, filled.length), sort).toEqual(filled)
      for (const value of new Set(values)) {
        const ids = rows.filter((row) => row[name] === value).map(({ id }) => Number(id))
        expect(ids, `${sort} ${value}`).toEqual(
          ids.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)),
        )
      }
    }
  }
})

test('B20 Load numbers and truck numbers sort naturally in both directions', async () => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const numbers = (await readLoads('sort=loadId')).map(({ loadId }) => String(loadId))
  expect(numbers.slice(0, 3)).toEqual(['5', '10', '15'])
  expect(numbers.toSorted(compare)).toEqual(numbers)
  const reversed = (await readLoads('sort=-loadId')).map(({ loadId }) => loadId)
  expect(reversed).toEqual(numbers.toReversed())
  const trucks = (await me.get<Body[]>('/api/trucks?sort=truckId')).body
  expect(trucks.map(({ truckId }) => truckId)).toEqual(['8', '9', '10', '11'])
  const byTruck = await readLoads('sort=-truckId&limit=200')
  const labels = byTruck.map(({ labels }) => (labels as { truckId: string | null }).truckId)
  expect([...new Set(labels)]).toEqual(['11', '10', '9', '8', null])
})

test('B20 A filter by one linked record and by no link gives one list', async () => {
  const [truck] = (await me.get<Body[]>('/api/trucks')).body
  await expectSamePages(`truckId=${truck?.id},none,0${truck?.id}`)
})
