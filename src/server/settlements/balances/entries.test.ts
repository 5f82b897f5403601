import { beforeEach, expect, test } from 'vitest'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { readAccountId, testApp } from '#server/testing/test-app.ts'
import { listBalances } from './list.ts'

const { app, database } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  for (const date of [FIRST, SECOND, THIRD]) await carrier.createLoad(date, '2000')
})

const loan = (values: object = {}) =>
  carrier.createRule({
    description: 'Loan',
    balance: 'loan',
    value: '100',
    total: '500',
    truckId: carrier.truckId,
    ...values,
  })

const createSettlement = async (date: string) => {
  const { id } = await carrier.settle(date)
  return (await carrier.approve(id)).body
}

const post = (rule: number, step: string, body: object) =>
  carrier.client.post<BalanceEntry>(`/api/balances/${rule}/${step}`, {
    day: '2026-11-10',
    confirmed: ['day'],
    ...body,
  })

const repay = (rule: number, amount: string, more: object = {}) =>
  post(rule, 'repayments', { amount, method: 'cash', ...more })

const writeOff = (rule: number, amount: string) =>
  post(rule, 'write-offs', { amount, reason: 'He quit' })

const undo = (entry: number) =>
  carrier.client.post<BalanceEntry>(`/api/balance-entries/${entry}/undo`, {
    reason: 'Typing error',
  })

const listed = async (include = 'open') =>
  (await carrier.client.get<OpenBalance[]>(`/api/balances?include=${include}`)).body

const readStated = async ({ id }: Settlement) =>
  (await carrier.client.get<Balance[]>(`/api/billing/${id}/balances`)).body

test('C20 The balances of one payee are those in the list of all payees', async () => {
  const own = await loan({ description: 'Own', truckId: null, ownerId: carrier.ann })
  const ofTruck = await loan({ description: 'Truck' })
  const shared = await loan({ description: 'All', balance: 'escrow', truckId: null })
  await createSettlement(FIRST)
  await carrier.sellTo(carrier.bob)
  await createSettlement(SECOND)
  await repay(own.id, '10')
  await repay(ofTruck.id, '20')
  const all = await listed('all')
  await carrier.settle(THIRD)
  const withDraft = await listed('all')
  expect(withDraft).not.toEqual(all)
  const userId = await readAccountId(carrier.client)
  const payees = [...new Set(withDraft.map(({ payeeKey }) => payeeKey))]
  expect(payees.length).toBeGreaterThan(1)
  expect(withDraft.filter(({ ruleId }) => ruleId === shared.id).length).toBeGreaterThan(1)
  for (const payee of payees)
    expect(await listBalances(database, userId, 'all', payee)).toEqual(
      withDraft.filter(({ payeeKey }) => payeeKey === payee),
    )
})

test('C20 An advance is repaid in cash, and the next settlement deducts the rest', async () => {
  const rule = await loan({ description: 'Advance', balance: 'advance' })
  await createSettlement(FIRST)
  // 500.00 − 100.00 deducted − 340.00 in cash = 60.00.
  const made = await repay(rule.id, '340', { reference: '77' })
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      kind: 'repayment',
      amount: '340.00',
      method: 'cash',
      reference: '77',
      payee: `owner:${carrier.ann}`,
    },
  ])
  expect(await listed()).toMatchObject([
    { payee: 'Ann', collected: '100.00', repaid: '340.00', open: '60.00' },
  ])
  const second = await createSettlement(SECOND)
  expect(second.other).toBe('60.00')
  expect(await readStated(second)).toMatchObject([
    {
      opening: '60.00',
      change: '-60.00',
      closing: '0.00',
      entries: [{ kind: 'repayment', day: '2026-11-10', change: '-340.00' }],
    },
  ])
  const third = await createSettlement(THIRD)
  expect(third.other).toBe('0.00')
  expect(await readStated(third)).toEqual([])
  expect(await listed()).toEqual([])
  expect(await listed('all')).toMatchObject([{ description: 'Advance', open: '0.00' }])
})

