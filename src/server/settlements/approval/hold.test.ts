import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATE = '2026-11-20'
const REASON = 'Waiting for the lumper receipt'
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
  await carrier.createLoad(DATE, '1000')
})

const hold = (id: number, reason = REASON) =>
  carrier.client.post<Settlement>(`/api/billing/${id}/hold`, { reason })

test('C48 A held draft is approved only after its release', async () => {
  const { id, version } = await carrier.settle(DATE)
  const held = await hold(id)
  expect([held.status, held.body.holdReason, held.body.status]).toEqual([200, REASON, 'pending'])
  expect(held.body.version).toBe(version + 1)
  const tried = await carrier.client.post(`/api/billing/${id}/approve`)
  expect([tried.status, tried.body.message]).toEqual([
    409,
    `This settlement is on hold: ${REASON}. Release it in the settlement run first.`,
  ])
  expect((await carrier.client.send('DELETE', `/api/billing/${id}/hold`)).status).toBe(204)
  expect((await carrier.readSettlement(id)).holdReason).toBeNull()
  expect((await carrier.approve(id)).body.number).toBe(1)
})

test('C48 A hold needs a reason, the current version and a draft', async () => {
  const { id, version } = await carrier.settle(DATE)
  expect((await carrier.client.post(`/api/billing/${id}/hold`, { reason: ' ' })).status).toBe(400)
  await hold(id)
  const old = { 'if-match': `"${version}"` }
  const stale = await carrier.client.send('DELETE', `/api/billing/${id}/hold`, undefined, old)
  expect(stale.status).toBe(412)
  await carrier.client.send('DELETE', `/api/billing/${id}/hold`)
  await carrier.approve(id)
  expect((await hold(id)).status).toBe(409)
})

test('C48 S31 The audit log has the hold with its reason, and the release', async () => {
  const { id } = await carrier.settle(DATE)
  await hold(id)
  await carrier.client.send('DELETE', `/api/billing/${id}/hold`)
  const path = `/api/audit?subject=billing&subjectId.from=${id}&subjectId.to=${id}`
  const entries = (await carrier.client.get<{ changes: object }[]>(path)).text
  expect(entries.split(REASON)).toHaveLength(3)
})

test('C48 C24 A held settlement takes no part in offsets', async () => {
  const values = { ...makeSample('owners'), offsetTrucks: 'yes' }
  const owner = (await carrier.client.post('/api/owners', values)).body
  const second = await carrier.createTruck()
  for (const id of [carrier.truckId, second]) {
    const truck = (await carrier.client.get(`/api/trucks/${id}`)).body
    await carrier.client.put(`/api/trucks/${id}`, { ...truck, ownerId: owner.id })
  }
  const payer = await carrier.settle(DATE)
  const debtor = await carrier.settle(DATE, { truckId: second, fuel: '300' })
  await hold(debtor.id)
  expect((await carrier.approve(payer.id)).body.netPayment).toBe('1000.00')
  expect((await carrier.readSettlement(debtor.id)).status).toBe('pending')
})
