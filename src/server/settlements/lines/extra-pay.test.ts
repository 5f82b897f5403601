import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const DATE = '2026-11-20'
const { app, database } = await testApp()
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

async function add(billing: Settlement, sent: object) {
  return carrier.client.post<Line & Body>(`/api/billing/${billing.id}/expenses`, sent)
}

/** Settles a load of 3,000.00 with a fee of 12 %. */
async function settleWithFee(): Promise<Settlement> {
  await carrier.createRule({ description: 'Carrier fee', basis: 'percent', value: '12' })
  await carrier.createLoad(DATE, '3000')
  return carrier.settle(DATE)
}

async function readFee({ id }: Settlement): Promise<string | undefined> {
  return (await carrier.readLines(id)).find(({ description }) => description === 'Carrier fee')
    ?.amount
}

test('C18 Detention, a bonus and a lumper: only the first two are gross pay', async () => {
  const billing = await settleWithFee()
  await add(billing, { category: 'fuel', amount: '400' })
  const detention = { kind: 'extra-pay', extraPay: 'detention', quantity: '3', rate: '50' }
  expect(await add(billing, detention)).toMatchObject({
    status: 201,
    body: {
      kind: 'extra-pay',
      extraPay: 'detention',
      category: 'other',
      amount: '-150.00',
      quantity: '3.00',
      rate: '50.00',
      description: 'Detention',
      subjectToPercent: false,
      formula: '3 × $50.00',
    },
  })
  await add(billing, { kind: 'extra-pay', extraPay: 'bonus', pay: '200' })
  await add(billing, { category: 'other', description: 'Lumper, Reno', credit: '85' })
  // 400.00 fuel + 360.00 fee (12 % of 3,000.00) - 150.00 - 200.00 - 85.00 = 325.00; 3,000.00 - 325.00 = 2,675.00
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    totalRevenue: '3000.00',
    fuel: '400.00',
    other: '-75.00',
    totalExpenses: '325.00',
    extraPay: '350.00',
    grossPay: '3350.00',
    netPayment: '2675.00',
  })
  expect((await carrier.approve(billing.id)).status).toBe(200)
  const { rows } = await sql`select extra_pay, reimbursements, adjustments from statement_snapshots
    where billing_id = ${billing.id}`.execute(database)
  expect(rows).toEqual([{ extraPay: '350.00', reimbursements: '85.00', adjustments: '0.00' }])
})

test('C18 Percentages count marked extra pay, and stop when the mark is removed', async () => {
  const billing = await settleWithFee()
  const bonus = { extraPay: 'bonus', pay: '200', subjectToPercent: true }
  const { body } = await add(billing, bonus)
  // 12 % of 3,200.00 = 384.00
  expect(await readFee(billing)).toBe('384.00')
  const line = `/api/billing/${billing.id}/expenses/${body.id}`
  await carrier.client.put(line, { pay: '500' })
  // 12 % of 3,500.00 = 420.00
  expect(await readFee(billing)).toBe('420.00')
  await carrier.client.put(line, { subjectToPercent: false })
  expect(await readFee(billing)).toBe('360.00')
  await carrier.client.put(line, { subjectToPercent: true })
  await carrier.client.put(`/api/billing/${billing.id}`, { recalculate: true })
  expect(await readFee(billing)).toBe('420.00')
  await carrier.client.delete(line)
  expect(await readFee(billing)).toBe('360.00')
})

test.each([
  [{ kind: 'extra-pay', pay: '5' }, 'extraPay'],
  [{ extraPay: 'tip', pay: '5' }, 'extraPay'],
  [{ extraPay: 'bonus' }, 'pay'],
  [{ extraPay: 'bonus', pay: '0' }, 'pay'],
  [{ extraPay: 'bonus', pay: '-5' }, 'pay'],
  [{ extraPay: 'detention', quantity: '-3', rate: '50' }, 'pay'],
  [{ extraPay: 'detention', quantity: '3', rate: '50', pay: '149' }, 'pay'],
  [{ extraPay: 'bonus', amount: '-200' }, 'amount'],
  [{ extraPay: 'bonus', pay: '5', category: 'fuel' }, 'category'],
  [{ extraPay: 'other', pay: '5' }, 'description'],
  [{ category: 'fuel', pay: '5' }, 'extraPay'],
  [{ category: 'fuel', amount: '5', subjectToPercent: true }, 'subjectToPercent'],
  [{ category: 'tolls', credit: '-5' }, 'credit'],
  [{ category: 'tolls', credit: '5', amount: '5' }, 'credit'],
  [{ amount: '5' }, 'category'],
])('C18 A line with %j is rejected at %s', async (sent, field) => {
  const { status, body } = await add(await carrier.settle(DATE), sent)
  expect([status, Object.keys(body.fields as object)]).toEqual([400, [field]])
})

