import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { everyEntity, getEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { everyTable } from '#core/tables.ts'
import { snakeCase } from '#server/database/values.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client, readAccountId } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client

const DISPATCHERS = 1_060

/** D-1 to D-1060; every third has no extension. */
beforeAll(async () => {
  me = await signUp(app)
  const id = await readAccountId(me)
  await sql`insert into dispatchers (user_id, name, phone, email, extension)
    select ${id}::uuid, 'D-' || n, '1', 'd@example.com', nullif(n % 3, 0)::text
    from generate_series(1, ${sql.lit(DISPATCHERS)}) as n`.execute(database)
})

async function readNames(query: string): Promise<unknown[]> {
  const { status, body } = await me.get<Body[]>(`/api/dispatchers?${query}`)
  expect(status).toBe(200)
  return body.map(({ name }) => name)
}

test.each(['', 'sort=extension', 'sort=-extension', 'sort=name', 'sort=-name&search=d-1'])(
  'B21 A page far into a list equals the same part of the whole list: %s',
  async (query) => {
    const whole = await readNames(query)
    for (const offset of [990, 1_000, 1_050, 1_059, 1_060, 20_000]) {
      const page = await readNames(`${query}&limit=25&offset=${offset}`)
      expect(page, `${query} from ${offset}`).toEqual(whole.slice(offset, offset + 25))
    }
  },
)

test('B20 The count of matches has its own route and can be left out of a page', async () => {
  const counted = await me.get('/api/dispatchers/count?search=D-100&extension=1')
  const listed = await me.get<Body[]>('/api/dispatchers?search=D-100&extension=1')
  expect(counted.body).toEqual({ count: listed.body.length })
  expect(listed.headers['x-total-count']).toBe(String(listed.body.length))
  const without = await me.get('/api/dispatchers?limit=5&counted=no')
  expect(without.headers['x-total-count']).toBeUndefined()
  expect((await me.get('/api/dispatchers?counted=perhaps')).status).toBe(400)
  expect((await me.get('/api/dispatchers/count?nonsense=1')).status).toBe(400)
})

async function countFound(client: Client, list: string, search: string): Promise<number> {
  const { status, body } = await client.get<Body[]>(
    `/api/${list}?${new URLSearchParams({ search })}`,
  )
  expect(status).toBe(200)
  return body.length
}

test('B20 A search does not match across two fields and finds linked records by label', async () => {
  const truck = { ...makeSample('trucks'), truckId: 'Blue 7' }
  const { body: saved } = await me.post('/api/trucks', truck)
  const sample = { ...makeSample('loads'), truckId: saved.id }
  await me.post('/api/loads', { ...sample, pickupCity: 'Dal', deliveryCity: 'las' })
  expect(await countFound(me, 'loads', 'blue')).toBe(1)
  expect(await countFound(me, 'loads', 'L-1')).toBe(1)
  expect(await countFound(me, 'loads', 'DallasTX')).toBe(0)
  expect(await countFound(me, 'loads', 'dal')).toBe(1)
  expect(await countFound(me, 'loads', 'la%')).toBe(0)
})

test('C55 A search of loads also finds their brokers and second drivers', async () => {
  const other = await signUp(app)
  const { body: broker } = await other.post('/api/brokers', {
    ...makeSample('brokers'),
    companyName: 'Zephyr Freight',
  })
  const { body: driver } = await other.post('/api/drivers', {
    ...makeSample('drivers'),
    name: 'Quill Ortega',
  })
  const load = (n: number, links: object) =>
    other.post('/api/loads', { ...makeSample('loads', n), ...links })
  await load(1, { brokerId: broker.id })
  await load(2, { driver2Id: driver.id })
  await load(3, {})
  for (const search of ['zephyr', 'QUILL', 'ze', 'r fr'])
    expect([search, await countFound(other, 'loads', search)]).toEqual([search, 1])
  const { body: totals } = await other.get('/api/loads/totals?search=zephyr')
  expect(totals.count).toBe(1)
  expect(await countFound(me, 'loads', 'zephyr')).toBe(0)
})

describe('B20 a search of one character', () => {
  let other: Client
  beforeAll(async () => {
    other = await signUp(app)
    const { body: truck } = await other.post('/api/trucks', {
      ...makeSample('trucks'),
      truckId: 'Q7',
    })
    await other.post('/api/brokers', { ...makeSample('brokers'), mcNumber: '771' })
    await other.post('/api/loads', { ...makeSample('loads'), loadId: 'Ł-9', truckId: truck.id })
    await other.post('/api/loads', { ...makeSample('loads'), loadId: '%1' })
  })

  test.each([
    ['loads', 'ł', 1],
    ['loads', 'Ł', 1],
    ['loads', '%', 1],
    ['loads', 'q', 1],
    ['loads', '9', 0],
    ['loads', 'D', 0],
    ['loads', '7', 0],
    ['trucks', 'q', 1],
    ['trucks', 'F', 0],
    ['brokers', '7', 1],
    ['drivers', 'a', 0],
    ['dispatchers', 'd', 0],
    ['billing', 'q', 0],
  ])('%s: "%s" finds %i', async (list, search, count) => {
    expect(await countFound(other, list, search)).toBe(count)
    const path = `/api/${list}/count?${new URLSearchParams({ search })}`
    expect((await other.get(path)).body).toEqual({ count })
  })
})

describe('C127 a search for a reference', () => {
  let other: Client
  beforeAll(async () => {
    other = await signUp(app)
    const load = (n: number, values: object) =>
      other.post('/api/loads', { ...makeSample('loads', n), ...values })
    await load(1, { brokerLoadNumber: '20512345', poNumber: 'PO-7712' })
    await load(2, { bolNumber: '%6100450', pickupNumber: 'Ł9' })
    await load(3, { pickupCity: '9 Palms' })
  })

  test.each([
    ['20512345', 1],
    ['512', 1],
    ['po-77', 1],
    ['77', 1],
    ['2', 1],
    ['P', 1],
    ['ł', 1],
    ['%', 1],
    ['9', 0],
    ['5', 0],
    ['12345PO', 0],
    ['6100450 Ł9', 0],
  ])('C127 "%s" finds %i', async (search, count) => {
    expect(await countFound(other, 'loads', search)).toBe(count)
    const query = new URLSearchParams({ search })
    expect((await other.get(`/api/loads/count?${query}`)).body).toEqual({ count })
  })

  test('C127 A filter finds the exact reference, and a sort is natural', async () => {
    const numbers = async (query: string) =>
      (await other.get<Body[]>(`/api/loads?${query}`)).body.map(({ loadId }) => loadId)
    expect(await numbers('brokerLoadNumber=20512345,7')).toEqual(['L-1'])
    expect(await numbers('brokerLoadNumber=2051234')).toEqual([])
    expect(await numbers('bolNumber=%256100450&limit=5')).toEqual(['L-2'])
    await other.post('/api/loads', { ...makeSample('loads', 4), poNumber: 'PO-801' })
    expect(await numbers('sort=poNumber')).toEqual(['L-4', 'L-1', 'L-2', 'L-3'])
  })
})

test('B20 A search of two characters finds any text that contains them, in any case', async () => {
  const other = await signUp(app)
  const sample = { ...makeSample('loads'), pickupCity: 'Łódź 50%', deliveryCity: 'A_b' }
  await other.post('/api/loads', sample)
  for (const search of ['ŁÓ', 'dź', 'łódź 50', '0%', 'a_', '-1', 'TX'])
    expect([search, await countFound(other, 'loads', search)]).toEqual([search, 1])
  for (const search of ['zq', 'ódź  5', 'A_b GA', '%%', '__', 'xl', '\\\\', 'ba', '😀😀'])
    expect([search, await countFound(other, 'loads', search)]).toEqual([search, 0])
})

test('B20 A number is found by its beginning, its end and its middle', async () => {
  const other = await signUp(app)
  for (const loadId of ['L-1000500', 'XL-1000500', 'L-10005001', '10005', 'L-2'])
    await other.post('/api/loads', { ...makeSample('loads'), loadId })
  const found = async (search: string) => countFound(other, 'loads', search)
  expect(await found('l-1000500')).toBe(3)
  expect(await found('L-10005')).toBe(3)
  expect(await found('10005')).toBe(4)
  expect(await found('XL-10')).toBe(1)
  expect(await found('000500')).toBe(3)
})

test('B20 A search finds old records behind 5,100 newer ones, with and without a filter', async () => {
  const other = await signUp(app)
  await other.post('/api/loads', { ...makeSample('loads'), loadId: 'Old 1', pickupCity: 'Zorn' })
  const long = await readAccountId(other)
  await sql`insert into loads (user_id, load_id, pickup_state, pickup_date, delivery_state, revenue)
    select ${long}::uuid, 'L-' || n, 'TX', date '2026-01-01', 'TX', 1
    from generate_series(1, 5100) as n`.execute(database)
  await other.post('/api/loads', { ...makeSample('loads'), loadId: 'New 1', pickupCity: 'Zorn' })
  const found = async (search: string, more = '') => {
    const query = new URLSearchParams({ search, limit: '50' })
    const { body } = await other.get<Body[]>(`/api/loads?${query}${more}`)
    return body.map(({ loadId }) => loadId)
  }
  expect(await found('zorn')).toEqual(['New 1', 'Old 1'])
  expect(await found('zo')).toEqual(['New 1', 'Old 1'])
  expect(await found('old')).toEqual(['Old 1'])
  expect(await found('o')).toEqual(['Old 1'])
  expect(await found('zorn', '&offset=1')).toEqual(['Old 1'])
  for (const filter of ['revenue.from=1', 'pickupDate.to=2099-12-31'])
    expect(await found('zorn', `&${filter}`)).toEqual(['New 1', 'Old 1'])
  expect(await found('l-', '&pickupDate.to=2026-01-31')).toHaveLength(50)
  expect(await found('zorn', '&pickupDate.to=2026-01-31')).toEqual([])
  expect(await found('l-')).toHaveLength(50)
})

test('B20 A load with the longest texts is saved, and found by its number', async () => {
  const random = (n: number) =>
    Array.from({ length: 200 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919 + n * 104_729 + at * at * 31) % 20_000)),
    ).join('')
  const texts = [
    'pickupCity',
    'deliveryCity',
    'brokerLoadNumber',
    'poNumber',
    'bolNumber',
    'pickupNumber',
  ]
  const other = await signUp(app)
  const { status } = await other.post('/api/loads', {
    ...makeSample('loads'),
    ...Object.fromEntries(texts.map((name, n) => [name, random(n)])),
    loadId: 'Long-1',
  })
  expect(status).toBe(201)
  expect(await countFound(other, 'loads', 'long-1')).toBe(1)
})

