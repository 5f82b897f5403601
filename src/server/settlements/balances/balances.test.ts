import { beforeEach, expect, test } from 'vitest'
import type { Balance } from '#core/settlements/balances.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
  for (const date of [FIRST, SECOND, THIRD]) await carrier.createLoad(date, '2000')
})

const balances = async (path: string) =>
  (await carrier.client.get<Balance[]>(`/api/${path}/balances`)).body

test('C5 C23 Recalculating does not deduct again what the same settlement refunds', async () => {
  const rule = await carrier.createRule({ balance: 'escrow', value: '100', total: '100' })
  await carrier.settle(FIRST)
  const { id } = await carrier.settle(SECOND)
  const path = `/api/billing/${id}/balances/${rule.id}/refunds`
  expect((await carrier.client.post(path, { amount: '100' })).status).toBe(201)
  await carrier.client.put(`/api/billing/${id}`, { recalculate: true })
  await carrier.client.post(`/api/billing/${id}/apply-rules`)
  expect((await carrier.readSettlement(id)).other).toBe('-100.00')
  // The escrow was returned in full.
  expect((await carrier.settle(THIRD)).other).toBe('0.00')
})

test('C5 A deduction that reached its total deducts nothing on a settlement with a refund', async () => {
  const rule = await carrier.createRule({ balance: 'escrow', value: '60', total: '100' })
  await carrier.settle(FIRST)
  const { id, other } = await carrier.settle(SECOND)
  expect(other).toBe('40.00')
  await carrier.client.post(`/api/billing/${id}/balances/${rule.id}/refunds`, { amount: '100' })
  await carrier.client.put(`/api/billing/${id}`, { recalculate: true })
  expect((await carrier.readSettlement(id)).other).toBe('-60.00')
})

test('C5 Recalculating cannot remove a deduction that was refunded later', async () => {
  const rule = await carrier.createRule({ balance: 'escrow', value: '60', total: '500' })
  const first = await carrier.settle(FIRST)
  const second = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${second.id}/balances/${rule.id}/refunds`, {
    amount: '120',
  })
  await carrier.client.put(`/api/deduction-rules/${rule.id}`, { ...rule, lastDay: '2026-11-01' })
  const rejected = await carrier.client.put(`/api/billing/${first.id}`, { recalculate: true })
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: expect.stringMatching(/^Another settlement refunds “/) },
  ])
  expect((await carrier.readSettlement(first.id)).other).toBe('60.00')
})

test('C5 The kind of a balance cannot change once something was deducted', async () => {
  const rule = await carrier.createRule({ balance: 'escrow', total: '1000' })
  const path = `/api/deduction-rules/${rule.id}`
  expect((await carrier.client.put(path, { ...rule, balance: 'loan' })).status).toBe(200)
  expect((await carrier.client.put(path, rule)).status).toBe(200)
  await carrier.settle(FIRST)
  for (const change of [{ balance: 'none', total: null }, { balance: 'advance' }]) {
    const rejected = await carrier.client.put(path, { ...rule, ...change })
    expect([rejected.status, rejected.body.fields]).toEqual([
      400,
      { balance: ['Already used: end it and create a new one'] },
    ])
  }
})

test('C5 An advance decreases and escrow increases with each settlement', async () => {
  await carrier.createRule({ description: 'Cash advance', balance: 'advance', total: '250' })
  await carrier.createRule({ description: 'Escrow', balance: 'escrow', value: '60', total: '100' })
  const made = [
    await carrier.settle(FIRST),
    await carrier.settle(SECOND),
    await carrier.settle(THIRD),
  ]
  const [, second, third] = await Promise.all(made.map(({ id }) => balances(`billing/${id}`)))
  expect(second).toMatchObject([
    { opening: '150.00', change: '-100.00', closing: '50.00' },
    { opening: '60.00', change: '40.00', closing: '100.00' },
  ])
  expect(third).toMatchObject([
    { opening: '50.00', change: '-50.00', closing: '0.00' },
    { opening: '100.00', change: '0.00', closing: '100.00' },
  ])
  expect(await balances(`trucks/${carrier.truckId}`)).toMatchObject([
    { description: 'Cash advance', closing: '0.00' },
    { description: 'Escrow', closing: '100.00' },
  ])
})

test('C5 A refund cannot exceed what was deducted, and the rule deducts it again', async () => {
  const escrow = await carrier.createRule({
    description: 'Escrow',
    balance: 'escrow',
    total: '150',
  })
  await carrier.settle(FIRST)
  const { id } = await carrier.settle(SECOND)
  const path = `/api/billing/${id}/balances/${escrow.id}/refunds`
  const tooMuch = await carrier.client.post(path, { amount: '150.01' })
  expect([tooMuch.status, tooMuch.body.fields]).toEqual([
    400,
    { amount: ["Refund can't exceed what was deducted"] },
  ])
  expect((await carrier.client.post(path, { amount: '0' })).status).toBe(400)
  const refund = await carrier.client.post(path, { amount: '120' })
  expect(refund.body).toMatchObject({ amount: '-120.00', description: 'Escrow: refund' })
  expect(await balances(`billing/${id}`)).toMatchObject([
    { opening: '100.00', change: '-70.00', closing: '30.00' },
  ])
  expect((await carrier.settle(THIRD)).other).toBe('100.00')
  const deleted = await carrier.client.delete(`/api/billing/${id}/expenses/${refund.body.id}`)
  expect(deleted.status).toBe(400)
})

test('C5 A settlement cannot be voided or deleted if a later one refunds it', async () => {
  const escrow = await carrier.createRule({
    description: 'Escrow',
    balance: 'escrow',
    total: '100',
  })
  const first = await carrier.settle(FIRST)
  const { id } = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${id}/balances/${escrow.id}/refunds`, { amount: '100' })
  const deleted = await carrier.client.delete(`/api/billing/${first.id}`)
  expect(deleted.status).toBe(409)
  expect(deleted.body.message).toMatch(/^Another settlement refunds “/)
  await carrier.approve(first.id)
  expect((await carrier.voidStatement(first.id)).status).toBe(409)
  await carrier.client.delete(`/api/billing/${id}`)
  expect((await carrier.voidStatement(first.id)).status).toBe(200)
  expect(await balances(`trucks/${carrier.truckId}`)).toEqual([])
})

