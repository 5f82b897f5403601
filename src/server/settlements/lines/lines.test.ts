import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const me = await signUp(app)
let billing: Settlement
let lines: string
let n = 0

beforeEach(async () => {
  const truckId = (await me.post('/api/trucks', makeSample('trucks', ++n))).body.id
  await me.post('/api/loads', { ...makeSample('loads', n), truckId, revenue: '1000' })
  const sent = { truckId, settlementDate: '2026-11-20', fuel: '100.10', other: '5' }
  billing = (await me.post<Settlement>('/api/billing', sent)).body
  lines = `/api/billing/${billing.id}/expenses`
})

async function read(): Promise<Settlement> {
  return (await me.get<Settlement>(`/api/billing/${billing.id}`)).body
}

test('C1 A line changes its category, the totals and the net', async () => {
  const { status, body } = await me.post<Line>(lines, {
    category: 'fuel',
    description: 'Loves #331',
    reference: 'T-991',
    quantity: '120.5',
    rate: '3.89',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ amount: '468.75', date: '2026-11-20', kind: 'entered', version: 1 })
  expect((await me.get<Line[]>(lines)).body).toHaveLength(3)
  expect(await read()).toMatchObject({
    fuel: '568.85',
    totalExpenses: '573.85',
    netPayment: '426.15',
    version: 2,
  })
})

test('C1 B13 A quantity × rate that is too large is rejected at the amount', async () => {
  for (const quantity of ['99999999.99', '-99999999.99', '1000000.01']) {
    const sent = {
      category: 'fuel',
      quantity,
      rate: quantity === '1000000.01' ? '100' : '99999999.99',
    }
    const { status, body } = await me.post(lines, sent)
    expect([status, body.fields]).toEqual([
      400,
      { amount: ["Quantity × rate can't be more than $99,999,999.99"] },
    ])
  }
})

test('C1 A changed or deleted line changes the amounts of both its categories', async () => {
  const { id } = (await me.post(lines, { category: 'fuel', amount: '10', date: '2026-11-17' })).body
  const moved = await me.put<Line>(`${lines}/${id}`, { category: 'tolls', amount: '12.34' })
  expect(moved.body).toMatchObject({ category: 'tolls', amount: '12.34', date: '2026-11-17' })
  expect(await read()).toMatchObject({ fuel: '100.10', tolls: '12.34' })
  const counted = await me.put<Line>(`${lines}/${id}`, { quantity: '3', rate: '4.05' })
  expect(counted.body.amount).toBe('12.15')
  expect((await me.delete(`${lines}/${id}`)).status).toBe(204)
  expect((await me.delete(`${lines}/${id}`)).status).toBe(404)
  expect(await read()).toMatchObject({ fuel: '100.10', tolls: '0.00', totalExpenses: '105.10' })
})

test('C1 Typing a category’s amount changes its manual entry only', async () => {
  await me.post(lines, { category: 'fuel', amount: '40' })
  const saved = (await me.put<Settlement>(`/api/billing/${billing.id}`, { fuel: '100' })).body
  expect(saved).toMatchObject({ fuel: '100.00', version: 3 })
  const fuel = (await me.get<Line[]>(lines)).body.filter(({ category }) => category === 'fuel')
  expect(fuel.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['entered', '40.00'],
    ['plain', '60.00'],
  ])
  await me.put(`/api/billing/${billing.id}`, { fuel: '40' })
  expect((await me.get<Line[]>(lines)).body.map(({ kind }) => kind)).toEqual(['entered', 'plain'])
  const again = await me.put<Settlement>(`/api/billing/${billing.id}`, await read())
  expect(again.body).toMatchObject({ fuel: '40.00', other: '5.00' })
})

test.each([
  [{ category: 'other', amount: '5' }, 'description'],
  [{ category: 'fuel' }, 'amount'],
  [{ category: 'fuel', quantity: '3', rate: '2', amount: '7' }, 'amount'],
  [{ category: 'fuel', amount: '5', loadId: 999_999 }, 'loadId'],
])('C1 A line with %j is rejected at %s', async (sent, field) => {
  const { status, body } = await me.post(lines, sent)
  expect([status, Object.keys(body.fields as object)]).toEqual([400, [field]])
})

test('C1 A category whose lines exceed its column is rejected, and nothing is written', async () => {
  await sql`insert into expenses (user_id, billing_id, truck_id, category, amount, date)
    select user_id, id, truck_id, 'tires', 99999999.99, settlement_date
    from billing, generate_series(1, 100) where id = ${billing.id}`.execute(database)
  const { status, body } = await me.post(lines, { category: 'tires', amount: '99999999.99' })
  expect([status, body.message]).toEqual([400, 'The total is too large'])
  expect((await read()).tires).toBe('9999999999.00')
})

test('C1 C541 The database keeps each category, the total and the net at the sums of lines', async () => {
  const before = await read()
  await sql`update billing set fuel = 1, tolls = 77, total_expenses = 5, net_payment = 8 where id = ${billing.id}`.execute(
    database,
  )
  const { fuel, tolls, totalExpenses, netPayment } = await read()
  expect([fuel, tolls]).toEqual(['100.10', '0.00'])
  expect([totalExpenses, netPayment]).toEqual([before.totalExpenses, before.netPayment])
  await sql`update expenses set amount = 30 where billing_id = ${billing.id} and category = 'fuel'`.execute(
    database,
  )
  expect(await read()).toMatchObject({ fuel: '30.00', totalExpenses: '35.00' })
})

test('C1 Lines are found only in their account and under their settlement', async () => {
  const { id } = (await me.post(lines, { category: 'fuel', amount: '1' })).body
  const other = await signUp(app)
  for (const response of [
    await other.get(lines),
    await other.post(lines, { category: 'fuel', amount: '1' }),
    await other.put(`${lines}/${id}`, { amount: '2' }),
    await other.delete(`${lines}/${id}`),
    await me.put(`/api/billing/${billing.id + 1000}/expenses/${id}`, { amount: '2' }),
    await me.put(`${lines}/abc`, { amount: '2' }),
  ])
    expect(response.status).toBe(404)
})

test('C1 B23 Parallel requests all count, and a repeated request counts once', async () => {
  const one = { category: 'parking', amount: '1.01' }
  await Promise.all(Array.from({ length: 12 }, () => me.post(lines, one)))
  const key = { 'idempotency-key': `line-${billing.id}` }
  await Promise.all([me.post(lines, one, key), me.post(lines, one, key)])
  expect((await read()).parking).toBe('13.13')
})

test('C1 A manual entry cannot move to a category that has one', async () => {
  await me.put(`/api/billing/${billing.id}`, { tolls: '7' })
  const entry = (await me.get<Line[]>(lines)).body.find(({ category }) => category === 'fuel')
  const rejected = await me.put(`${lines}/${entry?.id}`, { category: 'tolls' })
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    { category: ['Tolls already has a manual amount; edit that one'] },
  ])
  expect((await me.put(`${lines}/${entry?.id}`, { category: 'permits' })).status).toBe(200)
})