test('C18 Extra pay is edited and deleted like other lines, but cannot become a deduction', async () => {
  const billing = await carrier.settle(DATE)
  const { body } = await add(billing, { extraPay: 'detention', quantity: '3', rate: '50' })
  const line = `/api/billing/${billing.id}/expenses/${body.id}`
  const unchanged = await carrier.client.put<Line>(line, body)
  expect([unchanged.status, unchanged.body.amount]).toEqual([200, '-150.00'])
  const longer = await carrier.client.put<Line>(line, { quantity: '4' })
  expect(longer.body).toMatchObject({ amount: '-200.00', quantity: '4.00', version: 3 })
  const layover = { extraPay: 'layover', quantity: null, rate: null, pay: '175.50' }
  expect((await carrier.client.put<Line>(line, layover)).body).toMatchObject({
    extraPay: 'layover',
    description: 'Layover',
    amount: '-175.50',
    formula: null,
  })
  for (const [sent, field] of [
    [{ amount: '10' }, 'amount'],
    [{ amount: '-10' }, 'amount'],
    [{ pay: '0' }, 'pay'],
    [{ category: 'fuel' }, 'category'],
    [{ extraPay: null }, 'extraPay'],
  ] as const) {
    const { status, body: response } = await carrier.client.put<Body>(line, sent)
    expect([status, Object.keys(response.fields as object)]).toEqual([400, [field]])
  }
  const fuel = (await add(billing, { category: 'fuel', amount: '5' })).body
  const turned = await carrier.client.put<Body>(`/api/billing/${billing.id}/expenses/${fuel.id}`, {
    extraPay: 'bonus',
    pay: '5',
  })
  expect([turned.status, Object.keys(turned.body.fields as object)]).toEqual([400, ['extraPay']])
  expect((await carrier.client.delete(line)).status).toBe(204)
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    extraPay: '0.00',
    grossPay: '0.00',
  })
})

test('C18 The database rejects extra pay with a wrong amount, category, type or kind', async () => {
  const billing = await carrier.settle(DATE)
  const { id } = (await add(billing, { extraPay: 'bonus', pay: '5' })).body
  for (const set of [
    sql`amount = 5`,
    sql`category = 'fuel'`,
    sql`extra_pay = null`,
    sql`kind = 'entered'`,
  ])
    await expect(
      sql`update expenses set ${set} where id = ${id}`.execute(database),
    ).rejects.toMatchObject({ constraint: 'expenses_extra_pay_check' })
})

test('C18 Recurring extra pay makes one line per settlement, at quantity × rate', async () => {
  const surcharge = { category: 'other', extraPay: 'other', basis: 'per-mile', value: '0.10' }
  await carrier.createRule({ ...surcharge, kind: 'extra-pay', description: 'Fuel surcharge' })
  await carrier.createLoad(DATE, '3000', { miles: '450' })
  const billing = await carrier.settle(DATE)
  // 450 mi × 0.10 = 45.00
  const [line] = await carrier.readLines(billing.id)
  expect(line).toMatchObject({
    kind: 'extra-pay',
    extraPay: 'other',
    amount: '-45.00',
    formula: '450 mi × $0.10',
    ruleKey: expect.stringMatching(/^rule:/) as string,
    byHand: false,
  })
  expect(billing).toMatchObject({ extraPay: '45.00', grossPay: '3045.00', netPayment: '3045.00' })
  await carrier.createLoad(DATE, '100', { miles: '50' })
  expect((await carrier.approve(billing.id)).status).toBe(409)
  await carrier.client.put(`/api/billing/${billing.id}`, { recalculate: true })
  expect((await carrier.readLines(billing.id)).map(({ amount }) => amount)).toEqual(['-50.00'])
  const path = `/api/billing/${billing.id}/expenses/${line?.id}`
  expect(
    (await carrier.client.put<Line>(path, { pay: '60', quantity: null, rate: null })).body,
  ).toMatchObject({ amount: '-60.00', byHand: true })
  expect((await carrier.client.delete(path)).status).toBe(204)
  await carrier.client.put(`/api/billing/${billing.id}`, { recalculate: true })
  expect(
    (await carrier.readLines(billing.id)).map(({ amount, skipped }) => [amount, skipped]),
  ).toEqual([['0.00', true]])
})

test('C18 Recurring extra pay that percentages count does not count itself', async () => {
  const surcharge = { extraPay: 'other', basis: 'percent', value: '5', description: 'Surcharge' }
  await carrier.createRule({ ...surcharge, kind: 'extra-pay', category: 'other' })
  const billing = await settleWithFee()
  const line = (await carrier.readLines(billing.id)).find(({ extraPay }) => extraPay !== null)
  await carrier.client.put(`/api/billing/${billing.id}/expenses/${line?.id}`, {
    subjectToPercent: true,
  })
  await carrier.client.put(`/api/billing/${billing.id}`, { recalculate: true })
  // 5 % of 3,000.00 = 150.00; 12 % of 3,150.00 = 378.00
  expect((await carrier.readSettlement(billing.id)).extraPay).toBe('150.00')
  expect(await readFee(billing)).toBe('378.00')
})

