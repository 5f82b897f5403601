import { expect, test } from 'vitest'
import { LARGEST_BULK, type BulkResponse } from '#core/entities/bulk.ts'
import type { EntityName } from '#core/fields/field.ts'
import { signUp, testApp, type Body } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app } = await testApp()
const me = await signUp(app)
const other = await signUp(app)

let made = 0
async function make(entity: EntityName, values: object = {}, client = me) {
  const sample = { ...makeSample(entity, ++made), ...values }
  return (await client.post(`/api/${entity}`, sample)).body
}

function bulk(entity: EntityName, body: object, client = me, headers = {}) {
  return client.post<BulkResponse & Body>(`/api/${entity}/bulk`, body, headers)
}

async function read(entity: EntityName, { id }: Body) {
  return (await me.get(`/api/${entity}/${id}`)).body
}

test('A bulk change sets the status of many loads and increments their versions', async () => {
  const loads = [await make('loads'), await make('loads'), await make('loads')]
  const [first, second, untouched] = loads as [Body, Body, Body]
  const ids = [first.id, second.id, first.id]
  const response = await bulk('loads', { ids, set: { paymentStatus: 'paid' } })
  expect([response.status, response.body]).toEqual([200, { done: 2, failed: [] }])
  for (const load of [first, second]) {
    const { updatedAt, ...now } = await read('loads', load)
    const { updatedAt: before, ...was } = load
    expect(now).toEqual({ ...was, paymentStatus: 'paid', version: 2 })
    expect(String(updatedAt) > String(before)).toBe(true)
  }
  expect(await read('loads', untouched)).toEqual(untouched)
})

test('B22 A bulk change skips records with the status; an older form gets 412', async () => {
  const load = await make('loads', { bolStatus: 'pending' })
  await bulk('loads', { ids: [load.id], set: { bolStatus: 'pending' } })
  expect(await read('loads', load)).toEqual(load)
  await bulk('loads', { ids: [load.id], set: { bolStatus: 'received' } })
  const late = await me.put(`/api/loads/${load.id}`, load, { 'if-match': '"1"' })
  expect(late.status).toBe(412)
})

test('S10 A bulk change does not find or change another account’s records', async () => {
  const own = await make('loads')
  const foreign = await make('loads', {}, other)
  const ids = [own.id, foreign.id, 99999999]
  const wanted = [foreign.id, 99999999].map((id) => ({ id, label: null, message: 'Not found' }))
  for (const body of [{ set: { deliveryStatus: 'delivered' } }, { delete: true }]) {
    const response = await bulk('loads', { ids, ...body })
    expect(response.body).toEqual({ done: 1, failed: wanted })
  }
  expect((await other.get(`/api/loads/${foreign.id}`)).body).toEqual(foreign)
  expect((await me.get(`/api/loads/${own.id}`)).status).toBe(404)
})

test('B24 Bulk delete keeps trucks with settlements, with the reason, and deletes the rest', async () => {
  const [settled, free] = [await make('trucks'), await make('trucks')]
  const load = await make('loads', { truckId: free.id })
  for (const settlementDate of ['2026-11-13', '2026-11-20']) {
    await me.post('/api/billing', { truckId: settled.id, settlementDate })
  }
  const response = await bulk('trucks', { ids: [settled.id, free.id], delete: true })
  const message =
    "This truck has 2 settlements and can't be deleted. Set its status to Inactive instead."
  expect(response.body).toEqual({
    done: 1,
    failed: [{ id: settled.id, label: settled.truckId, message }],
  })
  expect((await me.get(`/api/trucks/${free.id}`)).status).toBe(404)
  expect((await read('loads', load)).truckId).toBe(null)
  const set = await bulk('trucks', { ids: [settled.id], set: { status: 'inactive' } })
  expect(set.body).toEqual({ done: 1, failed: [] })
  expect((await read('trucks', settled)).status).toBe('inactive')
})

test('B23 A repeated key runs once; with another body it is 422', async () => {
  const load = await make('loads')
  const headers = { 'idempotency-key': 'bulk-key' }
  const body = { ids: [load.id], delete: true }
  const responses = [await bulk('loads', body, me, headers), await bulk('loads', body, me, headers)]
  expect(responses.map((response) => response.body)).toEqual([
    { done: 1, failed: [] },
    { done: 1, failed: [] },
  ])
  const changed = await bulk('loads', { ...body, ids: [1] }, me, headers)
  expect(changed.status).toBe(422)
})

test('Twenty bulk changes of the same records at once all succeed', async () => {
  const loads = await Promise.all(Array.from({ length: 6 }, () => make('loads')))
  const ids = loads.map(({ id }) => id)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      bulk('loads', {
        ids: n % 2 ? ids : ids.toReversed(),
        set: { deliveryStatus: n % 3 ? 'delivered' : 'pending' },
      }),
    ),
  )
  expect(responses.map(({ body }) => body.done)).toEqual(responses.map(() => 6))
})

test.each([
  ['loads', { ids: [], delete: true }],
  ['loads', { delete: true }],
  ['loads', { ids: [1] }],
  ['loads', { ids: [1], set: {} }],
  ['loads', { ids: [1], set: { paymentStatus: 'nonsense' } }],
  ['loads', { ids: [1], set: { revenue: '1.00' } }],
  ['loads', { ids: [1], set: { userId: 'x' } }],
  ['loads', { ids: [1], set: { paymentStatus: 'paid' }, delete: true }],
  ['loads', { ids: [1], delete: false }],
  ['loads', { ids: ['x'], delete: true }],
  ['loads', { ids: [1.5], delete: true }],
  ['loads', { ids: Array.from({ length: LARGEST_BULK + 1 }, (_, n) => n + 1), delete: true }],
  ['dispatchers', { ids: [1], set: { name: 'x' } }],
] as const)('B7 POST /api/%s/bulk with %j is rejected with 400', async (entity, body) =>
  expect((await bulk(entity, body)).status).toBe(400),
)

test('The ids of a filtered list are in its order and of this account alone', async () => {
  const account = await signUp(app)
  const loads = []
  for (const revenue of ['300.00', '100.00', '200.00']) {
    loads.push(await make('loads', { revenue }, account))
  }
  await make('loads', { revenue: '1.00', paymentStatus: 'paid' }, account)
  const [third, first, second] = loads.map(({ id }) => id)
  const response = await account.get<number[]>('/api/loads/ids?paymentStatus=pending&sort=revenue')
  expect([response.status, response.body]).toEqual([200, [first, second, third]])
  expect((await account.get('/api/loads/ids?nothing=1')).status).toBe(400)
})