test('C5 A statement prints each balance', async () => {
  await carrier.createRule({ description: 'Trailer loan', balance: 'loan', total: '1000' })
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  const [page = ''] = await pdfText(await carrier.readPdf(id))
  expect(page).toContain('Trailer loan: loan of $1,000.00, balance owed')
  expect(page).toMatch(/\$1,000\.00\s*-\$100\.00\s*\$900\.00/)
  expect(page).toContain('installment 1 of 10, $100.00 of $1,000.00')
})

test('C5 A statement opens where the last approved one closed, in any order of weeks', async () => {
  await carrier.createRule({ description: 'Trailer loan', balance: 'loan', total: '1000' })
  const made = [
    await carrier.settle(FIRST),
    await carrier.settle(SECOND),
    await carrier.settle(THIRD),
  ]
  const read = async ({ id }: { id: number }) => {
    const [{ opening = '', closing = '' } = {}] = await balances(`billing/${id}`)
    return [opening, closing, (await carrier.readLines(id))[0]?.formula]
  }
  expect(await Promise.all(made.map(read))).toEqual([
    ['1000.00', '900.00', 'installment 1 of 10, $100.00 of $1,000.00'],
    ['900.00', '800.00', 'installment 2 of 10, $200.00 of $1,000.00'],
    ['800.00', '700.00', 'installment 3 of 10, $300.00 of $1,000.00'],
  ])
  const [first, second, third] = made as [Settlement, Settlement, Settlement]
  await carrier.approve(second.id)
  await carrier.client.delete(`/api/billing/${first.id}`)
  await carrier.approve(third.id)
  const again = await carrier.settle(FIRST)
  await carrier.approve(again.id)
  expect(await Promise.all([second, third, again].map(read))).toEqual([
    ['1000.00', '900.00', 'installment 1 of 10, $100.00 of $1,000.00'],
    ['900.00', '800.00', 'installment 2 of 10, $200.00 of $1,000.00'],
    ['800.00', '700.00', 'installment 3 of 10, $300.00 of $1,000.00'],
  ])
  const [page = ''] = await pdfText(await carrier.readPdf(again.id))
  expect(page).toContain('installment 3 of 10, $300.00 of $1,000.00')
  expect(page).toMatch(/\$800\.00\s*-\$100\.00\s*\$700\.00/)
  await carrier.voidStatement(second.id)
  expect(await read(again)).toEqual([
    '800.00',
    '700.00',
    'installment 3 of 10, $300.00 of $1,000.00',
  ])
})

