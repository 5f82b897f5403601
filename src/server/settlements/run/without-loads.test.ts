import { beforeEach, expect, test } from 'vitest'
import type { Balance } from '#core/settlements/balances.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { owning, type Owning } from '#server/testing/owning.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [BEFORE, DATE, NEXT] = ['2026-11-13', '2026-11-20', '2026-11-27'] as const
let at: Owning

beforeEach(async () => {
  at = await owning(app)
})

const rows = async (week: string = DATE) =>
  (await at.me.get<Run>(`/api/settlements/run?today=2026-12-05&week=${week}`)).body.rows

/** As the run creates it. */
const createFromRun = async (truckId: number, settlementDate: string) => {
  const body = { truckId, settlementDate, startFromDefaults: true }
  return (await at.me.post<Settlement>('/api/billing', body)).body
}

const insurance = { category: 'insurance', description: 'Insurance', value: '350' }

test("C23 The run offers an idle truck, and its week's insurance is charged without a load", async () => {
  await at.rule({ ...insurance, truckId: at.truckId })
  const busy = await at.truck()
  await at.load('2026-11-18', '1000', { truckId: busy })
  const idle = (await rows()).find(({ truckId }) => truckId === at.truckId)
  expect(idle).toMatchObject({
    settlementDate: '2026-11-18',
    billing: null,
    loads: 0,
    revenue: '0.00',
    deductions: '350.00',
    net: '-350.00',
    exceptions: [],
  })
  const made = await createFromRun(at.truckId, '2026-11-18')
  expect(made).toMatchObject({ totalRevenue: '0.00', insurance: '350.00', netPayment: '-350.00' })
  expect(await rows()).toHaveLength(2)
  expect((await rows()).find(({ truckId }) => truckId === at.truckId)).toMatchObject({
    billing: { id: made.id, status: 'pending' },
    loads: 0,
  })
  const approved = await at.approve(made.id)
  expect(approved.body).toMatchObject({ number: 1, netPayment: '0.00' })
  // Next week's 1,000.00 pays that week's 350.00 and the 350.00 carried forward.
  await at.load(NEXT, '1000')
  expect((await createFromRun(at.truckId, NEXT)).netPayment).toBe('300.00')
})

test('C23 In a week without any settlement, idle trucks are offered for its last day', async () => {
  await at.rule({ ...insurance, truckId: at.truckId })
  expect(await rows()).toMatchObject([{ truckId: at.truckId, settlementDate: '2026-11-21' }])
})

test('C23 A truck with nothing due is not offered, nor an inactive truck with deductions only', async () => {
  await at.rule({ ...insurance, truckId: at.truckId, lastDay: BEFORE })
  await at.rule({ basis: 'percent', value: '12' })
  await at.rule({ basis: 'per-load', value: '25' })
  expect(await rows()).toEqual([])
  await at.rule({ ...insurance, truckId: at.truckId })
  expect(await rows()).toHaveLength(1)
  const path = `/api/trucks/${at.truckId}`
  await at.me.put(path, { ...(await at.me.get(path)).body, status: 'inactive' })
  expect(await rows()).toEqual([])
})

test('C23 An open carry-forward or adjustment offers the truck, also an inactive one', async () => {
  await at.load(BEFORE, '100')
  const { id } = await at.settle(BEFORE, { fuel: '300' })
  await at.approve(id)
  const second = await at.truck()
  const load = await at.load(BEFORE, '500', { truckId: second })
  const other = await at.me.post<Settlement>('/api/billing', {
    truckId: second,
    settlementDate: BEFORE,
  })
  await at.approve(other.body.id)
  await at.me.put(`/api/loads/${load.id}`, { ...load, revenue: '450' })
  const path = `/api/trucks/${at.truckId}`
  await at.me.put(path, { ...(await at.me.get(path)).body, status: 'inactive' })
  const offered = await rows()
  expect(offered).toMatchObject([
    { truckId: at.truckId, loads: 0, deductions: '200.00', net: '-200.00' },
    { truckId: second, loads: 0, net: '0.00', exceptions: expect.arrayContaining([]) },
  ])
})

test('C23 Any date can be settled; the select of dates still lists the dates of loads only', async () => {
  await at.load(DATE)
  await at.rule({ ...insurance, truckId: at.truckId })
  const query = `truckId=${at.truckId}&settlementDate=2026-11-25&today=2026-11-25`
  const preview = await at.me.get<SettlementPreview>(`/api/settlements/preview?${query}`)
  expect(preview.body).toMatchObject({ loads: [], loadCount: 0, totalRevenue: '0.00' })
  expect(preview.body.proposed).toMatchObject([{ category: 'insurance', amount: '350.00' }])
  await createFromRun(at.truckId, '2026-11-25')
  expect((await at.me.get(`/api/trucks/${at.truckId}/settlement-dates`)).body).toEqual([DATE])
})