test('C20 More than is owed cannot be repaid or written off: 400 at the amount', async () => {
  const rule = await loan()
  await createSettlement(FIRST)
  for (const post of [repay, writeOff]) {
    const tooMuch = await post(rule.id, '400.01')
    expect([tooMuch.status, tooMuch.body]).toMatchObject([
      400,
      { fields: { amount: ['Only $400.00 is owed'] } },
    ])
    expect((await post(rule.id, '0')).status).toBe(400)
  }
  await carrier.settle(SECOND)
  const tooMuch = await repay(rule.id, '300.01')
  expect(tooMuch.body).toMatchObject({
    fields: { amount: ['Only $300.00 is owed after the drafts that deduct it'] },
  })
  expect((await repay(rule.id, '300')).status).toBe(201)
})

test('C20 The rest of a loan is written off with a reason, and the undo reopens it', async () => {
  const rule = await loan()
  await createSettlement(FIRST)
  const made = await writeOff(rule.id, '400')
  expect(made.body).toMatchObject({ kind: 'write-off', amount: '400.00', reason: 'He quit' })
  expect((await createSettlement(SECOND)).other).toBe('0.00')
  const undone = await undo(made.body.id)
  expect(undone.body).toMatchObject({ kind: 'write-off', amount: '-400.00', undoes: made.body.id })
  expect((await undo(made.body.id)).status).toBe(409)
  expect((await undo(undone.body.id)).status).toBe(409)
  expect(await listed()).toMatchObject([{ writtenOff: '0.00', open: '400.00' }])
  expect((await createSettlement(THIRD)).other).toBe('100.00')
  const history = await carrier.client.get<BalanceEntry[]>(`/api/balances/${rule.id}/entries`)
  expect(history.body).toMatchObject([{ amount: '-400.00' }, { amount: '400.00', undone: true }])
})

test('C20 The rest of a loan moves to another truck of the payee', async () => {
  const rule = await loan()
  await createSettlement(FIRST)
  const truck = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, truck)
  const body = { toTruckId: truck, reason: 'Drives truck 2 now' }
  const moved = await post(rule.id, 'transfers', body)
  expect([moved.status, moved.body]).toMatchObject([
    201,
    { kind: 'transfer-out', amount: '400.00' },
  ])
  expect((await createSettlement(SECOND)).other).toBe('0.00')
  expect(await listed()).toMatchObject([
    {
      ruleId: moved.body.otherRuleId,
      truckId: truck,
      payee: 'Ann',
      total: '400.00',
      open: '400.00',
    },
  ])
  await carrier.createLoad(THIRD, '2000', { truckId: truck })
  const next = await carrier.client.post<Settlement>('/api/billing', {
    truckId: truck,
    settlementDate: THIRD,
  })
  expect(next.body.other).toBe('100.00')
  expect((await undo(moved.body.id)).status).toBe(409)
  expect((await post(rule.id, 'transfers', body)).status).toBe(409)
})

test('C20 A loan moves to another payee only with a reason, and not while a draft deducts it', async () => {
  const rule = await loan()
  const body = { toTruckId: carrier.truckId, toOwnerId: carrier.bob }
  const draft = await carrier.settle(FIRST)
  expect((await post(rule.id, 'transfers', { ...body, reason: 'Bob pays' })).status).toBe(409)
  await carrier.approve(draft.id)
  const without = await post(rule.id, 'transfers', body)
  expect([without.status, without.body]).toMatchObject([
    400,
    { fields: { reason: ['Reason is required'] } },
  ])
  const same = await post(rule.id, 'transfers', { toTruckId: carrier.truckId, reason: 'No' })
  expect(same.body).toMatchObject({
    fields: { toTruckId: ['Choose another truck or another payee'] },
  })
  expect((await post(rule.id, 'transfers', { ...body, reason: 'Bob pays' })).status).toBe(201)
  expect(await listed()).toMatchObject([{ payee: 'Bob', open: '400.00', transferred: '400.00' }])
  // Ann still has the truck: her settlement deducts nothing of Bob's loan.
  expect((await createSettlement(SECOND)).other).toBe('0.00')
  await carrier.sellTo(carrier.bob)
  expect((await createSettlement(THIRD)).other).toBe('100.00')
})

