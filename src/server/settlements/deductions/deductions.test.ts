import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Run } from '#core/settlements/run/run.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let truckId: number
let n = 0

beforeEach(async () => {
  me = await signUp(app)
  const { id: driverId } = (await me.post('/api/drivers', makeSample('drivers'))).body
  truckId = (await me.post('/api/trucks', { ...makeSample('trucks', ++n), driverId })).body.id
})

async function addLoad(settlementDate: string, revenue = '1000', miles = '500') {
  const sent = { ...makeSample('loads', ++n), truckId, settlementDate, revenue, miles }
  return (await me.post('/api/loads', sent)).body
}

async function addRule(values: object) {
  const least = { category: 'other', description: 'Fee', basis: 'fixed', value: '100' }
  return (await me.post('/api/deduction-rules', { ...least, ...values })).body
}

async function createSettlement(settlementDate: string, values: object = {}) {
  return (await me.post<Settlement>('/api/billing', { truckId, settlementDate, ...values })).body
}

async function readLines({ id }: { id: number }) {
  return (await me.get<Line[]>(`/api/billing/${id}/expenses`)).body
}

test('C2 A new settlement has a line of each rule that matches its truck and date', async () => {
  await addLoad('2026-11-20')
  await addLoad('2026-11-20', '250.50', '100.5')
  const other = (await me.post('/api/trucks', makeSample('trucks', ++n))).body.id
  await addRule({ description: 'Carrier fee', basis: 'percent', value: '12' })
  await addRule({
    description: 'Trailer',
    basis: 'per-mile',
    value: '0.1',
    truckId,
    category: 'trailerRental',
  })
  await addRule({ description: 'Not mine', truckId: other })
  await addRule({ description: 'Over', lastDay: '2026-11-19' })
  await addRule({ description: 'Not yet', firstDay: '2026-11-21' })
  const settlement = await createSettlement('2026-11-20')
  expect(settlement).toMatchObject({
    trailerRental: '60.05',
    other: '150.06',
    netPayment: '1040.39',
  })
  const formulas = (await readLines(settlement)).map(({ description, formula }) => [
    description,
    formula,
  ])
  expect(formulas).toEqual([
    ['Trailer', '600.5 mi × $0.10'],
    ['Carrier fee', '12% × $1,250.50'],
  ])
})

test('C2 B30 The preview proposes what saving adds; a typed amount adds a manual entry', async () => {
  await me.post('/api/settings', { companyName: 'Blue', fuelDeductionValue: '15' })
  await addRule({ description: 'Wash', value: '20' })
  await addLoad('2026-11-20')
  const query = `truckId=${truckId}&settlementDate=2026-11-20&today=2026-11-20`
  const preview = (await me.get<SettlementPreview>(`/api/settlements/preview?${query}`)).body
  expect(preview.proposed?.map(({ amount }) => amount)).toEqual(['150.00', '350.00', '20.00'])
  const typed = { fuel: '150.00', insurance: '300.00', other: '20.00', startFromDefaults: true }
  const settlement = await createSettlement('2026-11-20', typed)
  expect(settlement).toMatchObject({ fuel: '150.00', insurance: '300.00', other: '20.00' })
  expect((await readLines(settlement)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['rule', '150.00'],
    ['rule', '350.00'],
    ['plain', '-50.00'],
    ['rule', '20.00'],
  ])
})

test('C2 A rule adds one line, even if it is applied often and in parallel', async () => {
  await addLoad('2026-11-20')
  await me.post('/api/settings', { companyName: 'Blue', fuelDeductionValue: '15' })
  const settlement = await createSettlement('2026-11-20')
  await addRule({})
  const path = `/api/billing/${settlement.id}/apply-rules`
  const responses = await Promise.all(Array.from({ length: 6 }, () => me.post(path)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await readLines(settlement)).map(({ amount }) => amount)).toEqual([
    '150.00',
    '350.00',
    '100.00',
  ])
  const duplicate =
    sql`insert into expenses (user_id, billing_id, truck_id, kind, rule_key, category, description, amount, date)
    select user_id, billing_id, truck_id, kind, rule_key, category, description, amount, date
    from expenses where billing_id = ${settlement.id}`.execute(database)
  await expect(duplicate).rejects.toThrow('expenses_rule_key')
})

test('C2 A total is reached to the cent and never exceeded, even by parallel requests', async () => {
  const advance = await addRule({ balance: 'advance', total: '250', truckId })
  const dates = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27']
  for (const date of dates) await addLoad(date)
  const settlements = await Promise.all(dates.map((date) => createSettlement(date)))
  const amounts = settlements.map(({ other }) => other).toSorted()
  expect(amounts).toEqual(['0.00', '100.00', '100.00', '50.00'])
  const lines = (await Promise.all(settlements.map(readLines))).flat()
  expect(lines.at(-1)?.formula).toMatch(/, \$250\.00 of \$250\.00$/)
  const line = lines.find(({ amount }) => amount === '50.00')
  const more = await me.put(`/api/billing/${line?.billingId}/expenses/${line?.id}`, {
    amount: '51',
  })
  expect([more.status, more.body.fields]).toEqual([
    400,
    { amount: ["The total can't be exceeded, and refunds can't be more than was deducted"] },
  ])
  const rulePath = `/api/deduction-rules/${advance.id}`
  const less = await me.put(rulePath, { ...advance, total: '249.99' })
  expect([less.status, less.body.fields]).toEqual([400, { total: ['Already deducted $250.00'] }])
  expect((await me.delete(rulePath)).status).toBe(409)
  await me.delete(`/api/billing/${settlements[0]?.id}`)
  expect((await createSettlement(dates[0] ?? '')).other).toBe(settlements[0]?.other)
})

