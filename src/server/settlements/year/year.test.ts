import { beforeEach, expect, test } from 'vitest'
import { toCents } from '#core/money.ts'
import type { PayeeYearDetails, YearSummary } from '#core/settlements/year/responses.ts'
import { buildReconciliation } from '#core/settlements/year/reconciliation.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
/** The tests pay on days long past, which must be confirmed. */
const CONFIRMED = { confirmed: ['paidOn', 'reference'] }
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

async function createTruckOwner(name: string) {
  const owner = (await carrier.client.post('/api/owners', { ...makeSample('owners'), name })).body
  const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, { ...truck, ownerId: owner.id })
  return owner
}

async function createPaidStatement(
  settlementDate: string,
  deliveryDate: string,
  revenue: string,
  paidOn: string | null,
) {
  await carrier.createLoad(settlementDate, revenue, { deliveryDate })
  const { id } = await carrier.settle(settlementDate, { fuel: '10' })
  await carrier.approve(id)
  const payment = { paidOn, paymentMethod: 'check', paymentReference: '=1+1', ...CONFIRMED }
  if (paidOn) await carrier.client.post(`/api/billing/${id}/pay`, payment)
  return id
}

async function readYear(of: number) {
  return (await carrier.client.get<YearSummary>(`/api/settlements/year?year=${of}`)).body.payees
}

test('C9 A payment counts by its date, for the owner of the truck at that time', async () => {
  const ann = await createTruckOwner('Ann')
  await createPaidStatement('2025-12-26', '2025-12-20', '100', '2026-01-02')
  await createPaidStatement('2026-01-02', '2025-12-30', '200', '2026-01-09')
  await createPaidStatement('2026-01-09', '2026-01-05', '400', null)
  const gone = await createPaidStatement('2026-01-16', '2026-01-12', '800', '2026-01-20')
  await carrier.voidStatement(gone)
  const bob = await createTruckOwner('Bob')
  await createPaidStatement('2026-12-25', '2026-12-20', '1600', '2026-12-31')
  await createPaidStatement('2027-01-01', '2026-12-28', '3200', '2027-01-08')
  await carrier.client.put(`/api/owners/${ann.id}`, {
    ...ann,
    name: 'Ann Smith',
    status: 'inactive',
  })
  const [first, second, ...others] = await readYear(2026)
  expect(others).toEqual([])
  expect([first?.ownerId, first?.payee]).toEqual([ann.id, 'Ann'])
  expect([second?.ownerId, second?.payee]).toEqual([bob.id, 'Bob'])
  expect(first).toMatchObject({
    gross: '300.00',
    adjustments: '0.00',
    deductions: '20.00',
    net: '280.00',
    paid: '280.00',
    reported: '300.00',
    statements: 2,
  })
  expect(first?.sums).toEqual({
    stated: '300.00',
    extraPay: '0.00',
    adjustments: '0.00',
    unapplied: '0.00',
    repaid: '0.00',
    settledExtraPay: '0.00',
    settledAdjustments: '0.00',
    reported: '300.00',
    settledNotPaid: '400.00',
    paidNotSettled: '100.00',
    settled: '600.00',
    settledNotDelivered: '200.00',
    deliveredNotSettled: '0.00',
    delivered: '400.00',
  })
  expect(second?.sums).toMatchObject({
    reported: '1600.00',
    settled: '1600.00',
    delivered: '4800.00',
  })
})

test('C9 The reconciliation adds up from payment to settlement to delivery', async () => {
  await createPaidStatement('2025-12-26', '2026-01-01', '100.01', '2026-01-02')
  await createPaidStatement('2026-01-02', '2025-12-30', '200.02', '2026-01-09')
  await createPaidStatement('2026-12-25', '2026-12-20', '400.04', '2027-01-04')
  const [payee] = await readYear(2026)
  let sum = 0n
  for (const { amount, total, label } of payee ? buildReconciliation(payee.sums) : []) {
    if (total && sum !== 0n) expect(`${label} ${sum}`).toBe(`${label} ${toCents(amount)}`)
    sum = total ? toCents(amount) : sum + toCents(amount)
  }
  expect(payee?.payee).toMatch(/^Driver of T-/)
  expect(sum).toBe(500_05n)
})

