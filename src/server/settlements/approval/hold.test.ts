import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATE = '2026-11-20'
const REASON = 'Waiting for the lumper receipt'
let at: Settling

beforeEach(async () => {
  at = await settling(app)
  await at.load(DATE, '1000')
})

const hold = (id: number, reason = REASON) =>
  at.me.post<Settlement>(`/api/billing/${id}/hold`, { reason })

test('C48 A held draft is approved only after its release', async () => {
  const { id, version } = await at.settle(DATE)
  const held = await hold(id)
  expect([held.status, held.body.holdReason, held.body.status]).toEqual([200, REASON, 'pending'])
  expect(held.body.version).toBe(version + 1)
  const tried = await at.me.post(`/api/billing/${id}/approve`)
  expect([tried.status, tried.body.message]).toEqual([
    409,
    `This settlement is on hold: ${REASON}. Release it in the settlement run first.`,
  ])
  expect((await at.me.send('DELETE', `/api/billing/${id}/hold`)).status).toBe(204)
  expect((await at.read(id)).holdReason).toBeNull()
  expect((await at.approve(id)).body.number).toBe(1)
})

test('C48 A hold needs a reason, the current version and a draft', async () => {
  const { id, version } = await at.settle(DATE)
  expect((await at.me.post(`/api/billing/${id}/hold`, { reason: ' ' })).status).toBe(400)
  await hold(id)
  const old = { 'if-match': `"${version}"` }
  const stale = await at.me.send('DELETE', `/api/billing/${id}/hold`, undefined, old)
  expect(stale.status).toBe(412)
  await at.me.send('DELETE', `/api/billing/${id}/hold`)
  await at.approve(id)
  expect((await hold(id)).status).toBe(409)
})

test('C48 S31 The audit log has the hold with its reason, and the release', async () => {
  const { id } = await at.settle(DATE)
  await hold(id)
  await at.me.send('DELETE', `/api/billing/${id}/hold`)
  const path = `/api/audit?subject=billing&subjectId.from=${id}&subjectId.to=${id}`
  const entries = (await at.me.get<{ changes: object }[]>(path)).text
  expect(entries.split(REASON)).toHaveLength(3)
})

test('C48 C24 A held settlement takes no part in offsets', async () => {
  const values = { ...makeSample('owners'), offsetTrucks: 'yes' }
  const owner = (await at.me.post('/api/owners', values)).body
  const second = await at.truck()
  for (const id of [at.truckId, second]) {
    const truck = (await at.me.get(`/api/trucks/${id}`)).body
    await at.me.put(`/api/trucks/${id}`, { ...truck, ownerId: owner.id })
  }
  const payer = await at.settle(DATE)
  const debtor = await at.settle(DATE, { truckId: second, fuel: '300' })
  await hold(debtor.id)
  expect((await at.approve(payer.id)).body.netPayment).toBe('1000.00')
  expect((await at.read(debtor.id)).status).toBe('pending')
})
