/** Links to deleted records (SPEC B24). */
import { expect, test } from 'vitest'
import type { EntityName } from '#core/fields/field.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const me = await signUp(app)

let made = 0
async function make(name: EntityName, values: Record<string, unknown> = {}): Promise<Body> {
  return (await me.post(`/api/${name}`, { ...makeSample(name, ++made), ...values })).body
}

const LINKS: [to: EntityName, from: EntityName, field: string][] = [
  ['owners', 'trucks', 'ownerId'],
  ['drivers', 'trucks', 'driverId'],
  ['owners', 'trailers', 'ownerId'],
  ['trucks', 'loads', 'truckId'],
  ['trailers', 'loads', 'trailerId'],
  ['drivers', 'loads', 'driverId'],
  ['drivers', 'loads', 'driver2Id'],
  ['brokers', 'loads', 'brokerId'],
  ['dispatchers', 'loads', 'dispatcherId'],
]

const WAYS = {
  'by itself': (to: EntityName, id: unknown) => me.delete(`/api/${to}/${String(id)}`),
  'with others': (to: EntityName, id: unknown) =>
    me.post(`/api/${to}/bulk`, { ids: [id], delete: true }),
}

test.each(
  LINKS.flatMap(([to, from, field]) =>
    Object.entries(WAYS).map(([way, remove]) => ({ to, from, field, way, remove })),
  ),
)(
  'B22 B24 Deleting $to ($way) clears $field of $from with a new version',
  async ({ to, from, field, remove }) => {
    const [gone, kept] = [await make(to), await make(to)]
    const held = await make(from, { [field]: gone.id })
    const beside = await make(from, { [field]: kept.id })
    await remove(to, gone.id)

    const left = (await me.get(`/api/${from}/${String(held.id)}`)).body
    expect(left).toMatchObject({ [field]: null, version: 2 })
    expect(left.updatedAt).not.toBe(held.updatedAt)
    expect((await me.get(`/api/${from}/${String(beside.id)}`)).body).toEqual(beside)
    const late = await me.put(`/api/${from}/${String(held.id)}`, held, { 'if-match': '"1"' })
    expect(late.status).toBe(412)
  },
)

test('B24 Deleting one driver keeps a load’s other driver', async () => {
  const [gone, kept] = [await make('drivers'), await make('drivers')]
  const load = await make('loads', { driverId: gone.id, driver2Id: kept.id })
  await me.delete(`/api/drivers/${String(gone.id)}`)
  const left = (await me.get(`/api/loads/${String(load.id)}`)).body
  expect(left).toMatchObject({ driverId: null, driver2Id: kept.id, version: 2 })
})

test('B24 A truck with settlements cannot be deleted and keeps its links', async () => {
  const truck = await make('trucks')
  const load = await make('loads', { truckId: truck.id })
  await me.post('/api/billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  expect((await me.delete(`/api/trucks/${String(truck.id)}`)).status).toBe(409)
  expect((await me.get(`/api/loads/${String(load.id)}`)).body).toEqual(load)
})
