/** Settling a void statement again: the undo of a void (SPEC C94). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { SettleAgainState, SettledAgain } from '#core/settlements/again/settle-again.ts'
import type { Line } from '#core/settlements/lines.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: CarrierWithOwners
let client: Client

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  client = carrier.client
})

const settleAgain = (id: number, key?: string) =>
  client.send<SettledAgain & Body>(
    ...(['POST', `/api/billing/${id}/settle-again`, undefined] as const),
    key ? { 'idempotency-key': key } : {},
  )

const readState = async (id: number) =>
  (await client.get<SettleAgainState>(`/api/billing/${id}/settle-again`)).body

const addLine = (id: number, line: object) => client.post<Line>(`/api/billing/${id}/expenses`, line)

const addRule = (description: string, values: object) =>
  carrier.createRule({ description, ...values })

/** Approves a settlement of 100.00 with 350.55 of fuel: 250.55 is carried forward. */
async function carryForward() {
  await carrier.createLoad(FIRST, '100')
  const { id } = await carrier.settle(FIRST, { fuel: '350.55' })
  await carrier.approve(id)
  return id
}

async function approveAndVoid(id: number) {
  expect((await carrier.approve(id)).status).toBe(200)
  expect((await carrier.voidStatement(id)).status).toBe(200)
}

/** What the truck's balances and each recurring deduction have, on settlements that are not void. */
async function readMoney() {
  const balances = (await client.get<Body[]>(`/api/trucks/${carrier.truckId}/balances`)).body
  const { rows } = await sql`select rule_id, carried_from, sum(amount) as amount, count(*) as lines
    from expenses where truck_id = ${carrier.truckId} and not voided and (rule_id is not null or kind = 'carry-in')
    group by 1, 2 order by 1, 2`.execute(database)
  return { balances: balances.map(({ description, closing }) => [description, closing]), rows }
}

