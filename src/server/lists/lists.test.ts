import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { readListQuery } from './list-query.ts'
import { searchCondition, withFound } from './search-sql.ts'

const { app, database } = await testApp()
let me: Client

const MANY = 10_060

/** D-1 to D-10060; every third has no extension. */
async function manyDispatchers(userId: unknown) {
  await sql`insert into dispatchers (user_id, name, phone, email, extension)
    select ${userId}::uuid, 'D-' || n, '1', 'd@example.com', nullif(n % 3, 0)::text
    from generate_series(1, ${sql.lit(MANY)}) as n`.execute(database)
}

async function names(query: string): Promise<unknown[]> {
  const { status, body } = await me.get<Body[]>(`/api/dispatchers?${query}`)
  expect(status).toBe(200)
  return body.map(({ name }) => name)
}

beforeAll(async () => {
  me = await signUp(app)
  await manyDispatchers((await me.get('/api/auth/user')).body.id)
})

test.each(['', 'sort=extension', 'sort=-extension', 'sort=name', 'sort=-name&search=d-1'])(
  'B21 a page deep in the list is the same part of it as of the whole: %s',
  async (query) => {
    const whole = await names(query)
    for (const offset of [9_990, 10_000, 10_050, 10_059, 10_060, 20_000]) {
      const page = await names(`${query}&limit=25&offset=${offset}`)
      expect(page, `${query} from ${offset}`).toEqual(whole.slice(offset, offset + 25))
    }
  },
)

test('B20 how many match can be asked for aside, and left out', async () => {
  const counted = await me.get('/api/dispatchers/count?search=D-100&extension=1')
  const listed = await me.get<Body[]>('/api/dispatchers?search=D-100&extension=1')
  expect(counted.body).toEqual({ count: listed.body.length })
  expect(listed.headers['x-total-count']).toBe(String(listed.body.length))
  const without = await me.get('/api/dispatchers?limit=5&counted=no')
  expect(without.headers['x-total-count']).toBeUndefined()
  expect((await me.get('/api/dispatchers?counted=perhaps')).status).toBe(400)
  expect((await me.get('/api/dispatchers/count?nonsense=1')).status).toBe(400)
})

test('B20 a search does not reach over two fields, and finds linked records by their label', async () => {
  const { body: truck } = await me.post('/api/trucks', {
    ...makeSample('trucks'),
    truckId: 'Blue 7',
  })
  const sample = { ...makeSample('loads'), truckId: truck.id }
  await me.post('/api/loads', { ...sample, pickupCity: 'Dal', deliveryCity: 'las' })
  const found = async (search: string) =>
    (await me.get<Body[]>(`/api/loads?${new URLSearchParams({ search })}`)).body.length
  expect(await found('blue')).toBe(1)
  expect(await found('L-1')).toBe(1)
  expect(await found('DallasTX')).toBe(0)
  expect(await found('dal')).toBe(1)
  expect(await found('la%')).toBe(0)
})

test('B20 a search of one or two letters finds what holds them, whatever their case and their signs', async () => {
  const other = await signUp(app)
  const sample = { ...makeSample('loads'), pickupCity: 'Łódź 50%', deliveryCity: 'A_b' }
  await other.post('/api/loads', sample)
  const found = async (search: string) =>
    (await other.get<Body[]>(`/api/loads?${new URLSearchParams({ search })}`)).body.length
  for (const hit of ['ł', 'ŁÓ', 'ź ', 'dź', 'łódź 50', '0%', '%', '_', 'a_', '-1', 't', 'TX'])
    expect([hit, await found(hit)]).toEqual([hit, 1])
  for (const miss of ['q', 'zq', 'ódź  5', 'A_b GA', '%%', '__', 'xl', '\\', 'ba', '😀'])
    expect([miss, await found(miss)]).toEqual([miss, 0])
})

test('B21 a short search that finds most rows takes no text apart, one that finds few asks the index', async () => {
  const them = await signUp(app)
  const load = { ...makeSample('loads'), pickupCity: 'Austin' }
  for (let n = 0; n < 260; n++) await them.post('/api/loads', { ...load, loadId: `A${n}` })
  await them.post('/api/loads', { ...load, loadId: 'Zq' })
  const { id } = (await them.get<{ id: string }>('/api/auth/user')).body
  const asked = async (search: string) => {
    const query = readListQuery(new Map(), { search })
    return (await withFound(database, getEntity('loads'), id, query)).paired
  }
  expect([await asked('a'), await asked('zq'), await asked('aus')]).toEqual([false, true, false])
  const total = async (search: string) =>
    (await them.get(`/api/loads?limit=1&search=${search}`)).headers['x-total-count']
  expect([await total('au'), await total('zq'), await total('zz')]).toEqual(['261', '1', '0'])
})

test.each([
  ['dallas', 'loads_text_idx'],
  ['zq', 'loads_letter_pairs_idx'],
])('B21 the search through the loads for %s is written as %s is', async (search, index) => {
  const query = { ...readListQuery(new Map(), { search }), linked: {}, paired: search === 'zq' }
  const plan = await database.transaction().execute(async (work) => {
    await sql`set local enable_seqscan = off`.execute(work)
    const found = searchCondition(getEntity('loads'), query)
    return sql`explain select from loads as record where ${found}`.execute(work)
  })
  expect(JSON.stringify(plan.rows)).toContain(`Bitmap Index Scan on ${index}`)
})
