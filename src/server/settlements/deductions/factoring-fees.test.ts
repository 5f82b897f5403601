/** Deductions of the factoring fee: one line for each factored load, and the adjustments of what changes later. */
import { beforeEach, expect, test } from 'vitest'
import { describeDrift } from '#core/settlements/adjustments/drift.ts'
import type { Comparison } from '#core/settlements/comparison/compare-statements.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Body } from '#server/testing/test-app.ts'
import { createFeeCarrier, type FeeCarrier } from '#server/testing/factoring/fee-carrier.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-13', '2026-11-20', '2026-11-27'] as const
let carrier: FeeCarrier

beforeEach(async () => {
  carrier = await createFeeCarrier(app)
})

test('C234 A percentage of factored loads has a line for each load on a submitted schedule', async () => {
  await carrier.createFeeRule('factored-percent', '3')
  const one = await carrier.haul(FIRST, '1000', { loadId: '1042' })
  await carrier.haul(FIRST, '500', { loadId: '1043' })
  const invoice = await carrier.bill([one.id])
  const { number } = await carrier.submit([invoice])
  const { id } = await carrier.settle(FIRST)
  expect(await carrier.readFees(id)).toEqual([
    [
      '30.00',
      `Load 1042, invoice ${invoice.number}, schedule ${number}`,
      '3% × $1,000.00 factored',
    ],
  ])
  expect(await carrier.readSettlement(id)).toMatchObject({ factoring: '30.00' })
})

test('C234 Without a factored load the deduction has a line of $0.00', async () => {
  await carrier.createFeeRule('factored-percent', '3')
  const load = await carrier.haul(FIRST, '1000')
  await carrier.bill([load.id])
  const { id } = await carrier.settle(FIRST)
  expect(await carrier.readFees(id)).toEqual([['0.00', null, '3% × $0.00 factored']])
})

test('C235 An actual fee is split over the loads of its invoice; a truck takes only its part', async () => {
  await carrier.createFeeRule('factoring-fee', '100', { truckId: carrier.truckId })
  const other = await carrier.createTruck()
  const loads = [
    await carrier.haul(FIRST, '1000', { loadId: 'A' }),
    await carrier.haul(FIRST, '1000', { loadId: 'B' }),
    await carrier.haul(FIRST, '1000', { loadId: 'C', truckId: other }),
  ]
  const invoice = await carrier.bill(loads.map(({ id }) => id))
  await carrier.submit([invoice])
  await carrier.buy(invoice, '100.00')
  const { id } = await carrier.settle(FIRST)
  const name = `invoice ${invoice.number}, schedule 1`
  expect(await carrier.readFees(id)).toEqual([
    ['33.34', `Load A, ${name}`, '100% × $33.34 fee'],
    ['33.33', `Load B, ${name}`, '100% × $33.33 fee'],
  ])
})

test('C234 The preview and the run propose the lines that a new settlement gets', async () => {
  await carrier.createFeeRule('factored-percent', '2.5')
  const load = await carrier.haul(FIRST, '1000')
  await carrier.submit([await carrier.bill([load.id])])
  const path = `/api/settlements/preview?truckId=${carrier.truckId}&settlementDate=${FIRST}&today=${FIRST}`
  const preview = (await carrier.client.get<SettlementPreview>(path)).body
  expect(preview.proposed).toMatchObject([{ category: 'factoring', amount: '25.00' }])
  const run = (await carrier.client.get<Run>(`/api/settlements/run?week=${FIRST}&today=${FIRST}`))
    .body
  expect(run.rows).toMatchObject([{ deductions: '25.00', net: '975.00' }])
})

type Run = { rows: { net: string; deductions: string; stale: boolean; exceptions: unknown[] }[] }

