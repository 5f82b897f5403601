import { beforeEach, expect, test } from 'vitest'
import type { Balance } from '#core/settlements/balances.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [BEFORE, DATE, NEXT] = ['2026-11-13', '2026-11-20', '2026-11-27'] as const
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
})

const readRows = async (week: string = DATE) =>
  (await carrier.client.get<Run>(`/api/settlements/run?today=2026-12-05&week=${week}`)).body.rows

/** Creates a draft as the settlement run does. */
const createFromRun = async (truckId: number, settlementDate: string) => {
  const body = { truckId, settlementDate, startFromDefaults: true }
  return (await carrier.client.post<Settlement>('/api/billing', body)).body
}

const insurance = { category: 'insurance', description: 'Insurance', value: '350' }

test("C23 The run offers an idle truck, and its week's insurance is charged without a load", async () => {
  await carrier.createRule({ ...insurance, truckId: carrier.truckId })
  const busy = await carrier.createTruck()
  await carrier.createLoad('2026-11-18', '1000', { truckId: busy })
  const idle = (await readRows()).find(({ truckId }) => truckId === carrier.truckId)
  expect(idle).toMatchObject({
    settlementDate: '2026-11-18',
    billing: null,
    loads: 0,
    revenue: '0.00',
    deductions: '350.00',
    net: '-350.00',
    exceptions: [],
  })
  const made = await createFromRun(carrier.truckId, '2026-11-18')
  expect(made).toMatchObject({ totalRevenue: '0.00', insurance: '350.00', netPayment: '-350.00' })
  expect(await readRows()).toHaveLength(2)
  expect((await readRows()).find(({ truckId }) => truckId === carrier.truckId)).toMatchObject({
    billing: { id: made.id, status: 'pending' },
    loads: 0,
  })
  const approved = await carrier.approve(made.id)
  expect(approved.body).toMatchObject({ number: 1, netPayment: '0.00' })
  // Next week's 1,000.00 pays that week's 350.00 and the 350.00 carried forward.
  await carrier.createLoad(NEXT, '1000')
  expect((await createFromRun(carrier.truckId, NEXT)).netPayment).toBe('300.00')
})

test('C23 In a week without any settlement, idle trucks are offered for its last day', async () => {
  await carrier.createRule({ ...insurance, truckId: carrier.truckId })
  expect(await readRows()).toMatchObject([
    { truckId: carrier.truckId, settlementDate: '2026-11-21' },
  ])
})

test('C23 Trucks with nothing due, and inactive trucks with deductions only, are not offered', async () => {
  await carrier.createRule({ ...insurance, truckId: carrier.truckId, lastDay: BEFORE })
  await carrier.createRule({ basis: 'percent', value: '12' })
  await carrier.createRule({ basis: 'per-load', value: '25' })
  expect(await readRows()).toEqual([])
  await carrier.createRule({ ...insurance, truckId: carrier.truckId })
  expect(await readRows()).toHaveLength(1)
  const path = `/api/trucks/${carrier.truckId}`
  await carrier.client.put(path, { ...(await carrier.client.get(path)).body, status: 'inactive' })
  expect(await readRows()).toEqual([])
})

test('C23 An open carry-forward or adjustment offers the truck, also an inactive one', async () => {
  await carrier.createLoad(BEFORE, '100')
  const { id } = await carrier.settle(BEFORE, { fuel: '300' })
  await carrier.approve(id)
  const second = await carrier.createTruck()
  const load = await carrier.createLoad(BEFORE, '500', { truckId: second })
  const other = await carrier.client.post<Settlement>('/api/billing', {
    truckId: second,
    settlementDate: BEFORE,
  })
  await carrier.approve(other.body.id)
  await carrier.client.put(`/api/loads/${load.id}`, { ...load, revenue: '450' })
  const path = `/api/trucks/${carrier.truckId}`
  await carrier.client.put(path, { ...(await carrier.client.get(path)).body, status: 'inactive' })
  const offered = await readRows()
  expect(offered).toMatchObject([
    { truckId: carrier.truckId, loads: 0, deductions: '200.00', net: '-200.00' },
    { truckId: second, loads: 0, net: '0.00', exceptions: expect.arrayContaining([]) },
  ])
})

test('C23 Any date can be settled; the select of dates still lists the dates of loads only', async () => {
  await carrier.createLoad(DATE)
  await carrier.createRule({ ...insurance, truckId: carrier.truckId })
  const query = `truckId=${carrier.truckId}&settlementDate=2026-11-25&today=2026-11-25`
  const preview = await carrier.client.get<SettlementPreview>(`/api/settlements/preview?${query}`)
  expect(preview.body).toMatchObject({ loads: [], loadCount: 0, totalRevenue: '0.00' })
  expect(preview.body.proposed).toMatchObject([{ category: 'insurance', amount: '350.00' }])
  await createFromRun(carrier.truckId, '2026-11-25')
  expect(
    (await carrier.client.get(`/api/trucks/${carrier.truckId}/settlement-dates`)).body,
  ).toEqual([DATE])
})

