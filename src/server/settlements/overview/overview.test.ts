/** What the pages of a truck, a payee and a load show of settlements (SPEC C53). */
import { expect, test } from 'vitest'
import type {
  LoadStatement,
  OpenSettlement,
  PayeeTotals,
} from '#core/settlements/overview/overview.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

const [LAST_YEAR, FIRST, SECOND, THIRD] = [
  '2025-11-07',
  '2026-11-06',
  '2026-11-13',
  '2026-11-20',
] as const

test('C53 A truck lists its settlement dates and drafts without an approved statement', async () => {
  const carrier = await createCarrierWithOwners(app)
  await carrier.createLoad(FIRST)
  await carrier.approve((await carrier.settle(FIRST)).id)
  await carrier.createLoad(SECOND, '700')
  await carrier.createLoad(SECOND, '800.25')
  const draft = await carrier.settle(SECOND)
  await carrier.createLoad(THIRD, '900')
  const path = `/api/trucks/${carrier.truckId}/open-settlements`
  expect((await carrier.client.get<OpenSettlement[]>(path)).body).toEqual([
    { settlementDate: SECOND, loads: 2, revenue: '1500.25', billingId: draft.id },
    { settlementDate: THIRD, loads: 1, revenue: '900.00', billingId: null },
  ])
})

test('C53 A payee lists drafts and unstarted dates of trucks that would pay the payee now', async () => {
  const carrier = await createCarrierWithOwners(app)
  const dan = await carrier.addDriver('Dan')
  await carrier.createLoad(LAST_YEAR)
  await carrier.createLoad(FIRST)
  await carrier.approve((await carrier.settle(FIRST)).id)
  await carrier.createLoad(SECOND, '700.25')
  const draft = await carrier.settle(SECOND)
  await carrier.sellTo(carrier.bob)
  await carrier.createLoad(THIRD, '900')
  const own = await carrier.createTruck()
  await carrier.assignDriver(dan, own)
  await carrier.createLoad(THIRD, '50', { truckId: own })
  const list = async (payee: string) =>
    (await carrier.client.get<object[]>(`/api/${payee}/open-settlements?today=2026-11-22`)).body
  const { truckId } = carrier
  expect(await list(`owners/${carrier.ann}`)).toMatchObject([
    { truckId, settlementDate: SECOND, loads: 1, revenue: '700.25', billingId: draft.id },
  ])
  expect(await list(`owners/${carrier.bob}`)).toMatchObject([
    { truckId, settlementDate: THIRD, loads: 1, revenue: '900.00', billingId: null },
  ])
  expect(await list(`drivers/${dan}`)).toMatchObject([{ truckId: own, revenue: '50.00' }])
  const stranger = await createCarrierWithOwners(app)
  expect((await stranger.client.get(`/api/owners/${carrier.ann}/open-settlements`)).status).toBe(
    404,
  )
})

test('C53 A draft without loads is an open settlement of its truck', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { id } = await carrier.settle(FIRST)
  const path = `/api/trucks/${carrier.truckId}/open-settlements`
  expect((await carrier.client.get<OpenSettlement[]>(path)).body).toEqual([
    { settlementDate: FIRST, loads: 0, revenue: '0.00', billingId: id },
  ])
})

test('C53 A payee has totals of this year and the last, without drafts and void ones', async () => {
  const carrier = await createCarrierWithOwners(app)
  const approved = async (date: string, revenue: string, values: object = {}) => {
    await carrier.createLoad(date, revenue)
    const { id } = await carrier.settle(date, values)
    await carrier.approve(id)
    return id
  }
  await approved(LAST_YEAR, '100')
  await carrier.pay(await approved(FIRST, '1000', { fuel: '150.50' }))
  await approved(SECOND, '500', { tolls: '20' })
  await carrier.voidStatement(await approved(THIRD, '700'))
  const path = `/api/owners/${carrier.ann}/totals?today=2026-11-22`
  expect((await carrier.client.get<PayeeTotals[]>(path)).body).toEqual([
    {
      year: 2026,
      statements: 2,
      gross: '1500.00',
      deductions: '170.50',
      net: '1329.50',
      open: '480.00',
    },
    {
      year: 2025,
      statements: 1,
      gross: '100.00',
      deductions: '0.00',
      net: '100.00',
      open: '100.00',
    },
  ])
  expect(
    (await carrier.client.get(`/api/drivers/${carrier.ann}/totals?today=2026-11-22`)).status,
  ).toBe(404)
})

test('C53 A load lists the statements that have it, also after it was moved', async () => {
  const carrier = await createCarrierWithOwners(app)
  const load = await carrier.createLoad(FIRST, '1000')
  const { id } = await carrier.settle(FIRST)
  const read = async () =>
    (await carrier.client.get<LoadStatement[]>(`/api/loads/${load.id}/statements`)).body
  expect(await read()).toMatchObject([{ id, number: null, status: 'pending', stated: null }])
  await carrier.approve(id)
  await carrier.client.put(`/api/loads/${load.id}`, {
    ...load,
    settlementDate: SECOND,
    revenue: '900',
  })
  const draft = await carrier.settle(SECOND)
  expect(await read()).toMatchObject([
    { id: draft.id, status: 'pending', settlementDate: SECOND, stated: null },
    { id, number: 1, status: 'approved', settlementDate: FIRST, stated: '1000.00' },
  ])
})

test('C53 Settlements are filtered by owner and by driver, and balances by payee', async () => {
  const carrier = await createCarrierWithOwners(app)
  await carrier.createRule({
    truckId: carrier.truckId,
    balance: 'advance',
    total: '300',
    value: '100',
  })
  await carrier.createLoad(FIRST)
  const { id } = await carrier.settle(FIRST)
  const list = async (query: string) =>
    (await carrier.client.get<(Settlement & { labels: object })[]>(`/api/billing?${query}`)).body
  expect(await list(`ownerId=${carrier.ann}`)).toMatchObject([
    { id, labels: { ownerId: 'Ann', driverId: null } },
  ])
  expect(await list(`ownerId=${carrier.bob}`)).toEqual([])
  expect(await list('driverId=none')).toHaveLength(1)
  const balances = async (payee: string) =>
    (await carrier.client.get<object[]>(`/api/balances?payee=${payee}`)).body
  expect(await balances(`owner:${carrier.ann}`)).toMatchObject([{ payee: 'Ann', open: '300.00' }])
  expect(await balances(`owner:${carrier.bob}`)).toEqual([])
})
