/** What a floor left for later belongs to its payee, is a balance, and prints (SPEC C322). */
import { beforeEach, expect, test } from 'vitest'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: CarrierWithOwners
let yard: Body

/** Ann's truck pays 400.00 for its yard, and 500.00 of the net stay with the payee. */
beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  const floor = { value: '400', floor: '500', shortfall: 'later', truckId: carrier.truckId }
  yard = await carrier.createRule({ description: 'Yard', category: 'parking', ...floor })
})

async function settle(date: string, revenue: string, values: object = {}) {
  await carrier.createLoad(date, revenue)
  return carrier.settle(date, { startFromDefaults: true, ...values })
}

async function approve({ id }: Pick<Settlement, 'id'>) {
  const { status, body } = await carrier.approve(id)
  expect([status, body]).toMatchObject([200, {}])
  return body
}

async function readYard({ id }: Pick<Settlement, 'id'>) {
  const line = (await carrier.readLines(id)).find(({ ruleId }) => ruleId === yard.id)
  return [line?.amount, line?.formula]
}

/** Opening, change and closing. */
async function readStated({ id }: Pick<Settlement, 'id'>) {
  const { body } = await carrier.client.get<Balance[]>(`/api/billing/${id}/balances`)
  return body.map(({ balance, payee, opening, change, closing }) => {
    return [balance, payee, opening, change, closing].join(' ')
  })
}

const post = (step: string, body: object, rule = yard.id) =>
  carrier.client.post<BalanceEntry & Body>(`/api/balances/${rule}/${step}`, {
    day: '2026-11-10',
    confirmed: ['day'],
    ...body,
  })

async function readOpen(path = '/api/balances') {
  const { body } = await carrier.client.get<OpenBalance[]>(path)
  return body.map(({ balance, payee, description, open }) =>
    [balance, payee, description, open].join(' '),
  )
}

const readWaiting = async () =>
  (await carrier.client.get<PreviousPayeeItems>('/api/settlements/waiting')).body.balances

const readText = async ({ id }: Pick<Settlement, 'id'>) =>
  (await pdfText(await carrier.readPdf(id))).join('\n').replaceAll(/\s+/g, ' ')

test('C10 C16 C322 What one owner’s net did not allow is never taken from the next owner', async () => {
  const first = await settle(FIRST, '600')
  expect(await readYard(first)).toEqual([
    '100.00',
    'flat $400.00, limited to keep a net of $500.00',
  ])
  await approve(first)
  await carrier.sellTo(carrier.bob)
  await carrier.createLoad(SECOND, '3000')
  const query = `week=${SECOND}&today=${SECOND}`
  const { rows } = (await carrier.client.get<Run>(`/api/settlements/run?${query}`)).body
  expect(rows[0]).toMatchObject({ payeeName: 'Bob', deductions: '400.00', net: '2600.00' })
  expect(rows[0]?.exceptions).toContainEqual({
    cause: 'open-items',
    text: 'Yard: $300.00 not deducted yet from Ann',
  })
  const second = await carrier.settle(SECOND, { startFromDefaults: true })
  expect(await readYard(second)).toEqual(['400.00', 'flat $400.00'])
  expect((await approve(second)).netPayment).toBe('2600.00')
  expect(await readStated(second)).toEqual([])
  expect(await readWaiting()).toMatchObject([
    { ruleId: yard.id, truckId: carrier.truckId, payee: 'Ann', closing: '300.00' },
  ])
  // Another settlement of Ann's takes it.
  const third = await settle(THIRD, '3000', { ownerId: carrier.ann })
  expect(await readYard(third)).toEqual(['700.00', 'flat $400.00, plus $300.00 from before'])
  await carrier.client.put(`/api/billing/${third.id}`, { ownerId: carrier.bob, driverId: null })
  expect(await readYard(third)).toEqual(['400.00', 'flat $400.00'])
})