test('C2 B28 Recalculating applies the rules again and keeps edited lines', async () => {
  const first = await addLoad('2026-11-20')
  await addRule({ basis: 'percent', value: '10', description: 'Share' })
  const fee = await addRule({ basis: 'percent', value: '5', category: 'factoring' })
  const settlement = await createSettlement('2026-11-20')
  const [share] = (await readLines(settlement)).filter(({ category }) => category === 'other')
  await me.put(`/api/billing/${settlement.id}/expenses/${share?.id}`, { amount: '90' })
  await me.put(`/api/loads/${first.id}`, { ...first, revenue: '2000' })
  const again = await me.put<Settlement>(`/api/billing/${settlement.id}`, { recalculate: true })
  expect(again.body).toMatchObject({ factoring: '100.00', other: '90.00', totalRevenue: '2000.00' })
  expect((await readLines(settlement))[1]?.formula).toBe('10% × $1,000.00, edited')
  await me.put(`/api/deduction-rules/${fee.id}`, { ...fee, lastDay: '2026-11-19' })
  const ended = await me.put<Settlement>(`/api/billing/${settlement.id}`, { recalculate: true })
  expect(ended.body).toMatchObject({ factoring: '0.00', other: '90.00' })
})

test('C2 B28 B30 The settings’ percentages apply to a load that gets its revenue later', async () => {
  const percent = { insuranceDeductionType: 'percentage', insuranceDeductionValue: '35' }
  await me.post('/api/settings', { companyName: 'Blue', ...percent })
  const first = await addLoad('2026-11-20', '0')
  const { id } = await createSettlement('2026-11-20', { startFromDefaults: true })
  await me.put(`/api/billing/${id}`, { recalculate: true })
  await me.put(`/api/loads/${first.id}`, { ...first, revenue: '1000' })
  const again = await me.put<Settlement>(`/api/billing/${id}`, { recalculate: true })
  expect(again.body).toMatchObject({ fuel: '150.00', insurance: '350.00' })
})

test('C2 C3 Approval requires per-mile and per-load lines to match the current loads', async () => {
  const first = await addLoad('2026-11-20')
  await addRule({ basis: 'per-mile', value: '0.60' })
  await addRule({ basis: 'per-load', value: '25', category: 'permits' })
  const { id } = await createSettlement('2026-11-20')
  await me.put(`/api/loads/${first.id}`, { ...first, miles: '600' })
  const rejected = await me.post(`/api/billing/${id}/approve`)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'Miles or loads changed. Recalculate before approving.',
    },
  ])
  await me.put(`/api/billing/${id}`, { recalculate: true })
  await addLoad('2026-11-20', '0', '0')
  expect((await me.post(`/api/billing/${id}/approve`)).status).toBe(409)
  await me.put(`/api/billing/${id}`, { recalculate: true })
  const approved = await me.post(`/api/billing/${id}/approve`)
  expect(approved.body).toMatchObject({ other: '360.00', permits: '50.00', status: 'approved' })
})

test('C2 C3 Approval requires a deduction for miles that were entered later', async () => {
  const first = await addLoad('2026-11-20', '1000', '0')
  await addRule({ basis: 'per-mile', value: '0.60' })
  const { id } = await createSettlement('2026-11-20')
  await me.put(`/api/loads/${first.id}`, { ...first, miles: '500' })
  expect((await me.post(`/api/billing/${id}/approve`)).status).toBe(409)
  await me.put(`/api/billing/${id}`, { recalculate: true })
  expect((await me.post(`/api/billing/${id}/approve`)).body).toMatchObject({ other: '300.00' })
})

test.each([
  // The new figures are figures that another basis had before.
  { kind: 'deduction', basis: 'per-mile', changes: { miles: '700' }, amount: '350.00' },
  { kind: 'deduction', basis: 'per-mile', changes: { miles: '2' }, amount: '1.00' },
  { kind: 'deduction', basis: 'per-empty-mile', changes: { emptyMiles: '0' }, amount: '0.00' },
  { kind: 'extra-pay', basis: 'per-mile', changes: { miles: '700' }, amount: '-350.00' },
])(
  'C3 C310 The $kind $basis is compared with the figure of this basis: $changes',
  async ({ kind, basis, changes, amount }) => {
    const addRoundTrip = async (miles: string) => {
      const values = { truckId, settlementDate: '2026-11-20', miles, emptyMiles: miles }
      return (await me.post('/api/loads', { ...makeSample('loads', ++n), ...values })).body
    }
    const first = await addRoundTrip('350')
    await addRoundTrip('0')
    const extraPay = kind === 'extra-pay' ? { extraPay: 'bonus' } : {}
    await addRule({ kind, basis, value: '0.50', ...extraPay })
    const { id } = await createSettlement('2026-11-20')
    await me.put(`/api/loads/${first.id}`, { ...first, ...changes })
    const run = await me.get<Run>('/api/settlements/run?today=2026-11-25&week=2026-11-20')
    expect(run.body.rows).toMatchObject([{ stale: true }])
    expect((await me.post(`/api/billing/${id}/approve`)).body).toMatchObject({
      message: 'Miles or loads changed. Recalculate before approving.',
    })
    await me.put(`/api/billing/${id}`, { recalculate: true })
    expect((await me.post(`/api/billing/${id}/approve`)).status).toBe(200)
    expect(await readLines({ id })).toMatchObject([{ amount }])
  },
)

