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
