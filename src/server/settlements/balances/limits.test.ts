import { beforeEach, expect, test } from 'vitest'
import type { Balance } from '#core/settlements/balances.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { owning, type Owning } from '#server/testing/owning.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let at: Owning

beforeEach(async () => {
  at = await owning(app)
  for (const date of [FIRST, SECOND, THIRD]) await at.load(date, '2000')
})

const balances = async ({ id }: Settlement) =>
  (await at.me.get<Balance[]>(`/api/billing/${id}/balances`)).body

const refundOn = (settlement: Settlement, rule: number, amount: string) =>
  at.me.post(`/api/billing/${settlement.id}/balances/${rule}/refunds`, { amount })

const addEscrow = (value: string) =>
  at.rule({ description: 'Escrow', balance: 'escrow', value, total: '100' })

/** $100.00 deducted, $60.00 refunded, both approved, and a third settlement that deducts the $60.00 again. */
async function refundAndDeductAgain() {
  const rule = await addEscrow('100')
  const first = await at.settle(FIRST)
  await at.approve(first.id)
  const second = await at.settle(SECOND)
  await refundOn(second, rule.id, '60')
  await at.approve(second.id)
  return { rule, first, second, third: await at.settle(THIRD) }
}

test('C5 A deduction that a statement refunds cannot be voided', async () => {
  const { first, second, third } = await refundAndDeductAgain()
  expect(third.other).toBe('60.00')
  const rejected = await at.voidIt(first.id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'Statement 2 refunds this deduction (“Escrow”). Void it first.' },
  ])
  expect((await at.approve(third.id)).status).toBe(200)
  expect(await balances(third)).toMatchObject([{ opening: '40.00', closing: '100.00' }])
  const again = await at.voidIt(second.id)
  expect([again.status, again.body]).toMatchObject([
    409,
    { message: 'Statement 3 deducts what was refunded here (“Escrow”). Void it first.' },
  ])
  for (const { id } of [third, second, first]) expect((await at.voidIt(id)).status).toBe(200)
})

test('C5 A void is rejected if a pending settlement deducts the refund again', async () => {
  const { second, third } = await refundAndDeductAgain()
  const rejected = await at.voidIt(second.id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message:
        'Another settlement refunds this deduction, or deducts what was refunded here. Change or void it first.',
    },
  ])
  await at.me.delete(`/api/billing/${third.id}`)
  expect((await at.voidIt(second.id)).status).toBe(200)
})

test('C5 A total cannot be less than approved statements deducted, despite pending refunds', async () => {
  const rule = await at.rule({ balance: 'advance', total: '100' })
  await at.approve((await at.settle(FIRST)).id)
  const second = await at.settle(SECOND)
  await refundOn(second, rule.id, '50')
  const rejected = await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, total: '60' })
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    { total: ['Already deducted $100.00'] },
  ])
  expect((await at.approve(second.id)).status).toBe(200)
})

test('C5 Settlements that depend on each other name each other', async () => {
  const rule = await addEscrow('50')
  await at.approve((await at.settle(FIRST)).id)
  const second = await at.settle(SECOND)
  const [deduction] = await at.lines(second.id)
  await at.me.delete(`/api/billing/${second.id}/expenses/${deduction?.id}`)
  const refund = (await refundOn(second, rule.id, '40')).body
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, value: '60' })
  const third = await at.settle(THIRD)
  const path = `/api/billing/${second.id}/expenses/${refund.id}`
  await at.me.put(path, { amount: '-60' })
  const errorOf = async ({ id }: Settlement) =>
    (await at.me.post(`/api/billing/${id}/approve`)).body.message
  const todo = 'settlement first; it also changes “Escrow”.'
  expect(await errorOf(second)).toBe(`Approve the 11/20/2026 ${todo}`)
  expect(await errorOf(third)).toBe(`Approve the 11/13/2026 ${todo}`)
  await at.me.put(path, { amount: '-50' })
  for (const { id } of [second, third]) expect((await at.approve(id)).status).toBe(200)
})

