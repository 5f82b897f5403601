/** An adjustment restates the frozen statement: revenue, and every deduction that its own rules took on it. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { YearSummary } from '#core/settlements/year/responses.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-13', '2026-11-20', '2026-11-27'] as const
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

const percent = (value: string, description: string, more: object = {}) =>
  carrier.createRule({ basis: 'percent', value, description, ...more })

/** Approves and pays the settlement of the date. */
async function payStatement(date: string): Promise<number> {
  const { id } = await carrier.settle(date)
  expect((await carrier.approve(id)).status).toBe(200)
  expect((await carrier.pay(id)).status).toBe(200)
  return id
}

async function readDrift(): Promise<Drift[]> {
  return (await carrier.client.get<Drift[]>(`/api/settlements/drift?truckId=${carrier.truckId}`))
    .body
}

const adjust = (id: number) => carrier.client.post(`/api/billing/${id}/correct`)

async function adjustments(id: number): Promise<[string, string | null][]> {
  const lines = (await carrier.readLines(id)).filter(({ kind }: Line) => kind === 'correction')
  return lines.map(({ amount, formula }) => [amount, formula])
}

test('C17 A load of $1,000 cut to $750 under 12% is adjusted by -$220, not by -$250', async () => {
  await percent('12', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '1000', { loadId: '1042' })
  const first = await payStatement(FIRST)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '750' })
  expect(await readDrift()).toMatchObject([{ before: '1000.00', now: '750.00', net: '-220.00' }])
  await carrier.createLoad(SECOND, '2000')
  const second = await carrier.settle(SECOND)
  await adjust(first)
  // 2,000.00 - 12% (240.00) = 1,760.00; -250.00 of revenue; + 12% x 250.00 = 30.00.
  expect(await carrier.readLines(second.id)).toMatchObject([
    { kind: 'rule', amount: '240.00', formula: '12% × $2,000.00' },
    {
      kind: 'correction',
      category: 'other',
      restates: null,
      amount: '250.00',
      description: 'Load 1042 changed from $1,000.00 to $750.00 after statement 1',
      formula: null,
    },
    {
      kind: 'correction',
      category: 'other',
      amount: '-30.00',
      description: 'Carrier fee, adjusts statement 1',
      formula: '12% × $750.00, was 12% × $1,000.00',
    },
  ])
  // No percentage base includes the adjustment: recalculating takes 12% of 2,000.00 again.
  await carrier.client.put(`/api/billing/${second.id}`, { recalculate: true })
  expect((await carrier.readSettlement(second.id)).netPayment).toBe('1540.00')
  expect(await readDrift()).toEqual([])
})

test('C17 A deduction after fuel follows the revenue and the fuel that an adjustment restates', async () => {
  await percent('16', 'Fuel', { category: 'fuel' })
  await carrier.createRule({
    basis: 'percent-after-fuel',
    value: '10',
    description: 'Dispatch fee',
  })
  const hauled = await carrier.createLoad(FIRST, '1000')
  const first = await payStatement(FIRST)
  // 1,000.00 - 160.00 - 84.00
  expect((await carrier.readSettlement(first)).netPayment).toBe('756.00')
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '750' })
  // 750.00 - 120.00 - 63.00 = 567.00
  expect(await readDrift()).toMatchObject([{ net: '-189.00' }])
  await carrier.createLoad(SECOND, '2000')
  const second = await carrier.settle(SECOND)
  await adjust(first)
  expect(await adjustments(second.id)).toEqual([
    ['250.00', null],
    ['-40.00', '16% × $750.00, was 16% × $1,000.00'],
    ['-21.00', expect.stringContaining('10%')],
  ])
})

test('C17 A load that moved to the next week after payment pays 12% and $25 once', async () => {
  await percent('12', 'Carrier fee')
  await carrier.createRule({ basis: 'per-load', value: '25', description: 'Trailer' })
  const hauled = await carrier.createLoad(FIRST, '1000')
  const first = await payStatement(FIRST)
  // 1,000.00 - 120.00 - 25.00
  expect((await carrier.readSettlement(first)).netPayment).toBe('855.00')
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, settlementDate: SECOND })
  await carrier.createLoad(SECOND, '2000')
  const second = await carrier.settle(SECOND)
  await adjust(first)
  expect(await adjustments(second.id)).toEqual([
    ['1000.00', null],
    ['-120.00', '12% × $0.00, was 12% × $1,000.00'],
    ['-25.00', '0 loads × $25.00, was 1 load × $25.00'],
  ])
  // 3,000.00 - 360.00 - 50.00 = 2,590.00; - 1,000.00 + 120.00 + 25.00 = 1,735.00; with 855.00: 2,590.00.
  expect((await carrier.readSettlement(second.id)).netPayment).toBe('1735.00')
})