test('C9 The CSV has one row per statement, and another account sees none of them', async () => {
  await createTruckOwner('Ann')
  await createPaidStatement('2026-01-02', '2026-01-01', '200', '2026-01-09')
  const { text } = await carrier.client.get('/api/settlements/year.csv?year=2026')
  expect(text.split('\r\n')[1]).toMatch(
    /^Ann,1,T-\d+,2026-01-02,2026-01-09,check,'=1\+1,200.00,0.00,200.00,10.00,190.00,0.00,0.00,0.00,statement$/,
  )
  const other = await signUp(app)
  expect((await other.get<YearSummary>('/api/settlements/year?year=2026')).body.payees).toEqual([])
  expect((await carrier.client.get('/api/settlements/year?year=abc')).status).toBe(400)
})

test('C9 C7 An adjustment lowers the revenue of the year in which it was paid', async () => {
  await createTruckOwner('Ann')
  const first = await createPaidStatement('2025-12-19', '2025-12-15', '2400', '2025-12-26')
  const [hauled] = (await carrier.client.get<Body[]>('/api/loads')).body
  await carrier.createLoad('2026-01-09', '1000', { deliveryDate: '2026-01-05' })
  const second = await carrier.settle('2026-01-09', { fuel: '100' })
  await carrier.client.put(`/api/loads/${hauled?.id}`, { ...hauled, revenue: '2150' })
  await carrier.client.post(`/api/billing/${first}/correct`)
  await carrier.approve(second.id)
  const payment = { paidOn: '2026-01-16', paymentMethod: 'check', ...CONFIRMED }
  await carrier.client.post(`/api/billing/${second.id}/pay`, payment)
  const [ann] = await readYear(2026)
  expect(ann).toMatchObject({
    gross: '750.00',
    adjustments: '-250.00',
    deductions: '100.00',
    net: '650.00',
  })
  expect(ann && buildReconciliation(ann.sums).map(({ amount }) => amount)).toEqual([
    ...['1000.00', '-250.00', '750.00'],
    ...['0.00', '0.00', '750.00'],
    ...['250.00', '0.00', '0.00', '1000.00'],
  ])
  const { text } = await carrier.client.get('/api/settlements/year.csv?year=2026')
  expect(text.split('\r\n')[1]).toMatch(/,1000.00,-250.00,750.00,100.00,650.00,0.00,0.00,0.00,/)
})

test('C9 A row of the year opens its statements and payments; another account gets 404', async () => {
  const ann = await createTruckOwner('Ann')
  const id = await createPaidStatement('2026-01-02', '2026-01-01', '200', '2026-01-09')
  const path = `/api/settlements/year/payee?year=2026&payee=owner:${ann.id}`
  const { body } = await carrier.client.get<PayeeYearDetails>(path)
  expect(body.entries).toMatchObject([
    { kind: 'statement', billingId: id, day: '2026-01-09', gross: '200.00', net: '190.00' },
  ])
  expect(body.payments).toMatchObject([{ amount: '190.00', method: 'check', state: 'posted' }])
  const other = await signUp(app)
  expect((await other.get(path)).status).toBe(404)
  const bad = await carrier.client.get('/api/settlements/year/payee?year=2026&payee=Ann')
  expect([bad.status, bad.body.fields]).toEqual([
    400,
    { payee: ['Payee must be a key: "owner:12"'] },
  ])
})

test('C9 The ZIP of a row has the statements that count in the year, and no others', async () => {
  const ann = await createTruckOwner('Ann')
  await createPaidStatement('2025-12-26', '2025-12-20', '100', '2026-01-02')
  await createPaidStatement('2026-01-02', '2026-01-01', '200', '2026-01-09')
  await createPaidStatement('2026-12-25', '2026-12-20', '400', '2027-01-04')
  const zip = await app.inject({
    method: 'GET',
    url: `/api/settlements/year/statements.zip?year=2026&payee=owner:${ann.id}`,
    headers: { cookie: carrier.client.cookie },
  })
  expect(zip.headers['content-disposition']).toContain(`statements-2026-owner-${ann.id}.zip`)
  const names = [...zip.rawPayload.toString('latin1').matchAll(/(\d+)-statement-truck-[^.]+\.pdf/g)]
  expect([...new Set(names.map(([, number]) => number))]).toEqual(['1', '2'])
})
