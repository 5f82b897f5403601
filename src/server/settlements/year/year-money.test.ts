import { beforeEach, expect, test } from 'vitest'
import { addUp, toAmount, toCents } from '#core/money.ts'
import type { PayeeYear, PayeeYearDetails, YearSummary } from '#core/settlements/year/responses.ts'
import { buildReconciliation } from '#core/settlements/year/reconciliation.ts'
import { readPartsOfPeriod } from '#server/payments/year/year-payments.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { readAccountId, testApp, type Body } from '#server/testing/test-app.ts'
import { readYear } from './read-year.ts'

const { app, database } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

async function readYears(...wanted: number[]): Promise<(PayeeYear | undefined)[]> {
  const found: (PayeeYear | undefined)[] = []
  for (const year of wanted) {
    const path = `/api/settlements/year?year=${year}`
    const { payees } = (await carrier.client.get<YearSummary>(path)).body
    for (const { sums } of payees) expectClosed(sums)
    found.push(payees.find(({ key }) => key === `owner:${carrier.ann}`))
  }
  return found
}

/** Each total of the reconciliation is the sum of the rows above it. */
function expectClosed(sums: PayeeYear['sums']): void {
  let sum = 0n
  for (const [index, { amount, total, label }] of buildReconciliation(sums).entries()) {
    if (total && index > 0) expect(`${label} ${sum}`).toBe(`${label} ${toCents(amount)}`)
    sum = total ? toCents(amount) : sum + toCents(amount)
  }
}

async function entries(year: number) {
  const path = `/api/settlements/year/payee?year=${year}&payee=owner:${carrier.ann}`
  return (await carrier.client.get<PayeeYearDetails>(path)).body.entries
}

async function changeRate(revenue: string) {
  const [load] = (await carrier.client.get<Body[]>('/api/loads')).body
  await carrier.client.put(`/api/loads/${load?.id}`, { ...load, revenue })
}

/** Pays 3,000.00 on 12/30/2026 and voids the statement; the payee keeps the money. The replacement's net is 2,600.00. */
async function keepDecemberCheck() {
  const stated = await carrier.createStatement('2026-12-18', '3000')
  await carrier.payOn(stated.id, '2026-12-30', '1001')
  await changeRate('2600')
  await carrier.voidWithBody(stated.id, { cash: 'kept' })
  const draft = await carrier.settle('2026-12-18')
  await carrier.approveOn(draft.id, '2027-01-08')
}

test('C9 F2 Kept money of December counts in 2026, and only the 600.00 above it in 2027', async () => {
  await keepDecemberCheck()
  // 2,600.00 of check 1001 cover the replacement, 400.00 are unapplied.
  const next = await carrier.createStatement('2027-01-15', '1000')
  await carrier.payOn(next.id, '2027-01-15', '1002')
  const [first, second] = await readYears(2026, 2027)
  // Both parts were applied in 2027, so all 3,000.00 are unapplied money of 2026.
  expect(first).toMatchObject({ paid: '3000.00', reported: '3000.00', unapplied: '3000.00' })
  // 2,600.00 + 1,000.00 − 3,000.00 = 600.00.
  expect(second).toMatchObject({ paid: '600.00', reported: '600.00', net: '600.00' })
  const rows = (await entries(2027)).map(({ kind, number, gross, net }) => [
    kind,
    number,
    gross,
    net,
  ])
  expect(rows).toEqual([
    ['rest', 2, '0.00', '0.00'],
    ['rest', 3, '0.00', '0.00'],
    ['statement', 3, '600.00', '600.00'],
  ])
  expect((await carrier.readRegister(2026)).at(-1)?.[6]).toBe(first?.paid)
  expect((await carrier.readRegister(2027)).at(-1)?.[6]).toBe(second?.paid)
})