test('C6 C322 The statement prints what is not deducted yet, also on a line of $0.00', async () => {
  const first = await approve(await settle(FIRST, '400'))
  expect(await readStated(first)).toEqual(['deferred Ann 0.00 400.00 400.00'])
  const text = await readText(first)
  expect(text).toContain('Yard $0.00')
  expect(text).toContain('limited to keep a net of $500.00 · $400.00 not deducted yet')
  expect(text).toContain('Not deducted yet: Yard $0.00 $400.00 $400.00')
  const second = await approve(await settle(SECOND, '1100'))
  // 600.00 of 400.00 + 400.00
  expect(await readYard(second)).toEqual([
    '600.00',
    'flat $400.00, plus $200.00 from before, limited to keep a net of $500.00',
  ])
  expect(await readStated(second)).toEqual(['deferred Ann 400.00 -200.00 200.00'])
  expect(await readText(second)).toContain('Not deducted yet: Yard $400.00 -$200.00 $200.00')
  const spanish = `/api/billing/${second.id}/statement.pdf?language=es`
  const headers = { cookie: carrier.client.cookie }
  const { rawPayload } = await app.inject({ method: 'GET', url: spanish, headers })
  expect((await pdfText(rawPayload)).join('\n')).toContain('Aún no deducido: Yard')
})

test('C20 C322 It is repaid, written off and undone like other balances', async () => {
  await approve(await settle(FIRST, '600'))
  expect(await readOpen()).toEqual(['deferred Ann Yard 300.00'])
  expect(await readOpen(`/api/balances?payee=owner:${carrier.ann}`)).toEqual(await readOpen())
  const ofTruck = await carrier.client.get<Balance[]>(`/api/trucks/${carrier.truckId}/balances`)
  expect(ofTruck.body).toMatchObject([{ balance: 'deferred', payee: 'Ann', closing: '300.00' }])
  expect((await post('repayments', { amount: '100', method: 'cash' })).status).toBe(201)
  const writtenOff = await post('write-offs', { amount: '50', reason: 'Agreed' })
  expect(writtenOff.status).toBe(201)
  expect(await readOpen()).toEqual(['deferred Ann Yard 150.00'])
  const tooMuch = await post('write-offs', { amount: '150.01', reason: 'Agreed' })
  expect([tooMuch.status, tooMuch.body.fields]).toEqual([400, { amount: ['Only $150.00 is owed'] }])
  expect((await post('write-offs', { amount: '5' })).body.fields).toHaveProperty('reason')
  expect(
    (await post('hand-outs', { amount: '5', paidOn: '2026-11-10', method: 'cash' })).status,
  ).toBe(409)
  const undone = await carrier.client.post(`/api/balance-entries/${writtenOff.body.id}/undo`, {
    reason: 'Typing error',
  })
  expect(undone.status).toBe(201)
  expect(await readOpen()).toEqual(['deferred Ann Yard 200.00'])
  // The next settlement takes what is left, and shows the entries.
  const second = await settle(SECOND, '3000')
  expect(await readYard(second)).toEqual(['600.00', 'flat $400.00, plus $200.00 from before'])
  const drafted = await post('write-offs', { amount: '1', reason: 'Agreed' })
  expect(drafted.body.fields).toEqual({
    amount: ['Only $0.00 is owed after the drafts that deduct it'],
  })
  await approve(second)
  expect(await readStated(second)).toEqual(['deferred Ann 200.00 -200.00 0.00'])
  expect(await readText(second)).toContain('opening includes repayment -$100.00 (11/10/2026)')
  expect(await readOpen()).toEqual([])
  expect(await readOpen('/api/balances?include=all')).toEqual(['deferred Ann Yard 0.00'])
})

test('C20 C322 It moves to another payee only with a reason, and is deducted there at once', async () => {
  await approve(await settle(FIRST, '600'))
  await carrier.sellTo(carrier.bob)
  const to = { toTruckId: carrier.truckId, toOwnerId: carrier.bob }
  expect((await post('transfers', to)).body.fields).toHaveProperty('reason')
  const moved = await post('transfers', { ...to, reason: 'Bob pays for the yard now' })
  expect([moved.status, moved.body.amount]).toEqual([201, '300.00'])
  expect(await readOpen()).toEqual(['advance Bob Yard 300.00'])
  expect(await readWaiting()).toEqual([])
  const second = await settle(SECOND, '3000')
  // 400.00 and 300.00
  expect(second).toMatchObject({ parking: '700.00', netPayment: '2300.00' })
  await approve(second)
  expect(await readOpen()).toEqual([])
  const third = await settle(THIRD, '3000', { ownerId: carrier.ann })
  expect(third).toMatchObject({ parking: '400.00' })
})