test('C5 A refunded percentage cannot be recalculated to less', async () => {
  const date = '2026-12-04'
  const rule = await at.rule({ balance: 'escrow', basis: 'percent', value: '10', total: '1000' })
  const load = await at.load(date)
  const first = await at.settle(date)
  await refundOn(await at.settle('2026-12-11'), rule.id, '100')
  await at.me.put(`/api/loads/${load.id}`, { ...load, revenue: '500' })
  const rejected = await at.me.put(`/api/billing/${first.id}`, { recalculate: true })
  expect(rejected.status).toBe(409)
  expect(rejected.body.message).toMatch(/^Another settlement refunds this deduction/)
})

test('C5 A refund that was deducted again cannot be deleted', async () => {
  const rule = await addEscrow('100')
  await at.settle(FIRST)
  const second = await at.settle(SECOND)
  const refund = (await refundOn(second, rule.id, '60')).body
  await at.settle(THIRD)
  const rejected = await at.me.delete(`/api/billing/${second.id}/expenses/${refund.id}`)
  expect([rejected.status, rejected.body.message]).toEqual([
    400,
    "The total can't be exceeded, and refunds can't be more than was deducted",
  ])
})

test('C5 An installment beside a refund prints no more than its total', async () => {
  const rule = await addEscrow('60')
  await at.settle(FIRST)
  const second = await at.settle(SECOND)
  await refundOn(second, rule.id, '70')
  const deduction = (await at.lines(second.id)).find(({ kind }) => kind === 'rule')
  await at.me.put(`/api/billing/${second.id}/expenses/${deduction?.id}`, { amount: '60' })
  const edited = (await at.lines(second.id)).find(({ kind }) => kind === 'rule')
  expect(edited?.formula).toBe('flat $60.00, edited, $50.00 of $100.00')
  expect(await balances(second)).toMatchObject([{ opening: '60.00', closing: '50.00' }])
})

test('C5 B33 Proposed lines have the formula that saving gives them, in any order of weeks', async () => {
  await at.rule({ balance: 'loan', value: '100', total: '1000' })
  const proposed = async (date: string) => {
    const query = `truckId=${at.truckId}&settlementDate=${date}&today=${date}`
    const { body } = await at.me.get<SettlementPreview>(`/api/settlements/preview?${query}`)
    return body.proposed?.map(({ amount, formula }) => [amount, formula])
  }
  for (const date of [SECOND, FIRST, THIRD]) {
    const before = await proposed(date)
    const lines = await at.lines((await at.settle(date)).id)
    expect(lines.map(({ amount, formula }) => [amount, formula])).toEqual(before)
  }
})

test('C10 A settlement cannot deduct an advance that now belongs to another owner', async () => {
  const advance = { description: 'Advance', balance: 'advance', total: '500' }
  const rule = await at.rule({ ...advance, truckId: at.truckId })
  const { id } = await at.settle(FIRST)
  const [line] = await at.lines(id)
  const path = `/api/billing/${id}`
  await at.me.put(`${path}/expenses/${line?.id}`, { amount: '90' })
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, ownerId: at.bob })
  await at.me.put(path, { recalculate: true })
  const rejected = await at.approve(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: '“Advance” belongs to Bob. Recalculate or delete it before approving.',
    },
  ])
  await at.me.delete(`${path}/expenses/${line?.id}`)
  expect((await at.approve(id)).body).toMatchObject({ status: 'approved', other: '0.00' })
})

test('C5 A statement prints the total of a loan that was changed since the last one', async () => {
  const rule = await at.rule({ description: 'Loan', balance: 'loan', total: '1000' })
  const [first, second, third] = [
    await at.settle(FIRST),
    await at.settle(SECOND),
    await at.settle(THIRD),
  ]
  await at.approve(first.id)
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, total: '1500' })
  await at.approve(second.id)
  await at.approve(third.id)
  const printed = async ({ id }: Settlement) => (await pdfText(await at.pdf(id))).join('\n')
  expect(await printed(first)).toContain('Loan: loan of $1,000.00, balance owed')
  expect(await printed(second)).toContain('Loan: loan of $1,500.00 (was $1,000.00), balance owed')
  expect(await printed(third)).toContain('Loan: loan of $1,500.00, balance owed')
  expect(await balances(second)).toMatchObject([{ opening: '1400.00', formerTotal: '1000.00' }])
})