test('C9 Of applied money, only the gross above it counts in the later year', async () => {
  await keepDecemberCheck()
  const next = await carrier.createStatement('2027-01-15', '1500', { fuel: '500' })
  expect(next).toMatchObject({ netPayment: '1000.00', paidAmount: '400.00' })
  // 40% of 1,500.00 is 600.00. 400.00 of it are money of 2026, so 200.00 count in 2027.
  expect((await readYears(2026, 2027)).map((year) => year?.reported)).toEqual(['3000.00', '200.00'])
  expect(await entries(2027)).toMatchObject([
    { kind: 'rest', number: 2, gross: '0.00' },
    { kind: 'rest', number: 3, gross: '200.00', deductions: '200.00', net: '0.00' },
  ])
  await carrier.payOn(next.id, '2027-01-20', '1002')
  // The other 60%: 900.00 gross, 300.00 deductions, 600.00 paid.
  const [first, second] = await readYears(2026, 2027)
  expect(first).toMatchObject({ reported: '3000.00', gross: '0.00', paid: '3000.00' })
  expect(second).toMatchObject({
    gross: '1100.00',
    deductions: '500.00',
    net: '600.00',
    paid: '600.00',
    reported: '1100.00',
  })
})

test('C9 The year of one payee matches the list of all payees, and reads no other payee', async () => {
  await keepDecemberCheck()
  await carrier.sellTo(carrier.bob, carrier.secondTruckId)
  const bobs = await carrier.createStatement('2026-12-18', '2000', {
    truckId: carrier.secondTruckId,
  })
  await carrier.payOn(bobs.id, '2026-12-30', '2001')
  await carrier.voidWithBody(bobs.id, { cash: 'kept' })
  const again = await carrier.settle('2026-12-18', { truckId: carrier.secondTruckId })
  await carrier.approveOn(again.id, '2027-01-08')
  const userId = await readAccountId(carrier.client)
  const [anns, other] = [`owner:${carrier.ann}`, `owner:${carrier.bob}`]
  for (const year of [2026, 2027]) {
    const all = await readYear(database, userId, year)
    expect(all.map(({ key }) => key)).toEqual([anns, other])
    for (const one of all) expect(await readYear(database, userId, year, one.key)).toEqual([one])
  }
  const period = { from: '2027-01-01', to: '2027-12-31' }
  const read = async (payee: string | null) =>
    (await readPartsOfPeriod(database, userId, period, payee)).map(({ billingId }) => billingId)
  expect(await read(other)).toEqual([again.id])
  expect(await read(anns)).not.toContain(again.id)
  expect((await read(null)).toSorted()).toEqual([...(await read(anns)), again.id].toSorted())
})

test('C9 A payment in parts over New Year splits the gross', async () => {
  const stated = await carrier.createStatement('2026-12-25', '3000', { fuel: '1000.01' })
  await carrier.payOn(stated.id, '2026-12-31', '1', { amount: '1000' })
  // 3,000.00 × 1,000.00 ÷ 1,999.99 = 1,500.0075.
  expect((await readYears(2026))[0]).toMatchObject({ gross: '1500.01', deductions: '500.01' })
  await carrier.payOn(stated.id, '2027-01-02', '2')
  const [first, second] = await readYears(2026, 2027)
  expect(first).toMatchObject({ gross: '1500.01', deductions: '500.01', net: '1000.00' })
  expect(second).toMatchObject({ gross: '1499.99', deductions: '500.00', net: '999.99' })
  expect((await carrier.readRegister(2026)).at(-1)?.[6]).toBe(first?.paid)
})

test('C9 A net of 0.00 counts in the year of its approval', async () => {
  const stated = await carrier.createStatement('2026-12-25', '3000', { fuel: '3200' })
  expect(stated).toMatchObject({ netPayment: '0.00', status: 'paid', paidOn: '2026-12-25' })
  // 200.00 of the deductions are carried forward.
  expect((await readYears(2026, 2027)).map((year) => year?.reported)).toEqual([
    '3000.00',
    undefined,
  ])
  expect((await readYears(2026))[0]).toMatchObject({
    deductions: '3000.00',
    net: '0.00',
    paid: '0.00',
  })
})