test.each([
  [{ kind: 'extra-pay' }, 'extraPay'],
  [{ kind: 'extra-pay', extraPay: 'bonus', category: 'fuel' }, 'category'],
  [{ kind: 'extra-pay', extraPay: 'bonus', balance: 'loan', total: '100' }, 'balance'],
  [{ extraPay: 'bonus' }, 'extraPay'],
])('C18 A recurring deduction with %j is rejected at %s', async (sent, field) => {
  const rule = { category: 'other', description: 'Bonus', basis: 'fixed', value: '10', ...sent }
  const { status, body } = await carrier.client.post<Body>('/api/deduction-rules', rule)
  expect([status, Object.keys(body.fields as object)]).toEqual([400, [field]])
})

test('C18 A fuel card refund stays a credit and is not gross pay', async () => {
  await carrier.createLoad(DATE, '2000')
  const billing = await carrier.settle(DATE, { fuel: '600' })
  await add(billing, { category: 'fuel', description: 'Card refund', credit: '112.43' })
  // 600.00 - 112.43 = 487.57; 2,000.00 - 487.57 = 1,512.43
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    fuel: '487.57',
    extraPay: '0.00',
    grossPay: '2000.00',
    netPayment: '1512.43',
  })
})

test('C18 A lumper is a reimbursement, detention is extra pay', async () => {
  await carrier.createLoad(DATE, '1500')
  const billing = await carrier.settle(DATE)
  await add(billing, { category: 'other', description: 'Lumper, dock 4', credit: '120' })
  await add(billing, { extraPay: 'detention', quantity: '2.5', rate: '40' })
  // Detention 2.5 × 40.00 = 100.00. Net 1,500.00 + 120.00 + 100.00 = 1,720.00; gross 1,600.00
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    extraPay: '100.00',
    grossPay: '1600.00',
    netPayment: '1720.00',
  })
})

test('C18 Bonus, layover and fuel surcharge are gross pay', async () => {
  await carrier.createRule({
    kind: 'extra-pay',
    extraPay: 'other',
    category: 'other',
    basis: 'percent',
    value: '5',
    description: 'Fuel surcharge',
  })
  await carrier.createLoad(DATE, '2500')
  const billing = await carrier.settle(DATE)
  await add(billing, { extraPay: 'bonus', pay: '300', description: 'Safety bonus' })
  await add(billing, { extraPay: 'layover', quantity: '1', rate: '150' })
  // 5 % of 2,500.00 = 125.00; 125.00 + 300.00 + 150.00 = 575.00
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    totalExpenses: '-575.00',
    extraPay: '575.00',
    grossPay: '3075.00',
    netPayment: '3075.00',
  })
})

test('C18 C355 Run, register, list, year to date and dashboard show how much is extra pay', async () => {
  await carrier.createLoad(DATE, '1000')
  const billing = await carrier.settle(DATE, { fuel: '300' })
  await add(billing, { extraPay: 'detention', quantity: '3', rate: '50' })
  // Expenses 300.00 - 150.00 = 150.00; net 1,000.00 - 150.00 = 850.00
  const read = async (path: string) => (await carrier.client.get<Body>(path)).body
  const run = await read('/api/settlements/run?week=2026-11-18&today=2026-11-25')
  expect(run.rows).toMatchObject([{ deductions: '150.00', extraPay: '150.00', net: '850.00' }])
  const { text } = await carrier.client.get('/api/settlements/run/register.csv?week=2026-11-18')
  // Gross 1,150.00 (of which extra pay 150.00) - deductions 300.00 = 850.00
  expect(text.split('\r\n')[0]).toContain(',Gross,Of Which Extra Pay,Deductions,Net Payment,')
  expect(text.split('\r\n')[1]).toContain(',1150.00,150.00,300.00,850.00,')
  expect(await read('/api/billing')).toMatchObject([
    { totalExpenses: '150.00', extraPay: '150.00', grossPay: '1150.00' },
  ])
  const preview = await read(`/api/settlements/preview?truckId=${carrier.truckId}&today=2026-12-31`)
  expect(preview.yearToDate).toMatchObject({ expenses: '150.00', extraPay: '150.00' })
  const dashboard = await read('/api/dashboard?today=2026-11-20')
  expect([dashboard.expenses, dashboard.extraPay]).toMatchObject([
    { thisMonth: '150.00' },
    { thisMonth: '150.00', yearToDate: '150.00', lastMonth: '0.00' },
  ])
})