test('C5 An edited installment prints the total repaid on the loan', async () => {
  await carrier.createRule({ balance: 'loan', total: '1000' })
  const { id } = await carrier.settle(FIRST)
  const [line] = await carrier.readLines(id)
  await carrier.client.put(`/api/billing/${id}/expenses/${line?.id}`, { amount: '40' })
  const formula = 'flat $100.00, edited, $40.00 of $1,000.00'
  expect((await carrier.readLines(id))[0]?.formula).toBe(formula)
  await carrier.approve(id)
  expect((await carrier.readLines(id))[0]?.formula).toBe(formula)
})

test('C5 A refund is approved after the settlement with the deduction', async () => {
  const rule = await carrier.createRule({ description: 'Escrow', balance: 'escrow', total: '100' })
  const first = await carrier.settle(FIRST)
  const second = await carrier.settle(SECOND)
  const path = `/api/billing/${second.id}/balances/${rule.id}/refunds`
  await carrier.client.post(path, { amount: '100' })
  const rejected = await carrier.approve(second.id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'Approve the 11/6/2026 settlement first; it also changes “Escrow”.',
    },
  ])
  expect((await carrier.approve(first.id)).body.number).toBe(1)
  expect((await carrier.approve(second.id)).body.number).toBe(2)
})

test('C5 Balances are found only in their account', async () => {
  const rule = await carrier.createRule({ balance: 'loan', total: '10' })
  const plain = await carrier.createRule({})
  const { id } = await carrier.settle(FIRST)
  const other = await signUp(app)
  const path = `/api/billing/${id}/balances`
  expect((await other.get(path)).status).toBe(404)
  expect((await other.get(`/api/trucks/${carrier.truckId}/balances`)).status).toBe(404)
  expect((await other.post(`${path}/${rule.id}/refunds`, { amount: '1' })).status).toBe(404)
  expect((await carrier.client.post(`${path}/${plain.id}/refunds`, { amount: '1' })).status).toBe(
    409,
  )
})

test('C5 A typed category amount cannot cancel an installment or a refund', async () => {
  const rule = await carrier.createRule({ category: 'tires', balance: 'loan', total: '300' })
  await carrier.settle(FIRST)
  const { id } = await carrier.settle(SECOND)
  const path = `/api/billing/${id}`
  for (const [category, amount] of [
    ['tires', '99.99'],
    ['tires', '-100'],
  ] as const)
    expect(
      Object.keys((await carrier.client.put(path, { [category]: amount })).body.fields as object),
    ).toEqual([category])
  await carrier.client.post(`${path}/balances/${rule.id}/refunds`, { amount: '150' })
  expect((await carrier.readSettlement(id)).tires).toBe('-50.00')
  const rejected = await carrier.client.put(path, { tires: '0' })
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    {
      tires: [
        '-$50.00 of Tires comes from a balance or recurring deduction of this payee and a refund of a balance. Add the other deduction as a separate line.',
      ],
    },
  ])
})

test('C5 A refund must stay negative', async () => {
  const rule = await carrier.createRule({ balance: 'escrow', total: '1000' })
  await carrier.settle(FIRST)
  const { id } = await carrier.settle(SECOND)
  const path = `/api/billing/${id}/balances/${rule.id}/refunds`
  const refund = (await carrier.client.post(path, { amount: '50' })).body
  for (const amount of ['50', '0']) {
    const rejected = await carrier.client.put(`/api/billing/${id}/expenses/${refund.id}`, {
      amount,
    })
    expect([rejected.status, rejected.body.fields]).toEqual([
      400,
      { amount: ['A refund must be a negative amount'] },
    ])
  }
})