function describeLines(lines: Line[]) {
  return lines
    .map(({ kind, category, description, reference, quantity, rate, amount, ...line }) => ({
      kind,
      category,
      description,
      reference,
      quantity,
      rate,
      amount,
      extraPay: line.extraPay,
      byHand: line.byHand,
      skipped: line.skipped,
      mark: line.subjectToPercent,
      carriedFrom: line.carriedFrom,
    }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
}

test('C94 A void statement is settled again with the same lines, and nothing is taken twice', async () => {
  await carryForward()
  await addRule('Fee', { basis: 'percent', value: '12' })
  await addRule('Miles', { category: 'insurance', basis: 'per-mile', value: '0.10' })
  await addRule('Cash advance', { balance: 'advance', value: '200', total: '500' })
  const escrow = await carrier.createRule({
    description: 'Escrow',
    balance: 'escrow',
    value: '60',
    total: '600',
  })
  const parking = await addRule('Parking', { category: 'permits', value: '350' })
  await carrier.createLoad(SECOND, '3000', { miles: '1000' })
  // 360.00 + 200.00 + 60.00 of recurring deductions, and 85.00
  const typed = { fuel: '400', other: '705', otherReason: 'Cargo claim 881', notes: 'Ask Ann' }
  const { id } = await carrier.settle(SECOND, typed)
  await addLine(id, { extraPay: 'detention', quantity: '3', rate: '50', subjectToPercent: true })
  await addLine(id, { category: 'tolls', description: 'Turnpike', quantity: '4', rate: '2.50' })
  const own = async (ruleId: unknown) =>
    (await carrier.readLines(id)).find((line) => line.ruleId === ruleId)?.id
  await client.put(`/api/billing/${id}/expenses/${await own(escrow.id)}`, {
    amount: '45',
    description: 'Escrow, less this week',
  })
  await client.delete(`/api/billing/${id}/expenses/${await own(parking.id)}`)
  // Fee 12% of 3,150.00 = 378.00, miles 100.00, advance 200.00, escrow 45.00, carry-forward 250.55, fuel 400.00,
  // other 85.00, tolls 10.00, detention -150.00: 1,318.55. 3,000.00 - 1,318.55 = 1,681.45
  const { body: approved } = await carrier.approve(id)
  expect(approved).toMatchObject({ number: 2, totalExpenses: '1318.55', netPayment: '1681.45' })
  const [money, lines] = [await readMoney(), describeLines(await carrier.readLines(id))]
  expect(money.balances).toEqual([
    ['Cash advance', '300.00'],
    ['Escrow', '45.00'],
  ])
  await carrier.voidStatement(id)
  expect(await readState(id)).toEqual({ settledAs: null, partners: [] })
  const { status, body } = await settleAgain(id)
  expect(status).toBe(201)
  expect(body).toMatchObject({ number: 2, isEqual: true, notes: [], partners: [] })
  expect(body).toMatchObject({
    settlement: { status: 'pending', number: null, netPayment: '1681.45', notes: 'Ask Ann' },
    comparison: { net: { current: '1681.45', previous: '1681.45', difference: '0.00' } },
  })
  const made = body.settlement
  expect(made).toMatchObject({
    truckId: carrier.truckId,
    settlementDate: SECOND,
    ownerId: carrier.ann,
  })
  expect(describeLines(await carrier.readLines(made.id))).toEqual(lines)
  expect(await readState(id)).toEqual({ settledAs: { id: made.id, number: null }, partners: [] })
  expect((await carrier.approve(made.id)).body).toMatchObject({ number: 3, netPayment: '1681.45' })
  expect(await readMoney()).toEqual(money)
  expect(await carrier.readSettlement(id)).toMatchObject({
    status: 'void',
    number: 2,
    netPayment: '1681.45',
  })
})

test('C94 A draft returns the carry-forward and monthly deduction that it got by the void', async () => {
  const first = await carryForward()
  await addRule('Insurance', { category: 'insurance', value: '350', frequency: 'month' })
  await carrier.createLoad(SECOND, '2000')
  const { id } = await carrier.settle(SECOND)
  await carrier.createLoad(THIRD, '2000')
  const later = await carrier.settle(THIRD)
  const amounts = async (billing: number) => {
    const { insurance, other, netPayment } = await carrier.readSettlement(billing)
    return [insurance, other, netPayment]
  }
  // 2,000.00 - 350.00 - 250.55 = 1,399.45
  expect(await amounts(id)).toEqual(['350.00', '250.55', '1399.45'])
  await approveAndVoid(id)
  expect(await amounts(later.id)).toEqual(['350.00', '250.55', '1399.45'])
  const { body } = await settleAgain(id)
  expect(body).toMatchObject({ isEqual: true, notes: [] })
  expect(await amounts(body.settlement.id)).toEqual(['350.00', '250.55', '1399.45'])
  expect(await amounts(later.id)).toEqual(['0.00', '0.00', '2000.00'])
  expect((await readMoney()).rows).toMatchObject([
    { carriedFrom: null, amount: '350.00', lines: 1 },
    { carriedFrom: first, amount: '250.55', lines: 1 },
  ])
  expect((await carrier.approve(body.settlement.id)).status).toBe(200)
  expect((await carrier.approve(later.id)).status).toBe(200)
})

test('C94 Lines on a later statement stay there, and the response names it', async () => {
  await carryForward()
  await addRule('Insurance', { category: 'insurance', value: '350', frequency: 'month' })
  await carrier.createLoad(SECOND, '2000')
  const { id } = await carrier.settle(SECOND)
  await carrier.createLoad(THIRD, '2000')
  const later = await carrier.settle(THIRD)
  await approveAndVoid(id)
  await carrier.approve(later.id)
  const { body } = await settleAgain(id)
  expect(body.isEqual).toBe(false)
  expect(body.notes).toEqual([
    '“Insurance” is on statement 3',
    '“Balance forward from statement 1 (11/6/2026)” is on statement 3',
  ])
  // 350.00 and 250.55 less are deducted.
  const net = { current: '2000.00', previous: '1399.45', difference: '600.55' }
  expect(body.comparison.net).toEqual(net)
  expect((await readMoney()).rows).toMatchObject([{ lines: 1 }, { lines: 1 }])
})

test('C94 An amount that a person changed on the later draft stays there', async () => {
  await addRule('Insurance', { category: 'insurance', value: '350', frequency: 'month' })
  await carrier.createLoad(SECOND, '2000')
  const { id } = await carrier.settle(SECOND)
  const later = await carrier.settle(THIRD)
  await approveAndVoid(id)
  await client.put(`/api/billing/${later.id}`, { insurance: '300' })
  const { body } = await settleAgain(id)
  expect(body.notes).toEqual(['“Insurance” is on the draft of 11/20/2026'])
  expect((await carrier.readSettlement(later.id)).insurance).toBe('300.00')
  expect(body.settlement.insurance).toBe('0.00')
})

test('C94 A negative net that was carried forward is compared as the draft has it', async () => {
  const id = await carryForward()
  await carrier.createLoad(SECOND, '1000')
  const next = await carrier.settle(SECOND)
  expect((await carrier.readSettlement(next.id)).netPayment).toBe('749.45')
  await carrier.voidStatement(id)
  expect((await carrier.readSettlement(next.id)).netPayment).toBe('1000.00')
  const { body } = await settleAgain(id)
  expect(body).toMatchObject({
    isEqual: true,
    comparison: { net: { current: '-250.55', previous: '-250.55' } },
  })
  await carrier.approve(body.settlement.id)
  expect((await carrier.readSettlement(next.id)).netPayment).toBe('749.45')
})

test('C94 Refunds and adjustments are taken again if they are still open', async () => {
  const escrow = await addRule('Escrow', { balance: 'escrow', total: '100' })
  const load = await carrier.createLoad(FIRST, '1000', { loadId: '1042' })
  const first = await carrier.settle(FIRST)
  await carrier.approve(first.id)
  await carrier.createLoad(SECOND, '2000')
  const { id } = await carrier.settle(SECOND)
  await client.post(`/api/billing/${id}/balances/${escrow.id}/refunds`, { amount: '100' })
  await client.put(`/api/loads/${load.id}`, { ...load, revenue: '900' })
  expect((await client.post(`/api/billing/${first.id}/correct`)).status).toBe(200)
  // 2,000.00 + 100.00 of escrow - 100.00 for load 1042
  expect((await carrier.readSettlement(id)).netPayment).toBe('2000.00')
  await carrier.approve(id)
  const money = await readMoney()
  await carrier.voidStatement(id)
  const { body } = await settleAgain(id)
  expect(body).toMatchObject({ isEqual: true, notes: [], settlement: { netPayment: '2000.00' } })
  const kinds = (await carrier.readLines(body.settlement.id)).map(({ kind, amount }) => [
    kind,
    amount,
  ])
  expect(kinds.toSorted()).toEqual([
    ['correction', '100.00'],
    ['refund', '-100.00'],
  ])
  expect((await carrier.approve(body.settlement.id)).status).toBe(200)
  expect(await readMoney()).toEqual(money)
})

test('C94 Each line, load and payee that is different now is named', async () => {
  const fee = await addRule('Fee', { basis: 'percent', value: '10' })
  const deleted = await carrier.createLoad(SECOND, '1000', { loadId: '21' })
  const moved = await carrier.createLoad(SECOND, '500', { loadId: '22' })
  const changed = await carrier.createLoad(SECOND, '700', { loadId: '23', miles: '100' })
  const { id } = await carrier.settle(SECOND, { fuel: '50' })
  await approveAndVoid(id)
  await client.delete(`/api/loads/${deleted.id}`)
  await client.put(`/api/loads/${moved.id}`, { ...moved, settlementDate: THIRD })
  await client.put(`/api/loads/${changed.id}`, { ...changed, revenue: '800', miles: '110' })
  await carrier.createLoad(SECOND, '300', { loadId: '24' })
  await client.put(`/api/deduction-rules/${fee.id}`, { ...fee, value: '20' })
  await carrier.sellTo(carrier.bob)
  const { body } = await settleAgain(id)
  expect(body.isEqual).toBe(false)
  expect(body.notes).toEqual([
    'It pays Ann, as statement 1 did. The truck has another payee now.',
    'Load 21 ($1,000.00) is missing: it was deleted',
    'Load 22 ($500.00) is missing: it has another truck or settlement date now',
    'Load 23: $800.00 now (was $700.00)',
    'Load 23: 110 miles now (were 100)',
    'Load 24 ($300.00) is new',
  ])
  // 10% of 2,200.00 = 220.00 then; 20% of 1,100.00 = 220.00 now. 2,200.00 - 270.00, 1,100.00 - 270.00
  expect(
    body.comparison.rows.map(({ label, current, previous }) => [label, current, previous]),
  ).toEqual([
    ['Loads', '1100.00', '2200.00'],
    ['Fuel', '-50.00', '-50.00'],
    ['Fee', '-220.00', '-220.00'],
  ])
  expect(body.comparison.net).toMatchObject({ current: '830.00', previous: '1930.00' })
})

test('C94 C19 A typed total stays if a recurring deduction has a different amount now', async () => {
  const rule = await addRule('Insurance', { category: 'insurance', value: '350' })
  await carrier.createLoad(SECOND, '2000')
  const { id } = await carrier.settle(SECOND)
  await client.put(`/api/billing/${id}`, { insurance: '40' })
  await approveAndVoid(id)
  await client.put(`/api/deduction-rules/${rule.id}`, { ...rule, value: '400' })
  const { body } = await settleAgain(id)
  expect(body.settlement).toMatchObject({ insurance: '40.00', netPayment: '1960.00' })
})

test('C94 C24 Statements that were offset are each settled again, and offset as before', async () => {
  const second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
  const owner = await client.get(`/api/owners/${carrier.ann}`)
  await client.put(`/api/owners/${carrier.ann}`, { ...owner.body, offsetTrucks: 'yes' })
  const settleTruck = async (truckId: number, revenue: string, fuel: string) => {
    await carrier.createLoad(SECOND, revenue, { truckId })
    return (await client.post('/api/billing', { truckId, settlementDate: SECOND, fuel })).body.id
  }
  const ids = [
    await settleTruck(carrier.truckId, '3500', '500'),
    await settleTruck(second, '300', '1000'),
  ] as const
  const [payer, debtor] = ids
  const together = { confirmed: ['offsetWith', 'year'] }
  await client.post(`/api/billing/${payer}/approve`, together)
  await client.post(`/api/billing/${payer}/void`, { reason: 'Wrong loads', ...together })
  const { truckId: truck } = (await client.get(`/api/trucks/${second}`)).body
  expect((await readState(payer)).partners).toEqual([
    { id: debtor, number: 2, truck, settledAs: null },
  ])
  const first = await settleAgain(payer)
  expect(first.body).toMatchObject({
    isEqual: true,
    partners: [{ id: debtor, settledAs: null }],
    comparison: { net: { current: '3000.00', previous: '3000.00' } },
  })
  const other = await settleAgain(debtor)
  expect(other.body).toMatchObject({
    isEqual: true,
    partners: [{ id: payer, settledAs: first.body.settlement.id }],
    comparison: { net: { current: '-700.00', previous: '-700.00' } },
  })
  const drafts = [first.body.settlement.id, other.body.settlement.id] as const
  await client.post(`/api/billing/${drafts[0]}/approve`, together)
  // 3,000.00 - 700.00 = 2,300.00, and 0.00
  expect(await carrier.readSettlement(drafts[0])).toMatchObject({
    number: 3,
    netPayment: '2300.00',
  })
  expect(await carrier.readSettlement(drafts[1])).toMatchObject({ number: 4, netPayment: '0.00' })
})

test('C94 Settling again is rejected if another settlement has the truck and date', async () => {
  await carrier.createLoad(SECOND)
  const { id } = await carrier.settle(SECOND)
  expect(await settleAgain(id)).toMatchObject({
    status: 409,
    body: { message: 'Only a void statement can be settled again' },
  })
  await approveAndVoid(id)
  const draft = await carrier.settle(SECOND)
  const rejected = await settleAgain(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'A draft has this truck and date now. Approve it, or delete it first.',
      id: draft.id,
    },
  ])
  await client.post(`/api/billing/${draft.id}/hold`, { reason: 'Waiting for BOL' })
  expect((await settleAgain(id)).body.message).toContain('It is on hold: Waiting for BOL.')
  await client.delete(`/api/billing/${draft.id}/hold`)
  await carrier.approve(draft.id)
  expect((await settleAgain(id)).body.message).toBe(
    'Statement 2 has this truck and date now (approved)',
  )
  expect((await readState(id)).settledAs).toEqual({ id: draft.id, number: 2 })
  const other = await signUp(app)
  const path = `/api/billing/${id}/settle-again`
  expect((await other.post(path)).status).toBe(404)
  expect((await other.get(path)).status).toBe(404)
})