test('C20 Escrow moves with its target to the other truck and does not restart on the old one', async () => {
  const rule = await loan({ description: 'Escrow', balance: 'escrow', total: '1000' })
  await createSettlement(FIRST)
  const truck = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, truck)
  const moved = await post(rule.id, 'transfers', { toTruckId: truck, reason: 'New truck' })
  expect(moved.body).toMatchObject({ amount: '100.00', effect: '-100.00' })
  expect(await listed()).toMatchObject([{ truckId: truck, total: '1000.00', open: '100.00' }])
  const next = await createSettlement(SECOND)
  expect(next.other).toBe('0.00')
  expect(await readStated(next)).toMatchObject([
    { closing: '0.00', entries: [{ kind: 'transfer-out', change: '-100.00' }] },
  ])
  const first = (await carrier.client.get<Settlement[]>('/api/billing')).body.find(
    ({ number }) => number === 1,
  )
  const rejected = await carrier.voidStatement(first?.id ?? 0)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'What this statement deducted was transferred (“Escrow”). Transfer it back first.' },
  ])
})

test('C20 Escrow cannot be repaid or written off', async () => {
  const rule = await loan({ balance: 'escrow' })
  await createSettlement(FIRST)
  for (const post of [repay, writeOff]) expect((await post(rule.id, '10')).status).toBe(409)
})

