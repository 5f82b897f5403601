import { beforeEach, expect, test } from 'vitest'
import type { Balance } from '#core/settlements/balances.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let at: Settling

beforeEach(async () => {
  at = await settling(app)
  for (const date of [FIRST, SECOND, THIRD]) await at.load(date, '2000')
})

const balances = async (path: string) => (await at.me.get<Balance[]>(`/api/${path}/balances`)).body

test('C5 what a statement gives back is not taken again when it is worked out anew', async () => {
  const rule = await at.rule({ balance: 'escrow', value: '100', total: '100' })
  await at.settle(FIRST)
  const { id } = await at.settle(SECOND)
  const path = `/api/billing/${id}/balances/${rule.id}/refunds`
  expect((await at.me.post(path, { amount: '100' })).status).toBe(201)
  await at.me.put(`/api/billing/${id}`, { recalculate: true })
  await at.me.post(`/api/billing/${id}/apply-rules`)
  expect((await at.read(id)).other).toBe('-100.00')
  expect((await at.settle(THIRD)).other).toBe('100.00')
})

test('C5 a line that stopped at its total takes no more where the same statement gives back', async () => {
  const rule = await at.rule({ balance: 'escrow', value: '60', total: '100' })
  await at.settle(FIRST)
  const { id, other } = await at.settle(SECOND)
  expect(other).toBe('40.00')
  await at.me.post(`/api/billing/${id}/balances/${rule.id}/refunds`, { amount: '100' })
  await at.me.put(`/api/billing/${id}`, { recalculate: true })
  expect((await at.read(id)).other).toBe('-60.00')
})

test('C5 what was given back later cannot be worked away either', async () => {
  const rule = await at.rule({ balance: 'escrow', value: '60', total: '500' })
  const first = await at.settle(FIRST)
  const second = await at.settle(SECOND)
  await at.me.post(`/api/billing/${second.id}/balances/${rule.id}/refunds`, { amount: '120' })
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, lastDay: '2026-11-01' })
  const refused = await at.me.put(`/api/billing/${first.id}`, { recalculate: true })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringMatching(/^Another settlement of the truck gives back/) },
  ])
  expect((await at.read(first.id)).other).toBe('60.00')
})

test('C5 what was taken stays an advance, a loan or escrow', async () => {
  const rule = await at.rule({ balance: 'escrow', total: '1000' })
  const path = `/api/deduction-rules/${rule.id}`
  expect((await at.me.put(path, { ...rule, balance: 'loan' })).status).toBe(200)
  expect((await at.me.put(path, rule)).status).toBe(200)
  await at.settle(FIRST)
  for (const change of [{ balance: 'none', total: null }, { balance: 'advance' }]) {
    const refused = await at.me.put(path, { ...rule, ...change })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { balance: ['It has taken something already: end it, and make another'] },
    ])
  }
})

test('C5 an advance falls and escrow grows, statement by statement', async () => {
  await at.rule({ description: 'Cash advance', balance: 'advance', total: '250' })
  await at.rule({ description: 'Escrow', balance: 'escrow', value: '60', total: '100' })
  const made = [await at.settle(FIRST), await at.settle(SECOND), await at.settle(THIRD)]
  const [, second, third] = await Promise.all(made.map(({ id }) => balances(`billing/${id}`)))
  expect(second).toMatchObject([
    { opening: '150.00', change: '-100.00', closing: '50.00' },
    { opening: '60.00', change: '40.00', closing: '100.00' },
  ])
  expect(third).toMatchObject([
    { opening: '50.00', change: '-50.00', closing: '0.00' },
    { opening: '100.00', change: '0.00', closing: '100.00' },
  ])
  expect(await balances(`trucks/${at.truckId}`)).toMatchObject([
    { description: 'Cash advance', closing: '0.00' },
    { description: 'Escrow', closing: '100.00' },
  ])
})