test('C94 If a balance has less than an edited amount, nothing is changed', async () => {
  const rule = await addRule('Cash advance', { balance: 'advance', total: '500' })
  await carrier.createLoad(SECOND, '2000')
  const { id } = await carrier.settle(SECOND)
  const [line] = await carrier.readLines(id)
  await client.put(`/api/billing/${id}/expenses/${line?.id}`, { amount: '450' })
  await approveAndVoid(id)
  await carrier.createLoad(THIRD, '2000')
  const later = await carrier.settle(THIRD)
  expect((await carrier.readSettlement(later.id)).other).toBe('100.00')
  const money = await readMoney()
  const rejected = await settleAgain(id)
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    '“Cash advance” was edited to $450.00, and its balance has less now',
  ])
  expect(await readMoney()).toEqual(money)
  expect(await readState(id)).toMatchObject({ settledAs: null })
  await client.put(`/api/deduction-rules/${rule.id}`, { ...rule, total: '600' })
  expect((await settleAgain(id)).body.settlement.other).toBe('450.00')
})

test('C94 Two simultaneous requests, or one sent twice, create one draft', async () => {
  await carrier.createLoad(SECOND)
  const { id } = await carrier.settle(SECOND)
  await approveAndVoid(id)
  const both = await Promise.all([settleAgain(id, 'once'), settleAgain(id)])
  const made = both.find(({ status }) => status === 201)?.body.settlement.id
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await readState(id)).settledAs).toEqual({ id: made, number: null })
  await client.delete(`/api/billing/${made}`)
  const repeated = [await settleAgain(id, 'key'), await settleAgain(id, 'key')]
  expect(repeated.map(({ status }) => status)).toEqual([201, 201])
  expect(repeated[1]?.body.settlement.id).toBe(repeated[0]?.body.settlement.id)
})