const escrow = { description: 'Escrow', balance: 'escrow', value: '100', total: '1000' }

const refund = (id: number, rule: number, amount: string) =>
  at.me.post(`/api/billing/${id}/balances/${rule}/refunds`, { amount })

/** Two statements that withhold 100.00 each. */
async function withhold(): Promise<number> {
  const { id } = await at.rule({ ...escrow, truckId: at.truckId })
  for (const date of ['2026-11-06', BEFORE]) {
    await at.load(date)
    await at.approve((await at.settle(date)).id)
  }
  return id
}

test('C23 The last escrow is returned on a settlement without loads', async () => {
  const rule = await withhold()
  const last = await createFromRun(at.truckId, DATE)
  // The settlement starts with the week's 100.00. The return of all that is held, 200.00, replaces it.
  expect(last).toMatchObject({ totalRevenue: '0.00', other: '100.00' })
  expect((await refund(last.id, rule, '200')).status).toBe(201)
  expect(await at.read(last.id)).toMatchObject({ other: '-200.00', netPayment: '200.00' })
  await at.me.put(`/api/billing/${last.id}`, { recalculate: true })
  await at.me.post(`/api/billing/${last.id}/apply-rules`)
  expect((await at.approve(last.id)).body).toMatchObject({ netPayment: '200.00' })
  const balances = (await at.me.get<Balance[]>(`/api/trucks/${at.truckId}/balances`)).body
  expect(balances).toMatchObject([{ closing: '0.00', returnedOn: DATE }])
})

test('C23 A returned escrow does not start again next week, until the user starts it again', async () => {
  const rule = await withhold()
  const last = await createFromRun(at.truckId, DATE)
  await refund(last.id, rule, '200')
  await at.approve(last.id)
  await at.load(NEXT)
  expect((await rows(NEXT))[0]).toMatchObject({ deductions: '0.00' })
  const next = await createFromRun(at.truckId, NEXT)
  expect(next.other).toBe('0.00')
  await at.me.put(`/api/billing/${next.id}`, { recalculate: true })
  expect((await at.read(next.id)).other).toBe('0.00')
  const path = `/api/deduction-rules/${rule}`
  await at.me.put(path, { ...(await at.me.get(path)).body, firstDay: '2026-11-21' })
  expect((await at.me.post<Settlement>(`/api/billing/${next.id}/apply-rules`)).body.other).toBe(
    '100.00',
  )
})

test('C23 Voiding the return, or deleting it from a draft, continues the escrow', async () => {
  const rule = await withhold()
  const last = await createFromRun(at.truckId, DATE)
  const line = (await refund(last.id, rule, '200')).body
  await at.load(NEXT)
  const next = await createFromRun(at.truckId, NEXT)
  expect(next.other).toBe('0.00')
  await at.me.delete(`/api/billing/${last.id}/expenses/${line.id}`)
  const applied = () => at.me.post<Settlement>(`/api/billing/${next.id}/apply-rules`)
  expect((await applied()).body.other).toBe('100.00')
  await at.me.delete(`/api/billing/${next.id}`)
  await refund(last.id, rule, '200')
  await at.approve(last.id)
  expect((await createFromRun(at.truckId, NEXT)).other).toBe('0.00')
  await at.voidIt(last.id)
  const again = (await at.me.get<Settlement[]>(`/api/billing?settlementDate.from=${NEXT}`)).body[0]
  const after = await at.me.post<Settlement>(`/api/billing/${again?.id}/apply-rules`)
  expect(after.body.other).toBe('100.00')
})

test('C23 A partial refund does not stop the escrow, and another truck keeps its own', async () => {
  const { id } = await at.rule(escrow)
  const second = await at.truck()
  await at.sellTo(at.ann, second)
  for (const truckId of [at.truckId, second]) {
    await at.load(BEFORE, '1000', { truckId })
    await at.approve((await createFromRun(truckId, BEFORE)).id)
  }
  const last = await createFromRun(at.truckId, DATE)
  await refund(last.id, id, '100')
  expect((await createFromRun(second, DATE)).other).toBe('100.00')
  expect((await createFromRun(at.truckId, NEXT)).other).toBe('0.00')
  const other = await createFromRun(second, NEXT)
  await refund(other.id, id, '50')
  expect((await createFromRun(second, '2026-12-04')).other).toBe('100.00')
})
