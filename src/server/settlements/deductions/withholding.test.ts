import { beforeEach, expect, test } from 'vitest'
import type { YearSummary } from '#core/settlements/year/responses.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Run } from '#core/settlements/run/run.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

async function withhold(backupWithholding: boolean, path = `/api/owners/${carrier.ann}`) {
  const { body } = await carrier.client.get(path)
  expect((await carrier.client.put(path, { ...body, backupWithholding })).status).toBe(200)
}

async function readWithholding(id: number) {
  const lines = (await carrier.readLines(id)).filter(({ kind }) => kind === 'withholding')
  return lines.map(({ amount, formula, category }) => [category, amount, formula])
}

async function readYearOfAnn() {
  const { payees } = (await carrier.client.get<YearSummary>('/api/settlements/year?year=2026')).body
  return payees.find(({ key }) => key === `owner:${carrier.ann}`)
}

test('C25 24% of gross pay is a line of Other, and the year lists it separately', async () => {
  await withhold(true)
  await carrier.createLoad('2026-10-02', '2000.10')
  const draft = await carrier.settle('2026-10-02', { fuel: '300' })
  // 24% of 2,000.10 is 480.024.
  expect(await readWithholding(draft.id)).toEqual([['other', '480.02', '24% × $2,000.10']])
  await carrier.client.post(`/api/billing/${draft.id}/expenses`, {
    extraPay: 'bonus',
    pay: '100.05',
  })
  // 24% of 2,100.15 is 504.036.
  expect(await readWithholding(draft.id)).toEqual([['other', '504.04', '24% × $2,100.15']])
  const approved = await carrier.approveOn(draft.id, '2026-10-02')
  // 2,100.15 − 300.00 − 504.04.
  expect(approved).toMatchObject({ status: 'approved', netPayment: '1296.11' })
  await carrier.payOn(draft.id, '2026-10-05', '1')
  // It does not reduce the 1099 gross.
  expect(await readYearOfAnn()).toMatchObject({
    gross: '2100.15',
    extraPay: '100.05',
    deductions: '300.00',
    withheld: '504.04',
    net: '1296.11',
    reported: '2100.15',
    filing: 'reached',
    backupWithholding: true,
  })
})

test('C25 A draft whose backup withholding is out of date must be recalculated', async () => {
  await carrier.createLoad('2026-10-02', '1000')
  const draft = await carrier.settle('2026-10-02')
  await withhold(true)
  const stale = await carrier.approve(draft.id)
  expect([stale.status, (stale.body as Settlement & Body).message]).toEqual([
    409,
    'Gross pay or backup withholding changed. Recalculate before approving.',
  ])
  const path = '/api/settlements/run?week=2026-10-02&today=2026-10-05'
  const [row] = (await carrier.client.get<Run>(path)).body.rows
  expect(row).toMatchObject({
    stale: true,
    exceptions: [{ text: 'Backup withholding is out of date' }],
  })
  await carrier.client.put(`/api/billing/${draft.id}`, { recalculate: true })
  expect(await readWithholding(draft.id)).toEqual([['other', '240.00', '24% × $1,000.00']])
  await withhold(false)
  expect((await carrier.approve(draft.id)).status).toBe(409)
  await carrier.client.put(`/api/billing/${draft.id}`, { recalculate: true })
  expect(await readWithholding(draft.id)).toEqual([])
  expect((await carrier.approve(draft.id)).status).toBe(200)
})

test('C25 The line follows the payee of the draft and cannot be edited', async () => {
  await withhold(true)
  await carrier.createLoad('2026-10-02', '1000')
  const draft = await carrier.settle('2026-10-02', { other: '50' })
  expect(await carrier.readSettlement(draft.id)).toMatchObject({
    other: '290.00',
    netPayment: '710.00',
  })
  const [line] = (await carrier.readLines(draft.id)).filter(({ kind }) => kind === 'withholding')
  const path = `/api/billing/${draft.id}/expenses/${line?.id}`
  expect((await carrier.client.put(path, { amount: '1' })).status).toBe(409)
  expect((await carrier.client.delete(path)).status).toBe(409)
  await carrier.client.put(`/api/billing/${draft.id}`, { ownerId: carrier.bob })
  expect(await readWithholding(draft.id)).toEqual([])
  await carrier.client.put(`/api/billing/${draft.id}`, { ownerId: carrier.ann })
  expect(await readWithholding(draft.id)).toEqual([['other', '240.00', '24% × $1,000.00']])
})

test('C25 A driver can have backup withholding, and the run proposes the line', async () => {
  const dan = await carrier.addDriver('Dan')
  await carrier.assignDriver(dan)
  await withhold(true, `/api/drivers/${dan}`)
  await carrier.createLoad('2026-10-02', '1000')
  const path = '/api/settlements/run?week=2026-10-02&today=2026-10-05'
  const [row] = (await carrier.client.get<Run>(path)).body.rows
  expect(row).toMatchObject({ deductions: '240.00', net: '760.00' })
  const draft = await carrier.settle('2026-10-02', { startFromDefaults: true })
  expect(draft).toMatchObject({ other: '240.00', netPayment: '760.00' })
})