test('C5 a refund gives back what was taken and no more, and the rule takes it again until it is ended', async () => {
  const escrow = await at.rule({ description: 'Escrow', balance: 'escrow', total: '150' })
  await at.settle(FIRST)
  const { id } = await at.settle(SECOND)
  const path = `/api/billing/${id}/balances/${escrow.id}/refunds`
  const tooMuch = await at.me.post(path, { amount: '150.01' })
  expect([tooMuch.status, tooMuch.body.fields]).toEqual([
    400,
    { amount: ['Less than $150.01 was taken so far'] },
  ])
  expect((await at.me.post(path, { amount: '0' })).status).toBe(400)
  const refund = await at.me.post(path, { amount: '120' })
  expect(refund.body).toMatchObject({ amount: '-120.00', description: 'Escrow: refund' })
  expect(await balances(`billing/${id}`)).toMatchObject([
    { opening: '100.00', change: '-70.00', closing: '30.00' },
  ])
  expect((await at.settle(THIRD)).other).toBe('100.00')
  const taken = (await at.me.delete(`/api/billing/${id}/expenses/${refund.body.id}`)).status
  expect(taken).toBe(400)
})

test('C5 what a later settlement gave back keeps the earlier one from being void or deleted', async () => {
  const escrow = await at.rule({ description: 'Escrow', balance: 'escrow', total: '100' })
  const first = await at.settle(FIRST)
  const { id } = await at.settle(SECOND)
  await at.me.post(`/api/billing/${id}/balances/${escrow.id}/refunds`, { amount: '100' })
  const deleted = await at.me.delete(`/api/billing/${first.id}`)
  expect(deleted.status).toBe(409)
  expect(deleted.body.message).toMatch(/^Another settlement of the truck gives back/)
  await at.approve(first.id)
  expect((await at.voidIt(first.id)).status).toBe(409)
  await at.me.delete(`/api/billing/${id}`)
  expect((await at.voidIt(first.id)).status).toBe(200)
  expect(await balances(`trucks/${at.truckId}`)).toEqual([])
})

test('C5 the statement prints each balance; frozen, as it was', async () => {
  await at.rule({ description: 'Trailer loan', balance: 'loan', total: '1000' })
  const { id } = await at.settle(FIRST)
  await at.approve(id)
  const [page = ''] = await pdfText(await at.pdf(id))
  expect(page).toContain('Trailer loan: loan of $1,000.00, balance owed')
  expect(page).toMatch(/\$1,000\.00\s*-\$100\.00\s*\$900\.00/)
  expect(page).toContain('instalment 1 of 10, $100.00 of $1,000.00')
})

test('C5 statements open where the last one approved closed, whichever week was approved first', async () => {
  await at.rule({ description: 'Trailer loan', balance: 'loan', total: '1000' })
  const made = [await at.settle(FIRST), await at.settle(SECOND), await at.settle(THIRD)]
  const said = async ({ id }: { id: number }) => {
    const [{ opening = '', closing = '' } = {}] = await balances(`billing/${id}`)
    return [opening, closing, (await at.lines(id))[0]?.formula]
  }
  expect(await Promise.all(made.map(said))).toEqual([
    ['1000.00', '900.00', 'instalment 1 of 10, $100.00 of $1,000.00'],
    ['900.00', '800.00', 'instalment 2 of 10, $200.00 of $1,000.00'],
    ['800.00', '700.00', 'instalment 3 of 10, $300.00 of $1,000.00'],
  ])
  const [first, second, third] = made as [Settlement, Settlement, Settlement]
  await at.approve(second.id)
  await at.me.delete(`/api/billing/${first.id}`)
  await at.approve(third.id)
  const again = await at.settle(FIRST)
  await at.approve(again.id)
  expect(await Promise.all([second, third, again].map(said))).toEqual([
    ['1000.00', '900.00', 'instalment 1 of 10, $100.00 of $1,000.00'],
    ['900.00', '800.00', 'instalment 2 of 10, $200.00 of $1,000.00'],
    ['800.00', '700.00', 'instalment 3 of 10, $300.00 of $1,000.00'],
  ])
  const [page = ''] = await pdfText(await at.pdf(again.id))
  expect(page).toContain('instalment 3 of 10, $300.00 of $1,000.00')
  expect(page).toMatch(/\$800\.00\s*-\$100\.00\s*\$700\.00/)
  await at.voidIt(second.id)
  expect(await said(again)).toEqual([
    '800.00',
    '700.00',
    'instalment 3 of 10, $300.00 of $1,000.00',
  ])
})