test('C3 C310 A line that stopped at its total is compared with the current miles too', async () => {
  const first = await addLoad('2026-11-20', '1000', '500')
  await addRule({ basis: 'per-mile', value: '0.50', balance: 'loan', total: '100' })
  const { id } = await createSettlement('2026-11-20')
  await me.put(`/api/loads/${first.id}`, { ...first, miles: '100' })
  expect((await me.post(`/api/billing/${id}/approve`)).status).toBe(409)
  await me.put(`/api/billing/${id}`, { recalculate: true })
  expect((await me.post(`/api/billing/${id}/approve`)).body).toMatchObject({ other: '50.00' })
})

test('C2 A deleted line of a rule stays skipped until it gets an amount', async () => {
  await addLoad('2026-11-20')
  await addRule({})
  const settlement = await createSettlement('2026-11-20')
  const [line] = await readLines(settlement)
  await me.delete(`/api/billing/${settlement.id}/expenses/${line?.id}`)
  const after = await me.post<Settlement>(`/api/billing/${settlement.id}/apply-rules`)
  expect(after.body.other).toBe('0.00')
  const skipped = { amount: '0.00', skipped: true, formula: 'skipped' }
  expect(await readLines(settlement)).toMatchObject([skipped])
  await me.put(`/api/billing/${settlement.id}/expenses/${line?.id}`, { amount: '30' })
  const edited = { amount: '30.00', skipped: false, formula: 'flat $100.00, edited' }
  expect(await readLines(settlement)).toMatchObject([edited])
})

test('C2 B22 B23 Rules belong to their account, have versions and are created once', async () => {
  const key = { 'idempotency-key': 'rule' }
  const sent = { category: 'other', description: 'Fee', basis: 'fixed', value: '5', truckId }
  const [one, two] = await Promise.all([
    me.post('/api/deduction-rules', sent, key),
    me.post('/api/deduction-rules', sent, key),
  ])
  expect(one?.body.id).toBe(two?.body.id)
  const path = `/api/deduction-rules/${one?.body.id}`
  expect((await me.put(path, { ...sent, value: '6' }, { 'if-match': '"1"' })).body).toMatchObject({
    value: '6.00',
    labels: { truckId: `T-${n}` },
  })
  expect((await me.put(path, { ...sent, value: '7' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await me.get<unknown[]>(`/api/deduction-rules?truckId=${truckId}`)).body).toHaveLength(1)
  expect((await me.get<unknown[]>('/api/deduction-rules?truckId=none')).body).toHaveLength(0)
  const other = await signUp(app)
  expect((await other.post('/api/deduction-rules', sent)).status).toBe(400)
  for (const response of [
    await other.get(path),
    await other.put(path, sent),
    await other.delete(path),
  ])
    expect(response.status).toBe(404)
  expect((await me.delete(path)).status).toBe(204)
})

test('C2 A default deduction that is renamed after its line was edited is not added again', async () => {
  const eld = { name: 'ELD', type: 'fixed', value: '38.50' }
  const wash = { name: 'Wash', type: 'fixed', value: '20' }
  const settings = (
    await me.post('/api/settings', { companyName: 'Blue', customDeductions: [eld, wash] })
  ).body
  await addLoad('2026-11-20')
  const settlement = await createSettlement('2026-11-20', { startFromDefaults: true })
  const line = (await readLines(settlement)).find(({ description }) => description === 'ELD')
  await me.put(`/api/billing/${settlement.id}/expenses/${line?.id}`, { amount: '30' })
  const renamed = { ...eld, name: 'ELD and camera' }
  const path = `/api/settings/${settings.id}`
  expect((await me.put(path, { customDeductions: [renamed, wash] })).status).toBe(200)
  await me.post(`/api/billing/${settlement.id}/apply-rules`)
  const named = (await readLines(settlement)).map(({ description, amount }) => [
    description,
    amount,
  ])
  expect(named.slice(-2)).toEqual([
    ['ELD and camera', '30.00'],
    ['Wash', '20.00'],
  ])
  await me.put(path, { customDeductions: [wash] })
  await me.put(`/api/billing/${settlement.id}`, { recalculate: true })
  expect((await readLines(settlement)).map(({ description }) => description)).toContain('Wash')
})