test('C236 A draft whose factoring changed is out of date until it is recalculated', async () => {
  await carrier.createFeeRule('factoring-fee', '100')
  const load = await carrier.haul(FIRST, '1000')
  const { id } = await carrier.settle(FIRST)
  const invoice = await carrier.bill([load.id])
  await carrier.submit([invoice])
  await carrier.buy(invoice, '30.00')
  const rejected = await carrier.approve(id)
  expect([rejected.status, rejected.text.includes('Factoring changed')]).toEqual([409, true])
  const run = (await carrier.client.get<Run>(`/api/settlements/run?week=${FIRST}&today=${FIRST}`))
    .body
  expect(run.rows[0]?.stale).toBe(true)
  await carrier.recalculate(id)
  expect((await carrier.approve(id)).body).toMatchObject({
    factoring: '30.00',
    netPayment: '970.00',
  })
})

test('C236 A statement prints each fee with its load, and the comparison has one row for all', async () => {
  await carrier.createFeeRule('factored-percent', '3')
  const loads = [await carrier.haul(FIRST, '1000', { loadId: 'A' })]
  loads.push(await carrier.haul(FIRST, '700', { loadId: 'B' }), await carrier.haul(SECOND, '300'))
  const invoice = await carrier.bill(loads.map(({ id }) => id))
  await carrier.submit([invoice])
  const first = await carrier.settle(FIRST)
  await carrier.approve(first.id)
  const printed = await pdfText(await carrier.readPdf(first.id))
  const text = printed.join(' ').replaceAll(/\s+/g, ' ')
  for (const [load, formula, amount] of [
    ['A', '3% × $1,000.00 factored', '$30.00'],
    ['B', '3% × $700.00 factored', '$21.00'],
  ] as const) {
    expect(text).toContain(`${formula} · Load ${load}, invoice ${invoice.number}, schedule 1`)
    expect(text).toContain(amount)
  }
  const second = await carrier.settle(SECOND)
  const path = `/api/billing/${second.id}/comparison`
  const { body } = await carrier.client.get<{ comparison: Comparison }>(path)
  expect(body.comparison.rows).toContainEqual(
    expect.objectContaining({ label: 'Factoring fee', current: '-9.00', previous: '-51.00' }),
  )
})

test('C237 A fee that becomes known after the statement is an adjustment on the next one', async () => {
  await carrier.createFeeRule('factoring-fee', '100')
  const load = await carrier.haul(FIRST, '1000', { loadId: '1042' })
  const invoice = await carrier.bill([load.id])
  const { id } = await carrier.settle(FIRST)
  expect((await carrier.approve(id)).status).toBe(200)
  expect(await carrier.readDrift()).toEqual([])
  const schedule = await carrier.submit([invoice])
  const bought = await carrier.buy(invoice, '30.00')
  const drifts = await carrier.readDrift()
  expect(drifts.map(describeDrift)).toEqual([
    'Load 1042 changed from $0.00 to $30.00 factoring fee after statement 1',
  ])
  expect(drifts).toMatchObject([{ net: '-30.00', loadNet: '-30.00' }])
  await carrier.haul(SECOND, '2000')
  const next = await carrier.settle(SECOND)
  await carrier.adjust(id)
  expect((await carrier.readFees(next.id)).at(-1)).toEqual([
    '30.00',
    `Load 1042, invoice ${invoice.number}, schedule 1`,
    '100% × $30.00 fee, was 100% × $0.00 fee',
  ])
  expect(await carrier.readDrift()).toEqual([])
  await carrier.approve(next.id)
  // The report and the schedule are voided: the owner gets the fee back on a later statement.
  expect((await carrier.voidReport(bought.id)).status).toBe(200)
  expect(await carrier.readDrift()).toMatchObject([{ net: '30.00' }])
  expect((await carrier.voidSchedule(schedule.id)).status).toBe(200)
  await carrier.haul(THIRD, '2000')
  const last = await carrier.settle(THIRD)
  await carrier.adjust(id)
  expect((await carrier.readFees(last.id)).at(-1)?.[0]).toBe('-30.00')
  expect(await carrier.readDrift()).toEqual([])
})