test('C17 A deleted load of $4,000 with 28% of deductions is adjusted by the $2,880 paid', async () => {
  await percent('12', 'Carrier fee')
  await percent('16', 'Fuel', { category: 'fuel' })
  const hauled = await carrier.createLoad(FIRST, '4000')
  const first = await payStatement(FIRST)
  // 4,000.00 - 480.00 - 640.00
  expect((await carrier.readSettlement(first)).netPayment).toBe('2880.00')
  await carrier.client.delete(`/api/loads/${hauled.id}`)
  await carrier.createLoad(SECOND, '5000')
  const second = await carrier.settle(SECOND)
  await adjust(first)
  // 5,000.00 - 28% (1,400.00) = 3,600.00 - 2,880.00
  expect(await carrier.readSettlement(second.id)).toMatchObject({
    fuel: '800.00',
    netPayment: '720.00',
  })
})

test('C17 Miles of 4,500 corrected to 450 at $0.10 per mile return $405', async () => {
  await carrier.createRule({ basis: 'per-mile', value: '0.10', description: 'Mileage' })
  const hauled = await carrier.createLoad(FIRST, '3000', { miles: '4500' })
  const first = await payStatement(FIRST)
  expect((await carrier.readSettlement(first)).netPayment).toBe('2550.00')
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, miles: '450' })
  expect(await readDrift()).toMatchObject([
    { milesBefore: '4500.00', milesNow: '450.00', net: '405.00' },
  ])
  const second = await carrier.settle(SECOND)
  await adjust(first)
  // 4,500 x 0.10 = 450.00; 450 x 0.10 = 45.00
  expect(await adjustments(second.id)).toEqual([
    ['-405.00', '450 mi × $0.10, was 4,500 mi × $0.10'],
  ])
  expect(await readDrift()).toEqual([])
})

test('C7 Miles that no deduction counts are not drift', async () => {
  await percent('12', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '3000', { miles: '4500' })
  await payStatement(FIRST)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, miles: '450' })
  expect(await readDrift()).toEqual([])
})

test('C17 Manual, edited, flat, installment and reduced lines are not restated', async () => {
  await percent('10', 'Edited fee')
  await carrier.createRule({ value: '80', description: 'Parking' })
  // The last 50.00 of an advance: a percentage that stops at its total.
  await percent('20', 'Advance', { balance: 'advance', total: '50' })
  const hauled = await carrier.createLoad(FIRST, '1000')
  const draft = await carrier.settle(FIRST)
  await carrier.client.post(`/api/billing/${draft.id}/expenses`, {
    category: 'tolls',
    amount: '12',
  })
  const edited = (await carrier.readLines(draft.id)).find(
    ({ description }) => description === 'Edited fee',
  )
  await carrier.client.put(`/api/billing/${draft.id}/expenses/${edited?.id}`, { amount: '90' })
  await carrier.approve(draft.id)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '400' })
  const second = await carrier.settle(SECOND)
  await adjust(draft.id)
  expect(await adjustments(second.id)).toEqual([['600.00', null]])
})

test('C17 Changes after an adjustment are adjusted from there, and the total stays exact', async () => {
  await percent('12.5', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '100.03')
  const first = await payStatement(FIRST)
  const second = await carrier.settle(SECOND)
  for (const revenue of ['100.01', '33.37', '100.03']) {
    await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue })
    await adjust(first)
  }
  // 12.5% of 100.03 = 12.50 (12.50375), of 100.01 = 12.50 (12.50125), of 33.37 = 4.17 (4.17125).
  expect(await adjustments(second.id)).toEqual([
    ['0.02', null],
    ['66.64', null],
    ['-8.33', '12.5% × $33.37, was 12.5% × $100.01'],
    ['-66.66', null],
    ['8.33', '12.5% × $100.03, was 12.5% × $33.37'],
  ])
  expect((await carrier.readSettlement(second.id)).other).toBe('0.00')
})

test('C7 Adjustments that are requested at the same time are made once', async () => {
  await percent('12', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '1000')
  const first = await payStatement(FIRST)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '750' })
  const second = await carrier.settle(SECOND)
  const responses = await Promise.all([adjust(first), adjust(first), adjust(first)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await carrier.readSettlement(second.id)).other).toBe('220.00')
})

test('C7 A deleted draft takes its adjustment with it, and the drift is open again', async () => {
  await percent('12', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '1000')
  const first = await payStatement(FIRST)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '750' })
  const second = await carrier.settle(SECOND)
  await adjust(first)
  expect(await readDrift()).toEqual([])
  await carrier.client.delete(`/api/billing/${second.id}`)
  expect((await readDrift()).map(({ net }) => net)).toEqual(['-220.00'])
  const third = await carrier.settle(THIRD)
  await adjust(first)
  expect((await carrier.readSettlement(third.id)).other).toBe('220.00')
})