test('B21 The index of searches has the text and every link of a load, so that a search reads it alone', async () => {
  const { rows } = await sql<{ definition: string }>`select indexdef as definition from pg_indexes
    where indexname = 'loads_text_idx'`.execute(database)
  const links = listReferences(getEntity('loads').fields).map(({ name }) => snakeCase(name))
  const included = /INCLUDE \((.*)\)/.exec(rows[0]?.definition ?? '')?.[1]?.split(', ')
  expect(included?.toSorted()).toEqual([...links, 'search_text'].toSorted())
})

test('B20 Numbers and names have the natural collation, and no other column has it', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and collation_name = 'natural_number'`.execute(database)
  const declared = everyEntity.flatMap(({ name, fields, label }) =>
    Object.keys(fields)
      .filter((field) => field === label || fields[field]?.number)
      .map((field) => `${name}.${snakeCase(field)}`),
  )
  const listed = everyTable.flatMap(([name, { list }]) =>
    Object.entries<Field>(list?.listing.fields ?? {}).flatMap(([field, { number }]) =>
      number ? [`${name}.${snakeCase(field)}`] : [],
    ),
  )
  const own = ['invoices.number', ...listed]
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...declared, ...own].toSorted())
})

test('B20 C62 Names with numbers sort naturally, in pickers and by a link', async () => {
  const other = await signUp(app)
  for (const companyName of ['Carrier 10', 'Carrier 9', 'carrier 11', 'Älv', 'Zorn']) {
    const broker = { companyName, phone: '555', email: 'a@example.com' }
    const { body } = await other.post('/api/brokers', broker)
    await other.post('/api/loads', {
      ...makeSample('loads'),
      loadId: companyName,
      brokerId: body.id,
    })
  }
  const sorted = ['Älv', 'Carrier 9', 'Carrier 10', 'carrier 11', 'Zorn']
  const { body: brokers } = await other.get<Body[]>('/api/brokers?limit=20&sort=companyName')
  expect(brokers.map(({ companyName }) => companyName)).toEqual(sorted)
  const { body: loads } = await other.get<Body[]>('/api/loads?limit=20&sort=brokerId')
  expect(loads.map(({ loadId }) => loadId)).toEqual(sorted)
})

test('B20 Lists of trucks, the settlement run and the palette sort numbers naturally', async () => {
  const other = await signUp(app)
  for (const truckId of ['100', '9', 'T10', '10', 'T9']) {
    const { body } = await other.post('/api/trucks', {
      ...makeSample('trucks'),
      truckId,
      vin: null,
    })
    const dates = { deliveryDate: '2026-11-18', settlementDate: '2026-11-20' }
    const load = { ...makeSample('loads'), ...dates, loadId: `L${truckId}`, truckId: body.id }
    await other.post('/api/loads', load)
  }
  const sorted = ['9', '10', '100', 'T9', 'T10']
  const { body: trucks } = await other.get<Body[]>('/api/trucks?sort=truckId')
  expect(trucks.map(({ truckId }) => truckId)).toEqual(sorted)
  const path = '/api/settlements/run?week=2026-11-20&today=2026-11-25'
  const { body: run } = await other.get<{ rows: { truck: string }[] }>(path)
  expect(run.rows.map(({ truck }) => truck)).toEqual(sorted)
  const { body: found } = await other.get<{ record: Body }[]>('/api/search?q=t')
  expect(found.map(({ record }) => record.truckId)).toEqual(['T9', 'T10'])
})
