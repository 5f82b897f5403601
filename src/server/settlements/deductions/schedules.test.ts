/** A recurring deduction that is taken once per week, month or every few weeks (SPEC C15). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { owning } from '#server/testing/owning.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [WEDNESDAY, FRIDAY, NEXT_FRIDAY] = ['2026-11-18', '2026-11-20', '2026-11-27'] as const
const INSURANCE = { category: 'insurance', description: 'Insurance', value: '350' }

async function readRun({ me }: Settling, week: string) {
  return (await me.get<Run>(`/api/settlements/run?week=${week}&today=${week}`)).body
}

async function settleAll(at: Settling, dates: readonly string[]) {
  const settlements: Settlement[] = []
  for (const date of dates) {
    await at.load(date, '2000')
    settlements.push(await at.settle(date))
  }
  return settlements
}

test('C15 A weekly insurance is taken once in a week with two settlements', async () => {
  const at = await settling(app)
  await at.rule({ ...INSURANCE, frequency: 'week' })
  const [wednesday, friday, next] = await settleAll(at, [WEDNESDAY, FRIDAY, NEXT_FRIDAY])
  expect([wednesday?.insurance, friday?.insurance, next?.insurance]).toEqual([
    '350.00',
    '0.00',
    '350.00',
  ])
  const again = await at.me.put<Settlement>(`/api/billing/${friday?.id}`, { recalculate: true })
  expect(again.body.insurance).toBe('0.00')
  expect((await at.lines(wednesday?.id ?? 0))[0]).toMatchObject({
    formula: 'flat $350.00',
    ruleScope: `truck:${at.truckId}`,
    rulePeriod: 'week 2026-11-15',
  })
})

test('C15 C8 The run shows a flat deduction on two settlements of one week', async () => {
  const at = await settling(app)
  const rule = await at.rule(INSURANCE)
  await at.load(WEDNESDAY, '2000', { bolStatus: 'received' })
  await at.load(FRIDAY, '2000', { bolStatus: 'received' })
  const text = 'Insurance is also on the 11/18/2026 settlement of this week'
  const exceptions = async () =>
    (await readRun(at, FRIDAY)).rows.map((row) => row.exceptions.map(({ text }) => text))
  expect(await exceptions()).toEqual([['No owner assigned'], ['No owner assigned', text]])
  const wednesday = await at.settle(WEDNESDAY)
  const friday = await at.settle(FRIDAY)
  expect(friday.insurance).toBe('350.00')
  expect(await exceptions()).toEqual([['No owner assigned'], ['No owner assigned', text]])
  // The deduction becomes weekly: recalculating keeps it on the earlier settlement only.
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, frequency: 'week' })
  const recalculate = { recalculate: true }
  const later = await at.me.put<Settlement>(`/api/billing/${friday.id}`, recalculate)
  const first = await at.me.put<Settlement>(`/api/billing/${wednesday.id}`, recalculate)
  expect([first.body.insurance, later.body.insurance]).toEqual(['350.00', '0.00'])
  expect(await exceptions()).toEqual([['No owner assigned'], ['No owner assigned']])
})

test('C15 The work week of the settings counts, and a calendar month', async () => {
  const at = await settling(app)
  await at.me.post('/api/settings', { companyName: 'Blue', workWeekStartDay: 5 })
  await at.rule({ ...INSURANCE, frequency: 'week' })
  await at.rule({ description: 'Parking lot', value: '80', frequency: 'month' })
  // Weeks begin on Friday: 11/18 is in the week of 11/13, 11/20 and 11/26 in the week of 11/20.
  const dates = [WEDNESDAY, FRIDAY, '2026-11-26', '2026-12-01']
  const settlements = await settleAll(at, dates)
  expect(settlements.map(({ insurance }) => insurance)).toEqual([
    '350.00',
    '350.00',
    '0.00',
    '350.00',
  ])
  expect(settlements.map(({ other }) => other)).toEqual(['80.00', '0.00', '0.00', '80.00'])
})

test('C15 A deduction of every two weeks counts the weeks from its start date', async () => {
  const at = await settling(app)
  const schedule = { frequency: 'weeks', everyWeeks: 2, firstDay: '2026-11-04' }
  const rule = await at.rule({ ...INSURANCE, ...schedule })
  expect(rule).toMatchObject({ ...schedule, firstDay: '2026-11-04' })
  // 11/4 to 11/17, then 11/18 to 12/1.
  const dates = ['2026-10-30', '2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27', '2026-12-04']
  const settlements = await settleAll(at, dates)
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
  const at = await settling(app)
  await at.rule({ ...INSURANCE, frequency: 'week' })
  const [wednesday, thursday, friday] = await settleAll(at, [WEDNESDAY, '2026-11-19', FRIDAY])
  await at.me.delete(`/api/billing/${wednesday?.id}`)
  expect((await at.read(thursday?.id ?? 0)).insurance).toBe('350.00')
  expect((await at.approve(thursday?.id ?? 0)).status).toBe(200)
  expect((await at.read(friday?.id ?? 0)).insurance).toBe('0.00')
  expect((await at.voidIt(thursday?.id ?? 0)).status).toBe(200)
  expect((await at.read(friday?.id ?? 0)).insurance).toBe('350.00')
  expect((await at.settle('2026-11-19')).insurance).toBe('0.00')
})

test('C15 The database rejects a deduction twice in a period, and parallel requests take it once', async () => {
  const at = await settling(app)
  const rule = await at.rule({ ...INSURANCE, frequency: 'week' })
  await at.load(WEDNESDAY)
  await at.load(FRIDAY)
  const made = await Promise.all([at.settle(WEDNESDAY), at.settle(FRIDAY)])
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
  const at = await owning(app)
  const second = await at.truck()
  await at.sellTo(at.ann, second)
  const others = await at.truck()
  await at.sellTo(at.bob, others)
  const rule = await at.rule({ ...INSURANCE, frequency: 'week', ownerId: at.ann })
  expect(rule).toMatchObject({ ownerId: at.ann, truckId: null, labels: { ownerId: 'Ann' } })
  const trucks = [at.truckId, second, others]
  for (const truckId of trucks) await at.load(FRIDAY, '2000', { truckId })
  const made = await Promise.all(trucks.map((truckId) => at.settle(FRIDAY, { truckId })))
  const [first, other, bobs] = made.map(({ insurance }) => insurance)
  expect([[first, other].toSorted(), bobs]).toEqual([['0.00', '350.00'], '0.00'])
  const taker = made.find(({ insurance }) => insurance === '350.00')
  const free = made.find(({ truckId }) => truckId !== others && truckId !== taker?.truckId)
  await at.me.delete(`/api/billing/${taker?.id}`)
  expect((await at.read(free?.id ?? 0)).insurance).toBe('350.00')
  // Ann's deduction leaves the draft with Ann.
  const paid = await at.me.put<Settlement>(`/api/billing/${free?.id}`, { ownerId: at.bob })
  expect(paid.body.insurance).toBe('0.00')
})

test('C15 C8 The run proposes a deduction of one payee on the first truck in its order', async () => {
  const at = await owning(app)
  const second = await at.truck()
  await at.sellTo(at.ann, second)
  await at.rule({ ...INSURANCE, frequency: 'week', ownerId: at.ann })
  for (const truckId of [at.truckId, second]) await at.load(FRIDAY, '2000', { truckId })
  const { rows } = await readRun(at, FRIDAY)
  expect(rows.map(({ deductions }) => deductions)).toEqual(['350.00', '0.00'])
  const made: Settlement[] = []
  for (const { truckId } of rows) made.push(await at.settle(FRIDAY, { truckId }))
  expect(made.map(({ insurance }) => insurance)).toEqual(['350.00', '0.00'])
})

test('C15 A loan of one payee has one balance on all trucks', async () => {
  const at = await owning(app)
  const second = await at.truck()
  await at.sellTo(at.ann, second)
  const loan = { description: 'Loan', balance: 'loan', value: '100', total: '250', ownerId: at.ann }
  await at.rule(loan)
  const made: Settlement[] = []
  for (const date of [WEDNESDAY, FRIDAY])
    for (const truckId of [at.truckId, second]) {
      await at.load(date, '2000', { truckId })
      made.push(await at.settle(date, { truckId }))
    }
  expect(made.map(({ other }) => other)).toEqual(['100.00', '100.00', '50.00', '0.00'])
})

test('C15 A deduction of one payee stays with the payee, in the database too', async () => {
  const at = await owning(app)
  const rule = await at.rule({ ...INSURANCE, ownerId: at.ann })
  await at.load(FRIDAY)
  const { id } = await at.settle(FRIDAY)
  const moved = sql`update billing set owner_id = ${at.bob} where id = ${id}`.execute(database)
  await expect(moved).rejects.toMatchObject({ constraint: 'expenses_rule_payee' })
  const other = await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, ownerId: at.bob })
  expect([other.status, other.body.fields]).toEqual([
    400,
    { ownerId: ['Already used: end it and create a new one'] },
  ])
})