test('C237 A percentage of factored loads follows schedules, revenue and moved loads', async () => {
  await carrier.createFeeRule('factored-percent', '3')
  const load = await carrier.haul(FIRST, '1000', { loadId: '1042' })
  const invoice = await carrier.bill([load.id])
  await carrier.submit([invoice])
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  const path = `/api/loads/${load.id}`
  const saved = (await carrier.client.get(path)).body
  await carrier.client.put(path, { ...saved, revenue: '900' })
  expect(await carrier.readDrift()).toMatchObject([{ net: '-97.00' }])
  expect((await carrier.readDrift()).map(describeDrift)).toEqual([
    'Load 1042 changed from $1,000.00 to $900.00 after statement 1',
  ])
  const again = (await carrier.client.get(path)).body
  await carrier.client.put(path, { ...again, settlementDate: SECOND })
  const next = await carrier.settle(SECOND)
  await carrier.adjust(id)
  expect((await carrier.readFees(next.id)).map(([amount]) => amount)).toEqual(['27.00', '-30.00'])
  expect(await carrier.readDrift()).toEqual([])
})

test('C237 A load that was charged back in full has no fee', async () => {
  await carrier.createFeeRule('factoring-fee', '50')
  const load = await carrier.haul(FIRST, '1000')
  const invoice = await carrier.bill([load.id])
  await carrier.submit([invoice])
  await carrier.buy(invoice, '30.00')
  const { id } = await carrier.settle(FIRST)
  expect((await carrier.readFees(id))[0]?.[2]).toBe('50% × $30.00 fee')
  await carrier.approve(id)
  const part = { kind: 'chargeback', invoiceId: invoice.id, amount: '400.00' }
  expect((await carrier.report('-400.00', [part])).status).toBe(201)
  expect(await carrier.readDrift()).toEqual([])
  const rest = { kind: 'chargeback', invoiceId: invoice.id, amount: '600.00' }
  expect((await carrier.report('-600.00', [rest])).status).toBe(201)
  expect(await carrier.readDrift()).toMatchObject([{ net: '15.00' }])
})

test('C237 A written-off change of a fee is settled', async () => {
  await carrier.createFeeRule('factoring-fee', '100')
  const load = await carrier.haul(FIRST, '1000')
  const invoice = await carrier.bill([load.id])
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  await carrier.submit([invoice])
  await carrier.buy(invoice, '30.00')
  const path = `/api/billing/${id}/releases`
  const made = await carrier.client.post<Body>(path, { loadId: load.id, reason: 'Small' })
  expect([made.status, made.text]).toMatchObject([201, expect.stringContaining('-30.00')])
  expect(await carrier.readDrift()).toEqual([])
  await carrier.client.delete(`${path}/${made.body.id}`)
  expect(await carrier.readDrift()).toMatchObject([{ net: '-30.00' }])
})

test('C235 What the net of one settlement does not allow is taken by a later one, once', async () => {
  const limit = { floor: '980.00', shortfall: 'later' }
  await carrier.createFeeRule('factoring-fee', '100', limit)
  const loads = [await carrier.haul(FIRST, '500'), await carrier.haul(FIRST, '500')]
  const invoice = await carrier.bill(loads.map(({ id }) => id))
  await carrier.submit([invoice])
  await carrier.buy(invoice, '60.00')
  const first = await carrier.settle(FIRST)
  expect((await carrier.readFees(first.id)).map(([amount]) => amount)).toEqual(['20.00', '0.00'])
  expect((await carrier.approve(first.id)).status).toBe(200)
  await carrier.haul(SECOND, '2000')
  const second = await carrier.settle(SECOND)
  expect(await carrier.readFees(second.id)).toEqual([
    ['40.00', null, '100% × $0.00 fee, plus $40.00 from before'],
  ])
  expect((await carrier.approve(second.id)).status).toBe(200)
  await carrier.haul(THIRD, '2000')
  const third = await carrier.settle(THIRD)
  expect((await carrier.readFees(third.id)).map(([amount]) => amount)).toEqual(['0.00'])
})