test('C20 C322 A statement whose amount was settled since is not voided', async () => {
  const first = await approve(await settle(FIRST, '600'))
  const { body: entry } = await post('write-offs', { amount: '200', reason: 'Agreed' })
  const rejected = await carrier.voidStatement(first.id)
  expect([rejected.status, (rejected.body as Settlement & Body).message]).toEqual([
    409,
    'What this statement left for later was repaid, written off or transferred (“Yard”). Undo that first.',
  ])
  await carrier.client.post(`/api/balance-entries/${entry.id}/undo`, { reason: 'Void' })
  expect((await carrier.voidStatement(first.id)).status).toBe(200)
  expect(await readOpen()).toEqual([])
})

test('C3 C322 A draft that takes what an earlier draft leaves is approved after it', async () => {
  const first = await settle(FIRST, '600')
  const second = await settle(SECOND, '3000')
  expect(await readYard(second)).toEqual(['700.00', 'flat $400.00, plus $300.00 from before'])
  const { status, body } = await carrier.approve(second.id)
  expect([status, (body as Settlement & Body).message]).toEqual([
    409,
    'Approve the 11/6/2026 settlement first; it also changes “Yard”.',
  ])
  await approve(first)
  await approve(second)
})

test('C322 It stays open and is listed after the deduction has ended or changed', async () => {
  await approve(await settle(FIRST, '600'))
  const path = `/api/deduction-rules/${yard.id}`
  const change = (values: object) => carrier.client.put(path, { ...yard, ...values })
  const ended = await change({ lastDay: FIRST, shortfall: 'never' })
  expect([ended.status, ended.body.fields]).toEqual([200, undefined])
  const loan = await change({ balance: 'loan', total: '900' })
  expect([loan.status, Object.keys(loan.body.fields ?? {})]).toEqual([400, ['balance']])
  const second = await approve(await settle(SECOND, '3000'))
  expect(second.parking).toBe('0.00')
  expect(await readStated(second)).toEqual(['deferred Ann 300.00 0.00 300.00'])
  expect(await readOpen()).toEqual(['deferred Ann Yard 300.00'])
  expect((await carrier.client.delete(path)).status).toBe(409)
})

test('C15 C322 A deduction for all trucks of a payee has one amount, one for all trucks has one for each', async () => {
  const other = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, other)
  const floor = { value: '100', floor: '900', shortfall: 'later' }
  const shared = await carrier.createRule({ description: 'Phone', ownerId: carrier.ann, ...floor })
  const each = await carrier.createRule({ description: 'Radio', priority: 1, ...floor })
  await approve(await settle(FIRST, '500'))
  await carrier.createLoad(SECOND, '500', { truckId: other })
  await approve(await carrier.settle(SECOND, { truckId: other, startFromDefaults: true }))
  expect(await readOpen()).toEqual([
    'deferred Ann Yard 400.00',
    'deferred Ann Phone 200.00',
    'deferred Ann Radio 100.00',
    'deferred Ann Radio 100.00',
  ])
  const unplaced = await post('write-offs', { amount: '10', reason: 'Agreed' }, each.id)
  expect([unplaced.status, Object.keys(unplaced.body.fields ?? {})]).toEqual([400, ['truckId']])
  const place = { truckId: other, payee: `owner:${carrier.ann}` }
  const placed = await post('write-offs', { amount: '10', reason: 'Agreed', ...place }, each.id)
  expect(placed.body).toMatchObject({ truckId: other, amount: '10.00' })
  const whole = await post('write-offs', { amount: '150', reason: 'Agreed' }, shared.id)
  expect(whole.body).toMatchObject({ truckId: null, amount: '150.00' })
  const third = await settle(THIRD, '9000')
  const lines = await carrier.readLines(third.id)
  // 400.00 + 400.00; 100.00 + 50.00; 100.00 + 100.00 of this truck
  expect(lines.map(({ description, amount }) => [description, amount])).toEqual([
    ['Yard', '800.00'],
    ['Phone', '150.00'],
    ['Radio', '200.00'],
  ])
})
