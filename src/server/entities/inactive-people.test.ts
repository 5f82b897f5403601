import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const DATE = '2026-11-20'
let carrier: CarrierWithOwners
let dan: number

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  dan = await carrier.addDriver('Dan')
})

test('C10 B24 An owner or driver with settlements or balances can’t be deleted', async () => {
  await carrier.settle(DATE)
  await carrier.assignDriver(dan)
  await carrier.createRule({ balance: 'loan', total: '500', truckId: carrier.truckId })
  const cases = [
    ['owners', carrier.ann, 'This owner has 1 settlement', 'Set the owner to Inactive instead.'],
    ['drivers', dan, 'This driver has 1 balance', 'Set the driver to Inactive instead.'],
  ] as const
  for (const [entity, id, reason, advice] of cases) {
    const message = `${reason} and can't be deleted. ${advice}`
    const path = `/api/${entity}/${id}`
    const rejected = await carrier.client.delete(path)
    expect([rejected.status, rejected.body.message]).toEqual([409, message])
    const bulk = await carrier.client.post(`/api/${entity}/bulk`, { ids: [id], delete: true })
    expect(bulk.body).toMatchObject({ done: 0, failed: [{ id, message }] })
    const set = await carrier.client.post(`/api/${entity}/bulk`, {
      ids: [id],
      set: { status: 'inactive' },
    })
    expect(set.body).toEqual({ done: 1, failed: [] })
    expect((await carrier.client.get(path)).body.status).toBe('inactive')
  }
  expect((await carrier.client.get(`/api/owners/${carrier.ann}/links`)).body).toEqual({
    linked: { trucks: 0, trailers: 0 },
    refusal: `This owner has 1 settlement and can't be deleted.`,
  })
  expect((await carrier.client.get(`/api/drivers/${dan}/links`)).body).toMatchObject({
    refusal: `This driver has 1 balance and can't be deleted.`,
  })
  expect((await carrier.client.delete(`/api/owners/${carrier.bob}`)).status).toBe(204)
})

test('C10 The database rejects the deletion of an owner with a settlement', async () => {
  const { userId } = await carrier.settle(DATE)
  await expect(
    sql`delete from owners where user_id = ${userId} and id = ${carrier.ann}`.execute(database),
  ).rejects.toThrow('has settlements, balances or payments')
})

test('C10 Owners and drivers are active unless the request says otherwise', async () => {
  const inactive = { ...makeSample('drivers'), name: 'Eve', status: 'inactive' }
  await carrier.client.post('/api/drivers', inactive)
  const names = async (query: string) =>
    (await carrier.client.get<Body[]>(`/api/drivers?sort=name${query}`)).body.map(
      ({ name }) => name,
    )
  expect(await names('')).toEqual(['Dan', expect.stringContaining('Driver of'), 'Eve'])
  expect(await names('&status=active')).toEqual(['Dan', expect.stringContaining('Driver of')])
  const rejected = await carrier.client.post('/api/owners', {
    ...makeSample('owners'),
    status: 'gone',
  })
  expect(rejected.body.fields).toEqual({ status: ['Status must be Active or Inactive'] })
  const csv = (await carrier.client.get('/api/drivers/export.csv')).text
  expect(csv).toContain('Status')
})