test('C236 An edited or skipped fee stays, and keeps its load', async () => {
  await carrier.createFeeRule('factored-percent', '3')
  const load = await carrier.haul(FIRST, '1000')
  const other = await carrier.haul(FIRST, '700')
  await carrier.submit([await carrier.bill([load.id, other.id])])
  const { id } = await carrier.settle(FIRST)
  const [one, two] = await carrier.readLines(id)
  const path = `/api/billing/${id}/expenses`
  const moved = await carrier.client.put(`${path}/${one?.id}`, { loadId: other.id })
  expect([moved.status, moved.text.includes('stays with its load')]).toEqual([400, true])
  await carrier.client.put(`${path}/${one?.id}`, { amount: '10.00' })
  await carrier.client.delete(`${path}/${two?.id}`)
  await carrier.recalculate(id)
  expect((await carrier.readFees(id)).map(([amount]) => amount)).toEqual(['10.00', '0.00'])
  expect((await carrier.approve(id)).status).toBe(200)
})

test('C237 An edited fee is not restated, and its load is not named', async () => {
  await carrier.createFeeRule('factoring-fee', '100')
  const one = await carrier.haul(FIRST, '1000', { loadId: 'A' })
  const two = await carrier.haul(FIRST, '1000', { loadId: 'B' })
  const invoice = await carrier.bill([one.id, two.id])
  await carrier.submit([invoice])
  await carrier.buy(invoice, '60.00')
  const { id } = await carrier.settle(FIRST)
  const [line] = await carrier.readLines(id)
  await carrier.client.put(`/api/billing/${id}/expenses/${line?.id}`, { amount: '10.00' })
  expect((await carrier.approve(id)).status).toBe(200)
  const late = { kind: 'late-fee', invoiceId: invoice.id, amount: '5.00' }
  await carrier.report('-5.00', [late])
  expect((await carrier.readDrift()).map(describeDrift)).toEqual([
    'Load B changed from $30.00 to $32.50 factoring fee after statement 1',
  ])
  expect((await carrier.readDrift())[0]?.net).toBe('-2.50')
})

test('C236 An edited fee of a load that moved is deleted before the approval', async () => {
  await carrier.createFeeRule('factored-percent', '3')
  const load = await carrier.haul(FIRST, '1000')
  await carrier.haul(FIRST, '800')
  await carrier.submit([await carrier.bill([load.id])])
  const { id } = await carrier.settle(FIRST)
  const [line] = await carrier.readLines(id)
  const path = `/api/billing/${id}/expenses/${line?.id}`
  await carrier.client.put(path, { amount: '10.00' })
  const saved = (await carrier.client.get(`/api/loads/${load.id}`)).body
  await carrier.client.put(`/api/loads/${load.id}`, { ...saved, settlementDate: SECOND })
  await carrier.recalculate(id)
  const rejected = await carrier.approve(id)
  expect([rejected.status, rejected.text.includes('not on this settlement')]).toEqual([409, true])
  await carrier.client.delete(path)
  expect((await carrier.approve(id)).status).toBe(200)
})

test('C234 A deduction of a factoring fee is in Factoring, on each settlement, without a balance', async () => {
  const rule = { kind: 'deduction', description: 'Fee', basis: 'factoring-fee', value: '100' }
  const send = (more: object) =>
    carrier.client.post<{ fields: object }>('/api/deduction-rules', { ...rule, ...more })
  const factoring = { category: 'factoring' }
  for (const [field, more] of [
    ['category', { category: 'other' }],
    ['frequency', { ...factoring, frequency: 'week' }],
    ['balance', { ...factoring, balance: 'advance', total: '500.00' }],
    ['basis', { category: 'other', kind: 'extra-pay', extraPay: 'bonus' }],
  ] as const) {
    const { status, body } = await send(more)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  }
  expect((await send(factoring)).status).toBe(201)
})