test('C20 A refund cannot be voided until a later repayment is undone', async () => {
  const rule = await loan({ total: '100' })
  await createSettlement(FIRST)
  const { id } = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${id}/balances/${rule.id}/refunds`, { amount: '40' })
  await carrier.approve(id)
  const made = await repay(rule.id, '40')
  const rejected = await carrier.voidStatement(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'What this statement refunded was repaid or written off (“Loan”). Undo that first.',
    },
  ])
  await undo(made.body.id)
  expect((await carrier.voidStatement(id)).status).toBe(200)
})

test('C20 A frozen statement keeps its balances, and a void one gives its entries to the next', async () => {
  const rule = await loan()
  const first = await createSettlement(FIRST)
  const pdf = await carrier.readPdf(first.id)
  await repay(rule.id, '50')
  expect(await carrier.readPdf(first.id)).toEqual(pdf)
  expect(await readStated(first)).toMatchObject([{ closing: '400.00' }])
  const second = await createSettlement(SECOND)
  expect(await readStated(second)).toMatchObject([
    { opening: '350.00', entries: [{ change: '-50.00' }] },
  ])
  const third = await carrier.settle(THIRD)
  expect((await readStated(third))[0]).not.toHaveProperty('entries')
  await carrier.voidStatement(second.id)
  expect(await readStated(third)).toMatchObject([
    { opening: '350.00', entries: [{ change: '-50.00' }] },
  ])
})

test('C20 Two concurrent repayments do not repay more than is owed', async () => {
  const rule = await loan({ total: '100' })
  const responses = await Promise.all(['60', '60', '60'].map((amount) => repay(rule.id, amount)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  expect(await listed()).toMatchObject([{ repaid: '60.00', open: '40.00' }])
})

test('C20 A repayment of a deduction for all trucks names the truck and the payee', async () => {
  const rule = await loan({ truckId: null })
  await createSettlement(FIRST)
  const unnamed = await repay(rule.id, '50')
  expect(unnamed.body).toMatchObject({
    fields: { truckId: [expect.stringMatching(/^Choose the truck/)] },
  })
  const named = await repay(rule.id, '50', {
    truckId: carrier.truckId,
    payee: `owner:${carrier.ann}`,
  })
  expect(named.status).toBe(201)
  const other = await repay(rule.id, '50', {
    truckId: carrier.truckId,
    payee: `owner:${carrier.bob}`,
  })
  expect(other.status).toBe(400)
  expect(await listed()).toMatchObject([{ payee: 'Ann', repaid: '50.00', open: '350.00' }])
  await carrier.sellTo(carrier.bob)
  // Bob's own balance starts at 500.00.
  expect(await readStated(await createSettlement(SECOND))).toMatchObject([
    { opening: '500.00', closing: '400.00' },
  ])
})

test('C20 The file of balances lists every open balance with what changed it', async () => {
  const rule = await loan()
  await createSettlement(FIRST)
  await repay(rule.id, '50')
  const { text } = await carrier.client.get('/api/balances.csv')
  expect(text.split('\r\n')[1]).toMatch(
    /^Ann,.*,Loan,loan,500.00,0.00,100.00,0.00,50.00,0.00,0.00,0.00,350.00$/,
  )
})

test('C20 One loan is collected from two trucks, with one balance', async () => {
  const rule = await loan({ truckId: null, ownerId: carrier.ann, value: '200' })
  const second = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, second)
  const settleSecond = async (settlementDate: string) => {
    await carrier.createLoad(settlementDate, '2000', { truckId: second })
    const { body } = await carrier.client.post<Settlement>('/api/billing', {
      truckId: second,
      settlementDate,
    })
    return (await carrier.approve(body.id)).body
  }
  // 500.00 − 200.00 on truck 1 − 200.00 on truck 2 − 30.00 in cash = 70.00.
  expect((await createSettlement(FIRST)).other).toBe('200.00')
  const other = await settleSecond(FIRST)
  expect(other.other).toBe('200.00')
  expect(await readStated(other)).toMatchObject([{ opening: '300.00', closing: '100.00' }])
  expect((await repay(rule.id, '100.01')).status).toBe(400)
  expect((await repay(rule.id, '30')).body).toMatchObject({ truckId: null })
  expect(await listed()).toMatchObject([
    { truckId: null, payee: 'Ann', collected: '400.00', repaid: '30.00', open: '70.00' },
  ])
  const next = await settleSecond(SECOND)
  expect(next.other).toBe('70.00')
  expect(await readStated(next)).toMatchObject([
    { opening: '70.00', closing: '0.00', entries: [{ kind: 'repayment', change: '-30.00' }] },
  ])
  expect((await createSettlement(SECOND)).other).toBe('0.00')
  expect(await listed()).toEqual([])
  const ofTruck = await carrier.client.get<Balance[]>(`/api/trucks/${second}/balances`)
  expect(ofTruck.body).toMatchObject([{ description: 'Loan', closing: '0.00' }])
})

test('C317 Installments are numbered only if every line so far was the full value', async () => {
  const { id } = await loan({ total: '450' })
  const first = await carrier.settle(FIRST)
  const read = async (billing: number) => (await carrier.readLines(billing))[0]?.formula
  expect(await read(first.id)).toBe('installment 1 of 5, $100.00 of $450.00')
  await carrier.approve(first.id)
  expect(await read(first.id)).toBe('installment 1 of 5, $100.00 of $450.00')
  // 100.00 in cash: the second deduction is not the third installment.
  const { body: paid } = await repay(id, '100')
  const path = `/api/settlements/preview?truckId=${carrier.truckId}&settlementDate=${SECOND}&today=${SECOND}`
  const [proposed] = (await carrier.client.get<SettlementPreview>(path)).body.proposed ?? []
  expect(proposed?.formula).toBe('flat $100.00, $300.00 of $450.00')
  const second = await carrier.settle(SECOND)
  expect(await read(second.id)).toBe('flat $100.00, $300.00 of $450.00')
  await undo(paid.id)
  expect(await read(second.id)).toBe('installment 2 of 5, $200.00 of $450.00')
  const [line] = await carrier.readLines(second.id)
  const edit = `/api/billing/${second.id}/expenses/${line?.id}`
  await carrier.client.put(edit, { amount: '200' })
  expect(await read(second.id)).toBe('flat $100.00, edited, $300.00 of $450.00')
  await carrier.approve(second.id)
  // The edited line had two full amounts, so this is the third deduction and not the fourth installment.
  const third = await carrier.settle(THIRD)
  expect(await read(third.id)).toBe('flat $100.00, $400.00 of $450.00')
})
