import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client

/** What JSON must escape, and what must not lose a digit. */
const ODD = {
  notes: '"quoted" \\ back\tslash\nline – Nguyễn 🚚 </script> \u2028',
  cargoType: '{"a": [1, null]}',
  revenue: '99999999.90',
  miles: '0.10',
  pickupCity: "O'Fallon",
}

beforeAll(async () => {
  me = await signUp(app)
  const ids: Record<string, number> = {}
  for (const list of ['trucks', 'drivers', 'brokers', 'dispatchers'] as const)
    ids[list] = (await me.post(`/api/${list}`, makeSample(list))).body.id
  const { trucks, drivers, brokers, dispatchers } = ids
  const links = { truckId: trucks, driverId: drivers, brokerId: brokers, dispatcherId: dispatchers }
  const NONE = {
    truckId: null,
    driverId: null,
    driver2Id: null,
    brokerId: null,
    dispatcherId: null,
  }
  const sent = [
    { ...links, driver2Id: drivers },
    { ...links, ...ODD },
    NONE,
    { ...NONE, deliveryDate: null, settlementDate: null, poNumber: 'PO-77' },
  ]
  for (const [n, more] of sent.entries()) {
    const load = { ...makeSample('loads', n + 1), documents: [], ...more, loadId: `T-${n + 1}` }
    expect((await me.post('/api/loads', load)).status).toBe(201)
  }
  const userId = await readAccountId(me)
  // Instants with microseconds, and without a fraction.
  await sql`update loads set updated_at = '2026-03-08 09:59:59.000999+00', notes = notes
    where user_id = ${userId} and load_id = 'T-1'`.execute(database)
  await sql`update loads set created_at = '2020-01-01 00:00:00+00' where user_id = ${userId}
    and load_id = 'T-2'`.execute(database)
})

test.each([
  ...['', 'limit=25', 'limit=50&counted=no', 'limit=100', 'limit=7', 'limit=2&offset=1'],
  ...['limit=25&sort=brokerId', 'limit=25&sort=-revenue', 'limit=25&search=T-', 'search=77'],
  ...['limit=25&truckId=none', 'limit=25&notes=nothing', 'limit=25&search=O%27Fallon'],
])('B20 A page of loads has the same records as they are read one by one: %s', async (query) => {
  const { body, headers } = await me.get<Body[]>(`/api/loads?${query}`)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const single = await Promise.all(body.map(({ id }) => me.get(`/api/loads/${id}`)))
  expect(body).toEqual(single.map((one) => one.body))
  expect(body.length > 0).toBe(!query.includes('nothing'))
})

test('B20 A page of loads is newest first, ends at its size and shows a change immediately', async () => {
  const names = async () =>
    (await me.get<Body[]>('/api/loads?limit=25')).body.map(({ loadId }) => loadId)
  expect(await names()).toEqual(['T-4', 'T-3', 'T-2', 'T-1'])
  const added: number[] = []
  for (let n = 5; n <= 30; n++)
    added.push(
      (await me.post('/api/loads', { ...makeSample('loads', n), loadId: `T-${n}` })).body.id,
    )
  expect(await names()).toEqual(Array.from({ length: 25 }, (_, n) => `T-${30 - n}`))
  await me.delete(`/api/loads/${added.at(-1)}`)
  expect((await names())[0]).toBe('T-29')
})
