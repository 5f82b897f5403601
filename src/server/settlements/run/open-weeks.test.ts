import { beforeEach, expect, test } from 'vitest'
import type { OpenWork } from '#core/settlements/run/open-weeks.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const TODAY = '2026-11-25'
const [OLD, LAST, CURRENT, LATER] = ['2026-10-30', '2026-11-20', '2026-11-25', '2026-11-27']
const NOTHING = { toPrepare: 0, toApprove: 0, held: 0, toPay: 0 }
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

const readOpenWork = async () =>
  (await carrier.client.get<OpenWork>(`/api/settlements/open-work?today=${TODAY}`)).body
const readRun = async () =>
  (await carrier.client.get<Run>(`/api/settlements/run?today=${TODAY}`)).body

test('C50 Open settlements are counted by work week, oldest first, up to today', async () => {
  for (const date of [OLD, LAST, CURRENT, LATER]) await carrier.createLoad(date)
  await carrier.createLoad('2026-08-21')
  const { id } = await carrier.settle(OLD)
  const second = await carrier.createTruck()
  await carrier.createLoad(LAST, '100', { truckId: second })
  const draft = await carrier.settle(LAST, { truckId: second })
  expect(await readOpenWork()).toEqual({
    weeks: [
      { from: '2026-10-25', to: '2026-10-31', ...NOTHING, toApprove: 1 },
      { from: '2026-11-15', to: '2026-11-21', ...NOTHING, toPrepare: 1, toApprove: 1 },
      { from: '2026-11-22', to: '2026-11-28', ...NOTHING, toPrepare: 1 },
    ],
    toPay: 0,
    missingTaxIds: 0,
  })
  await carrier.approve(id)
  await carrier.client.post(`/api/billing/${draft.id}/hold`, { reason: 'Claim' })
  expect(await readOpenWork()).toMatchObject({
    weeks: [{ toPay: 1, toApprove: 0 }, { held: 1, toPrepare: 1, toApprove: 0 }, {}],
    toPay: 1,
  })
  await carrier.pay(id)
  expect(await readOpenWork()).toMatchObject({ weeks: [{ from: '2026-11-15' }, {}], toPay: 0 })
})

test('C483 The run opens on the week with most open work', async () => {
  await carrier.createLoad(OLD)
  for (const truckId of [await carrier.createTruck(), await carrier.createTruck()])
    await carrier.createLoad(LAST, '100', { truckId })
  expect((await readRun()).from).toBe('2026-11-15')
})

test('C50 C483 Of weeks with as much work, the run opens on the oldest; a held draft does not count', async () => {
  await carrier.createLoad(OLD)
  await carrier.createLoad(LAST)
  expect((await readRun()).from).toBe('2026-10-25')
  const { id } = await carrier.settle(OLD)
  expect((await readRun()).from).toBe('2026-10-25')
  await carrier.client.post(`/api/billing/${id}/hold`, { reason: 'Claim' })
  expect((await readRun()).from).toBe('2026-11-15')
})

test('C50 Payees without a tax ID whose paid statements reach the 1099 threshold are counted', async () => {
  const own = await createCarrierWithOwners(app)
  const change = async (path: string, values: object) =>
    own.client.put(path, { ...(await own.client.get(path)).body, ...values })
  await change(`/api/owners/${own.ann}`, { taxId: null })
  const count = async (today: string) =>
    (await own.client.get<OpenWork>(`/api/settlements/open-work?today=${today}`)).body.missingTaxIds
  const settle = async (date: string, revenue: string) => {
    await own.createLoad(date, revenue)
    const { id } = await own.settle(date)
    await own.approve(id)
    return id
  }
  await own.pay(await settle(OLD, '1200'))
  const second = await settle(LAST, '800')
  expect(await count(TODAY)).toBe(0)
  await own.pay(second)
  expect(await count(TODAY)).toBe(1)
  expect([await count('2027-01-31'), await count('2027-02-01')]).toEqual([1, 0])
  const other = await createCarrierWithOwners(app)
  expect((await other.client.get(`/api/settlements/open-work?today=${TODAY}`)).body).toMatchObject({
    missingTaxIds: 0,
  })
  await change(`/api/owners/${own.ann}`, { taxId: '12-3456789' })
  expect(await count(TODAY)).toBe(0)
})

test.each([
  ['2025-12-31', 0],
  ['2026-01-01', 1],
  ['2026-12-31', 1],
  ['2027-01-01', 0],
])(
  'C50 A payment of %s counts in its own year, for the 1099 threshold of 2026',
  async (paidOn, expected) => {
    const own = await createCarrierWithOwners(app)
    const owner = `/api/owners/${own.ann}`
    await own.client.put(owner, { ...(await own.client.get(owner)).body, taxId: null })
    await own.createLoad(OLD, '2000')
    const { id } = await own.settle(OLD)
    await own.approve(id)
    const confirmed = ['paidOn', 'reference']
    const check = { paymentMethod: 'check', paymentReference: '1001', paidOn, confirmed }
    const { status, text } = await own.client.post(`/api/billing/${id}/pay`, check)
    expect([status < 300, text]).toEqual([true, text])
    const { body } = await own.client.get<OpenWork>(`/api/settlements/open-work?today=${TODAY}`)
    expect(body.missingTaxIds).toBe(expected)
  },
)

test('C50 S10 Another account sees none of the open work', async () => {
  await carrier.createLoad(LAST)
  const other = await signUp(app)
  const path = `/api/settlements/open-work?today=${TODAY}`
  expect((await other.get(path)).body).toEqual({ weeks: [], toPay: 0, missingTaxIds: 0 })
  expect((await other.get('/api/settlements/open-work?today=now')).status).toBe(400)
})