test('C9 A December check that is returned in January does not count in any year', async () => {
  const stated = await carrier.createStatement('2026-12-18', '3000')
  await carrier.payOn(stated.id, '2026-12-30', '1001')
  const [paid] = await carrier.readPayments()
  await carrier.reversePayment(paid?.id ?? 0, {
    day: '2027-01-05',
    kind: 'returned',
    reason: 'Returned',
  })
  const [before] = await readYears(2026)
  expect(before).toMatchObject({ paid: '0.00', reported: '0.00', gross: '0.00' })
  await carrier.payOn(stated.id, '2027-01-08', '1002')
  expect((await readYears(2026, 2027)).map((year) => year?.reported)).toEqual(['0.00', '3000.00'])
})

test('C9 Unapplied money counts in its year until it is repaid in cash', async () => {
  const stated = await carrier.createStatement('2026-10-02', '1000')
  await carrier.payOn(stated.id, '2026-10-05', '1001')
  await carrier.voidWithBody(stated.id, { cash: 'kept' })
  expect((await readYears(2026))[0]).toMatchObject({ unapplied: '1000.00', reported: '1000.00' })
  const [paid] = await carrier.readPayments()
  const closing = { kind: 'repayment', day: '2026-11-01', amount: '300', method: 'cash' }
  await carrier.client.post(`/api/payments/${paid?.id}/closings`, {
    ...closing,
    reference: null,
    reason: 'Paid back',
    confirmed: ['day', 'year'],
  })
  const [year] = await readYears(2026)
  expect(year).toMatchObject({ repaid: '300.00', reported: '700.00', paid: '700.00' })
  expect((await carrier.readRegister(2026)).at(-1)?.[6]).toBe('700.00')
})

test('C9 Extra pay is gross; reimbursements and money paid out as a loan are not', async () => {
  const draft = await carrier.settle('2026-10-02')
  await carrier.createLoad('2026-10-02', '1000')
  await carrier.client.put(`/api/billing/${draft.id}`, { recalculate: true })
  const lines = `/api/billing/${draft.id}/expenses`
  await carrier.client.post(lines, { extraPay: 'layover', pay: '150' })
  await carrier.client.post(lines, { category: 'tolls', credit: '40', description: 'Lumper' })
  await carrier.client.post(lines, { category: 'fuel', amount: '200' })
  await carrier.approveOn(draft.id, '2026-10-02')
  await carrier.payOn(draft.id, '2026-10-05', '1')
  const loan = await carrier.createRule({
    balance: 'loan',
    total: '500',
    truckId: carrier.truckId,
    value: '100',
  })
  await carrier.postPayment({
    kind: 'hand-out',
    ruleId: loan.id,
    paidOn: '2026-10-06',
    amount: '500',
  })
  const [year] = await readYears(2026)
  // 1,000.00 + 150.00 + 40.00 − 200.00 = 990.00.
  expect(year).toMatchObject({
    gross: '1150.00',
    extraPay: '150.00',
    reimbursements: '40.00',
    deductions: '200.00',
    net: '990.00',
    paid: '990.00',
    reported: '1150.00',
    handedOut: '500.00',
  })
})

test('C9 Payments by day of a year add up to its paid amount and the total of the register', async () => {
  const sent: [paidOn: string, amount: string][] = [
    ['2026-12-30', '700'],
    ['2026-12-31', '900.01'],
    ['2027-01-01', '55.55'],
  ]
  for (const [index, [paidOn, amount]] of sent.entries()) {
    const day = `2026-12-${String(4 + 7 * index).padStart(2, '0')}`
    await carrier.createStatement(day, '900', {
      truckId: index === 1 ? carrier.secondTruckId : carrier.truckId,
      fuel: '33.33',
    })
    await carrier.postPayment({ paidOn, reference: String(index), amount })
  }
  for (const year of [2026, 2027]) {
    const [found] = await readYears(year)
    const own = sent.filter(([paidOn]) => paidOn.startsWith(String(year)))
    const total = toAmount(addUp(own.map(([, amount]) => toAmount(toCents(amount)))))
    expect([found?.paid, (await carrier.readRegister(year)).at(-1)?.[6]]).toEqual([total, total])
  }
})