test('C5 an instalment that was changed by hand says what it brings the loan to', async () => {
  await at.rule({ balance: 'loan', total: '1000' })
  const { id } = await at.settle(FIRST)
  const [line] = await at.lines(id)
  await at.me.put(`/api/billing/${id}/expenses/${line?.id}`, { amount: '40' })
  const words = 'fixed $100.00, changed by hand, $40.00 of $1,000.00'
  expect((await at.lines(id))[0]?.formula).toBe(words)
  await at.approve(id)
  expect((await at.lines(id))[0]?.formula).toBe(words)
})

test('C5 what gives back is approved after what took it', async () => {
  const rule = await at.rule({ description: 'Escrow', balance: 'escrow', total: '100' })
  const first = await at.settle(FIRST)
  const second = await at.settle(SECOND)
  const path = `/api/billing/${second.id}/balances/${rule.id}/refunds`
  await at.me.post(path, { amount: '100' })
  const refused = await at.approve(second.id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      message:
        'The settlement of 11/6/2026 changes “Escrow” too. Approve that one first, or change what this one takes of it.',
    },
  ])
  expect((await at.approve(first.id)).body.number).toBe(1)
  expect((await at.approve(second.id)).body.number).toBe(2)
})

test('C5 balances are their account’s alone', async () => {
  const rule = await at.rule({ balance: 'loan', total: '10' })
  const plain = await at.rule({})
  const { id } = await at.settle(FIRST)
  const other = await signUp(app)
  const path = `/api/billing/${id}/balances`
  expect((await other.get(path)).status).toBe(404)
  expect((await other.get(`/api/trucks/${at.truckId}/balances`)).status).toBe(404)
  expect((await other.post(`${path}/${rule.id}/refunds`, { amount: '1' })).status).toBe(404)
  expect((await at.me.post(`${path}/${plain.id}/refunds`, { amount: '1' })).status).toBe(409)
})

test('C5 a box cannot undo an instalment or a refund: the balance would count what nobody paid', async () => {
  const rule = await at.rule({ category: 'tires', balance: 'loan', total: '300' })
  await at.settle(FIRST)
  const { id } = await at.settle(SECOND)
  const path = `/api/billing/${id}`
  for (const [category, typed] of [
    ['tires', '99.99'],
    ['tires', '-100'],
  ] as const)
    expect(
      Object.keys((await at.me.put(path, { [category]: typed })).body.fields as object),
    ).toEqual([category])
  await at.me.post(`${path}/balances/${rule.id}/refunds`, { amount: '150' })
  expect((await at.read(id)).tires).toBe('-50.00')
  const refused = await at.me.put(path, { tires: '0' })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    {
      tires: [
        'Tires holds -$50.00 of an earlier statement or a balance. Give a further deduction a line of its own.',
      ],
    },
  ])
})

test('C5 a refund that is changed stays below zero, and says so at its amount', async () => {
  const rule = await at.rule({ balance: 'escrow', total: '1000' })
  await at.settle(FIRST)
  const { id } = await at.settle(SECOND)
  const path = `/api/billing/${id}/balances/${rule.id}/refunds`
  const refund = (await at.me.post(path, { amount: '50' })).body
  for (const amount of ['50', '0']) {
    const refused = await at.me.put(`/api/billing/${id}/expenses/${refund.id}`, { amount })
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { amount: ['A refund gives back: its amount is below zero. Or delete it.'] },
    ])
  }
})