const escrow = { description: 'Escrow', balance: 'escrow', value: '100', total: '1000' }

const refund = (id: number, rule: number, amount: string) =>
  carrier.client.post(`/api/billing/${id}/balances/${rule}/refunds`, { amount })

/** Two statements that withhold 100.00 each. */
async function createWithheldEscrow(): Promise<number> {
  const { id } = await carrier.createRule({ ...escrow, truckId: carrier.truckId })
  for (const date of ['2026-11-06', BEFORE]) {
    await carrier.createLoad(date)
    await carrier.approve((await carrier.settle(date)).id)
  }
  return id
}

test('C23 The last escrow is returned on a settlement without loads', async () => {
  const rule = await createWithheldEscrow()
  const last = await createFromRun(carrier.truckId, DATE)
  // The settlement starts with the week's 100.00. The return of all that is held, 200.00, replaces it.
  expect(last).toMatchObject({ totalRevenue: '0.00', other: '100.00' })
  expect((await refund(last.id, rule, '200')).status).toBe(201)
  expect(await carrier.readSettlement(last.id)).toMatchObject({
    other: '-200.00',
    netPayment: '200.00',
  })
  await carrier.client.put(`/api/billing/${last.id}`, { recalculate: true })
  await carrier.client.post(`/api/billing/${last.id}/apply-rules`)
  expect((await carrier.approve(last.id)).body).toMatchObject({ netPayment: '200.00' })
  const balances = (await carrier.client.get<Balance[]>(`/api/trucks/${carrier.truckId}/balances`))
    .body
  expect(balances).toMatchObject([{ closing: '0.00', returnedOn: DATE }])
})

test('C23 A returned escrow does not start again next week unless the user restarts it', async () => {
  const rule = await createWithheldEscrow()
  const last = await createFromRun(carrier.truckId, DATE)
  await refund(last.id, rule, '200')
  await carrier.approve(last.id)
  await carrier.createLoad(NEXT)
  expect((await readRows(NEXT))[0]).toMatchObject({ deductions: '0.00' })
  const next = await createFromRun(carrier.truckId, NEXT)
  expect(next.other).toBe('0.00')
  await carrier.client.put(`/api/billing/${next.id}`, { recalculate: true })
  expect((await carrier.readSettlement(next.id)).other).toBe('0.00')
  const path = `/api/deduction-rules/${rule}`
  await carrier.client.put(path, {
    ...(await carrier.client.get(path)).body,
    firstDay: '2026-11-21',
  })
  expect(
    (await carrier.client.post<Settlement>(`/api/billing/${next.id}/apply-rules`)).body.other,
  ).toBe('100.00')
})

test('C23 Voiding the return, or deleting it from a draft, continues the escrow', async () => {
  const rule = await createWithheldEscrow()
  const last = await createFromRun(carrier.truckId, DATE)
  const line = (await refund(last.id, rule, '200')).body
  await carrier.createLoad(NEXT)
  const next = await createFromRun(carrier.truckId, NEXT)
  expect(next.other).toBe('0.00')
  await carrier.client.delete(`/api/billing/${last.id}/expenses/${line.id}`)
  const applied = () => carrier.client.post<Settlement>(`/api/billing/${next.id}/apply-rules`)
  expect((await applied()).body.other).toBe('100.00')
  await carrier.client.delete(`/api/billing/${next.id}`)
  await refund(last.id, rule, '200')
  await carrier.approve(last.id)
  expect((await createFromRun(carrier.truckId, NEXT)).other).toBe('0.00')
  await carrier.voidStatement(last.id)
  const again = (await carrier.client.get<Settlement[]>(`/api/billing?settlementDate.from=${NEXT}`))
    .body[0]
  const after = await carrier.client.post<Settlement>(`/api/billing/${again?.id}/apply-rules`)
  expect(after.body.other).toBe('100.00')
})

test('C23 A partial refund does not stop the escrow, and another truck keeps its own', async () => {
  const { id } = await carrier.createRule(escrow)
  const second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
  for (const truckId of [carrier.truckId, second]) {
    await carrier.createLoad(BEFORE, '1000', { truckId })
    await carrier.approve((await createFromRun(truckId, BEFORE)).id)
  }
  const last = await createFromRun(carrier.truckId, DATE)
  await refund(last.id, id, '100')
  expect((await createFromRun(second, DATE)).other).toBe('100.00')
  expect((await createFromRun(carrier.truckId, NEXT)).other).toBe('0.00')
  const other = await createFromRun(second, NEXT)
  await refund(other.id, id, '50')
  expect((await createFromRun(second, '2026-12-04')).other).toBe('100.00')
})
