/** A recurring deduction that is taken once per week, month or every few weeks (SPEC C15). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [WEDNESDAY, FRIDAY, NEXT_FRIDAY] = ['2026-11-18', '2026-11-20', '2026-11-27'] as const
const INSURANCE = { category: 'insurance', description: 'Insurance', value: '350' }

async function readRun({ client }: TestCarrier, week: string) {
  return (await client.get<Run>(`/api/settlements/run?week=${week}&today=${week}`)).body
}

async function settleAll(carrier: TestCarrier, dates: readonly string[]) {
  const settlements: Settlement[] = []
  for (const date of dates) {
    await carrier.createLoad(date, '2000')
    settlements.push(await carrier.settle(date))
  }
  return settlements
}

test('C15 A weekly insurance is taken once in a week with two settlements', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ ...INSURANCE, frequency: 'week' })
  const [wednesday, friday, next] = await settleAll(carrier, [WEDNESDAY, FRIDAY, NEXT_FRIDAY])
  expect([wednesday?.insurance, friday?.insurance, next?.insurance]).toEqual([
    '350.00',
    '0.00',
    '350.00',
  ])
  const again = await carrier.client.put<Settlement>(`/api/billing/${friday?.id}`, {
    recalculate: true,
  })
  expect(again.body.insurance).toBe('0.00')
  expect((await carrier.readLines(wednesday?.id ?? 0))[0]).toMatchObject({
    formula: 'flat $350.00',
    ruleScope: `truck:${carrier.truckId}`,
    rulePeriod: 'week 2026-11-15',
  })
})

test('C15 C8 The run shows a flat deduction on two settlements of one week', async () => {
  const carrier = await createTestCarrier(app)
  const rule = await carrier.createRule(INSURANCE)
  await carrier.createLoad(WEDNESDAY, '2000', { bolStatus: 'received' })
  await carrier.createLoad(FRIDAY, '2000', { bolStatus: 'received' })
  const text = 'Insurance is also on the 11/18/2026 settlement of this week'
  const exceptions = async () =>
    (await readRun(carrier, FRIDAY)).rows.map((row) => row.exceptions.map(({ text }) => text))
  expect(await exceptions()).toEqual([[], [text]])
  const wednesday = await carrier.settle(WEDNESDAY)
  const friday = await carrier.settle(FRIDAY)
  expect(friday.insurance).toBe('350.00')
  expect(await exceptions()).toEqual([[], [text]])
  // The deduction becomes weekly: recalculating keeps it on the earlier settlement only.
  await carrier.client.put(`/api/deduction-rules/${rule.id}`, { ...rule, frequency: 'week' })
  const recalculate = { recalculate: true }
  const later = await carrier.client.put<Settlement>(`/api/billing/${friday.id}`, recalculate)
  const first = await carrier.client.put<Settlement>(`/api/billing/${wednesday.id}`, recalculate)
  expect([first.body.insurance, later.body.insurance]).toEqual(['350.00', '0.00'])
  expect(await exceptions()).toEqual([[], []])
})

test('C15 The work week of the settings counts, and a calendar month', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.client.post('/api/settings', { companyName: 'Blue', workWeekStartDay: 5 })
  await carrier.createRule({ ...INSURANCE, frequency: 'week' })
  await carrier.createRule({ description: 'Parking lot', value: '80', frequency: 'month' })
  // Weeks begin on Friday: 11/18 is in the week of 11/13, 11/20 and 11/26 in the week of 11/20.
  const dates = [WEDNESDAY, FRIDAY, '2026-11-26', '2026-12-01']
  const settlements = await settleAll(carrier, dates)
  expect(settlements.map(({ insurance }) => insurance)).toEqual([
    '350.00',
    '350.00',
    '0.00',
    '350.00',
  ])
  expect(settlements.map(({ other }) => other)).toEqual(['80.00', '0.00', '0.00', '80.00'])
})

test('C15 A deduction of every two weeks counts the weeks from its start date', async () => {
  const carrier = await createTestCarrier(app)
  const schedule = { frequency: 'weeks', everyWeeks: 2, firstDay: '2026-11-04' }
  const rule = await carrier.createRule({ ...INSURANCE, ...schedule })
  expect(rule).toMatchObject({ ...schedule, firstDay: '2026-11-04' })
  // 11/4 to 11/17, then 11/18 to 12/1.
  const dates = ['2026-10-30', '2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27', '2026-12-04']
  const settlements = await settleAll(carrier, dates)
  expect(settlements.map(({ insurance }) => insurance)).toEqual([
    '0.00',
    '350.00',
    '0.00',
    '350.00',
    '0.00',
    '350.00',
  ])
})

test('C15 Deleting or voiding frees the deduction for the next draft of the period', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ ...INSURANCE, frequency: 'week' })
  const [wednesday, thursday, friday] = await settleAll(carrier, [WEDNESDAY, '2026-11-19', FRIDAY])
  await carrier.client.delete(`/api/billing/${wednesday?.id}`)
  expect((await carrier.readSettlement(thursday?.id ?? 0)).insurance).toBe('350.00')
  expect((await carrier.approve(thursday?.id ?? 0)).status).toBe(200)
  expect((await carrier.readSettlement(friday?.id ?? 0)).insurance).toBe('0.00')
  expect((await carrier.voidStatement(thursday?.id ?? 0)).status).toBe(200)
  expect((await carrier.readSettlement(friday?.id ?? 0)).insurance).toBe('350.00')
  expect((await carrier.settle('2026-11-19')).insurance).toBe('0.00')
})

test('C15 The database rejects a deduction twice in a period, and parallel requests take it once', async () => {
  const carrier = await createTestCarrier(app)
  const rule = await carrier.createRule({ ...INSURANCE, frequency: 'week' })
  await carrier.createLoad(WEDNESDAY)
  await carrier.createLoad(FRIDAY)
  const made = await Promise.all([carrier.settle(WEDNESDAY), carrier.settle(FRIDAY)])
  expect(made.map(({ insurance }) => insurance).toSorted()).toEqual(['0.00', '350.00'])
  const without = made.find(({ insurance }) => insurance === '0.00')
  const duplicate =
    sql`insert into expenses (user_id, billing_id, truck_id, kind, rule_id, rule_key, category, amount, date,
      rule_scope, rule_period)
    select user_id, ${without?.id}, truck_id, kind, rule_id, 'other', category, amount, date, rule_scope, rule_period
    from expenses where rule_id = ${rule.id}`.execute(database)
  await expect(duplicate).rejects.toThrow('expenses_rule_period_key')
})

test('C15 A weekly deduction of one payee is taken once on all of the payee’s trucks', async () => {
  const carrier = await createCarrierWithOwners(app)
  const second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
  const others = await carrier.createTruck()
  await carrier.sellTo(carrier.bob, others)
  const rule = await carrier.createRule({ ...INSURANCE, frequency: 'week', ownerId: carrier.ann })
  expect(rule).toMatchObject({ ownerId: carrier.ann, truckId: null, labels: { ownerId: 'Ann' } })
  const trucks = [carrier.truckId, second, others]
  for (const truckId of trucks) await carrier.createLoad(FRIDAY, '2000', { truckId })
  const made = await Promise.all(trucks.map((truckId) => carrier.settle(FRIDAY, { truckId })))
  const [first, other, bobs] = made.map(({ insurance }) => insurance)
  expect([[first, other].toSorted(), bobs]).toEqual([['0.00', '350.00'], '0.00'])
  const taker = made.find(({ insurance }) => insurance === '350.00')
  const free = made.find(({ truckId }) => truckId !== others && truckId !== taker?.truckId)
  await carrier.client.delete(`/api/billing/${taker?.id}`)
  expect((await carrier.readSettlement(free?.id ?? 0)).insurance).toBe('350.00')
  // Ann's deduction leaves the draft with Ann.
  const paid = await carrier.client.put<Settlement>(`/api/billing/${free?.id}`, {
    ownerId: carrier.bob,
  })
  expect(paid.body.insurance).toBe('0.00')
})

test('C15 C8 The run proposes a deduction of one payee on the first truck in its order', async () => {
  const carrier = await createCarrierWithOwners(app)
  const second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
  await carrier.createRule({ ...INSURANCE, frequency: 'week', ownerId: carrier.ann })
  for (const truckId of [carrier.truckId, second])
    await carrier.createLoad(FRIDAY, '2000', { truckId })
  const { rows } = await readRun(carrier, FRIDAY)
  expect(rows.map(({ deductions }) => deductions)).toEqual(['350.00', '0.00'])
  const made: Settlement[] = []
  for (const { truckId } of rows) made.push(await carrier.settle(FRIDAY, { truckId }))
  expect(made.map(({ insurance }) => insurance)).toEqual(['350.00', '0.00'])
})

test('C15 A loan of one payee has one balance on all trucks', async () => {
  const carrier = await createCarrierWithOwners(app)
  const second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
  const loan = {
    description: 'Loan',
    balance: 'loan',
    value: '100',
    total: '250',
    ownerId: carrier.ann,
  }
  await carrier.createRule(loan)
  const made: Settlement[] = []
  for (const date of [WEDNESDAY, FRIDAY])
    for (const truckId of [carrier.truckId, second]) {
      await carrier.createLoad(date, '2000', { truckId })
      made.push(await carrier.settle(date, { truckId }))
    }
  expect(made.map(({ other }) => other)).toEqual(['100.00', '100.00', '50.00', '0.00'])
})

test('C15 A deduction of one payee stays with the payee, in the database too', async () => {
  const carrier = await createCarrierWithOwners(app)
  const rule = await carrier.createRule({ ...INSURANCE, ownerId: carrier.ann })
  await carrier.createLoad(FRIDAY)
  const { id } = await carrier.settle(FRIDAY)
  const moved = sql`update billing set owner_id = ${carrier.bob} where id = ${id}`.execute(database)
  await expect(moved).rejects.toMatchObject({ constraint: 'expenses_rule_payee' })
  const other = await carrier.client.put(`/api/deduction-rules/${rule.id}`, {
    ...rule,
    ownerId: carrier.bob,
  })
  expect([other.status, other.body.fields]).toEqual([
    400,
    { ownerId: ['Already used: end it and create a new one'] },
  ])
})