test('C17 Rounding stays exact if an adjustment is removed before a later one', async () => {
  await percent('10', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '10.00')
  const first = await payStatement(FIRST)
  const second = await carrier.settle(SECOND)
  // Revenue 10.00 -> 10.03 -> 10.06: fees 1.00, 1.00 and 1.01.
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '10.03' })
  await adjust(first)
  await carrier.approve(second.id)
  const third = await carrier.settle(THIRD)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '10.06' })
  await adjust(first)
  expect((await carrier.readSettlement(third.id)).other).toBe('-0.02')
  await carrier.voidStatement(second.id)
  // +0.03 of revenue is open again, and no fee: the statement would now have 1.01, and 0.01 is on the third.
  expect((await readDrift()).map(({ net }) => net)).toEqual(['0.03'])
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '10.03' })
  // The loads agree, but the fee of 10.03 is 1.00, and 1.01 was taken.
  expect(await readDrift()).toMatchObject([{ loadId: 0, net: '0.01' }])
  await adjust(first)
  // -0.03 + 0.01 - 0.01
  expect((await carrier.readSettlement(third.id)).other).toBe('-0.03')
  expect(await readDrift()).toEqual([])
})

test('C17 A write-off covers the deductions of the change, and its undo opens them again', async () => {
  await percent('12', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '1000')
  const first = await payStatement(FIRST)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '750' })
  const path = `/api/billing/${first}/releases`
  const made = await carrier.client.post(path, { loadId: hauled.id, reason: 'Agreed by phone' })
  expect(made.body).toMatchObject({ amount: '-250.00', revenue: '-250.00', net: '-220.00' })
  expect(await readDrift()).toEqual([])
  // 700.00 is 50.00 less than what was agreed: -50.00 + 6.00.
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '700' })
  const second = await carrier.settle(SECOND)
  await adjust(first)
  expect(await adjustments(second.id)).toEqual([
    ['50.00', null],
    ['-6.00', '12% × $950.00, was 12% × $1,000.00'],
  ])
  await carrier.client.delete(`${path}/${made.body.id}`)
  expect((await readDrift()).map(({ net }) => net)).toEqual(['-220.00'])
})

test('C17 Recurring extra pay is restated too, and the year counts it as gross', async () => {
  await percent('10', 'Carrier fee')
  await carrier.createRule({
    kind: 'extra-pay',
    extraPay: 'other',
    description: 'Fuel surcharge',
    basis: 'per-mile',
    value: '0.5',
  })
  const hauled = await carrier.createLoad(FIRST, '1000', { miles: '400' })
  const first = await payStatement(FIRST)
  // 1,000.00 + 400 x 0.50 - 100.00
  expect((await carrier.readSettlement(first)).netPayment).toBe('1100.00')
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '800', miles: '300' })
  await carrier.createLoad(SECOND, '2000', { miles: '0' })
  const second = await carrier.settle(SECOND)
  await adjust(first)
  expect(await adjustments(second.id)).toEqual([
    ['200.00', null],
    ['-20.00', '10% × $800.00, was 10% × $1,000.00'],
    ['50.00', '300 mi × $0.50, was 400 mi × $0.50'],
  ])
  await carrier.client.put(`/api/billing/${second.id}`, { recalculate: true })
  expect((await carrier.approve(second.id)).status).toBe(200)
  // -200.00 of revenue and -50.00 of extra pay are gross; 20.00 less is deducted.
  const { rows } = await sql`select adjustments, adjusted_deductions from statement_snapshots
    where billing_id = ${second.id}`.execute(database)
  expect(rows).toEqual([{ adjustments: '-250.00', adjustedDeductions: '-20.00' }])
})

test('C9 C17 Adjusted revenue is gross of the year, and a restated deduction is a deduction', async () => {
  await percent('12', 'Carrier fee')
  const hauled = await carrier.createLoad(FIRST, '1000')
  const first = await payStatement(FIRST)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '750' })
  await carrier.createLoad(SECOND, '2000')
  const second = await carrier.settle(SECOND)
  await adjust(first)
  await carrier.approve(second.id)
  await carrier.pay(second.id)
  const { payees } = (await carrier.client.get<YearSummary>('/api/settlements/year?year=2026')).body
  // 1,000.00 - 120.00 = 880.00, and 2,000.00 - 240.00 - 250.00 + 30.00 = 1,540.00.
  // Gross 3,000.00 - 250.00; deductions 120.00 + 240.00 - 30.00.
  expect(payees).toMatchObject([
    { gross: '2750.00', adjustments: '-250.00', deductions: '330.00', net: '2420.00' },
  ])
})