/** Changes the load's revenue after its statement, and adjusts the statement on the draft. */
async function adjust(statement: number, load: Body, revenue: string) {
  const path = `/api/loads/${load.id}`
  const { body } = await carrier.client.get(path)
  await carrier.client.put(path, { ...body, revenue })
  expect((await carrier.client.post(`/api/billing/${statement}/correct`)).status).toBe(200)
}

async function settleWeek(date: string, revenue: string) {
  const load = await carrier.createLoad(date, revenue)
  return { load, id: (await carrier.settle(date, { startFromDefaults: true })).id }
}

test('C25 C320 The adjustment of a load that paid more later has its tax withheld', async () => {
  await withhold(true)
  const first = await settleWeek('2026-10-02', '1000')
  expect(await readWithholding(first.id)).toEqual([['other', '240.00', '24% × $1,000.00']])
  await carrier.approveOn(first.id, '2026-10-02')
  await carrier.payOn(first.id, '2026-10-05', '1')
  const second = await settleWeek('2026-10-09', '500')
  await adjust(first.id, first.load, '1300')
  const formula = '24% × $800.00 ($500.00 gross pay, plus $300.00 adjustments)'
  expect(await readWithholding(second.id)).toEqual([['other', '192.00', formula]])
  // 500.00 + 300.00 − 192.00
  const approved = await carrier.approveOn(second.id, '2026-10-09')
  expect(approved.netPayment).toBe('608.00')
  await carrier.payOn(second.id, '2026-10-12', '2')
  // 24% of 1,800.00
  expect(await readYearOfAnn()).toMatchObject({ reported: '1800.00', withheld: '432.00' })
})

test('C25 C320 A load that was reduced returns its tax, as far as the pay of the year allows', async () => {
  await withhold(true)
  const first = await settleWeek('2026-10-02', '1000')
  await carrier.approveOn(first.id, '2026-10-02')
  await carrier.payOn(first.id, '2026-10-05', '1')
  const second = await settleWeek('2026-10-09', '500')
  await adjust(first.id, first.load, '200')
  // 500.00 − 800.00 is below zero: nothing is withheld, and 300.00 reduce the next base.
  const none = '24% × $0.00 ($500.00 gross pay, less $800.00 adjustments)'
  expect(await readWithholding(second.id)).toEqual([['other', '0.00', none]])
  const third = await settleWeek('2026-10-16', '1000')
  const reduced = '24% × $700.00 ($1,000.00 gross pay, less $300.00 from earlier statements)'
  expect(await readWithholding(third.id)).toEqual([['other', '168.00', reduced]])
  const fourth = await settleWeek('2026-10-23', '100')
  expect(await readWithholding(fourth.id)).toEqual([['other', '24.00', '24% × $100.00']])
  const nextYear = await settleWeek('2027-01-08', '100')
  expect(await readWithholding(nextYear.id)).toEqual([['other', '24.00', '24% × $100.00']])
  for (const { id } of [second, third, fourth]) {
    const approved = await carrier.approveOn(id, '2026-10-23')
    expect(approved.status).not.toBe('pending')
    await carrier.payOn(id, '2026-10-26', String(id))
  }
  // 1,000.00 − 300.00 + 1,000.00 + 100.00 = 1,800.00, and 24% of it
  expect(await readYearOfAnn()).toMatchObject({ gross: '1800.00', withheld: '432.00' })
})

test('C25 C320 The run sees that an earlier statement changes what is withheld', async () => {
  await withhold(true)
  const first = await settleWeek('2026-10-02', '1000')
  await carrier.approveOn(first.id, '2026-10-02')
  await carrier.createLoad('2026-10-16', '400')
  const path = '/api/settlements/run?week=2026-10-16&today=2026-10-19'
  const readRow = async () => (await carrier.client.get<Run>(path)).body.rows[0]
  expect(await readRow()).toMatchObject({ deductions: '96.00' })
  const second = await settleWeek('2026-10-09', '100')
  await adjust(first.id, first.load, '800')
  // 100.00 − 200.00: 100.00 reduce the base of 400.00.
  expect(await readRow()).toMatchObject({ deductions: '72.00', net: '328.00' })
  const third = await carrier.settle('2026-10-16', { startFromDefaults: true })
  expect(third.other).toBe('72.00')
  expect((await readRow())?.stale).toBe(false)
  await carrier.client.delete(`/api/billing/${second.id}`)
  const stale = await readRow()
  expect(stale?.stale).toBe(true)
  const text = 'Backup withholding is out of date'
  expect(stale?.exceptions).toContainEqual({ cause: 'stale', text })
  const { status, body } = await carrier.approve(third.id)
  expect([status, (body as Settlement & Body).message]).toEqual([
    409,
    'Gross pay or backup withholding changed. Recalculate before approving.',
  ])
})
