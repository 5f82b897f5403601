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

const giveBack = (settlement: Settlement, rule: number, amount: string) =>
  at.me.post(`/api/billing/${settlement.id}/balances/${rule}/refunds`, { amount })

const escrowOf = (value: string) =>
  at.rule({ description: 'Escrow', balance: 'escrow', value, total: '100' })

/** $100.00 taken, $60.00 given back, both approved, and a third settlement that takes the $60.00 again. */
async function givenBack() {
  const rule = await escrowOf('100')
  const first = await at.settle(FIRST)
  await at.approve(first.id)
  const second = await at.settle(SECOND)
  await giveBack(second, rule.id, '60')
  await at.approve(second.id)
  return { rule, first, second, third: await at.settle(THIRD) }
}

test('C5 what an approved statement gave back stays taken, whatever a pending one takes', async () => {
  const { first, second, third } = await givenBack()
  expect(third.other).toBe('60.00')
  const refused = await at.voidIt(first.id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: 'Statement 2 gives back what was deducted here (“Escrow”): void that one first' },
  ])
  expect((await at.approve(third.id)).status).toBe(200)
  expect(await balances(third)).toMatchObject([{ opening: '40.00', closing: '100.00' }])
  const again = await at.voidIt(second.id)
  expect([again.status, again.body]).toMatchObject([
    409,
    { message: 'Statement 3 takes what was given back here (“Escrow”): void that one first' },
  ])
  for (const { id } of [third, second, first]) expect((await at.voidIt(id)).status).toBe(200)
})

test('C5 what a pending settlement took or gave back is said of a void too', async () => {
  const { second, third } = await givenBack()
  const refused = await at.voidIt(second.id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      message:
        'Another settlement of the truck gives back what was deducted here, or takes again what was given back here. Change or void that one first.',
    },
  ])
  await at.me.delete(`/api/billing/${third.id}`)
  expect((await at.voidIt(second.id)).status).toBe(200)
})

test('C5 a total is not less than what approved statements took, also where a pending one gives back', async () => {
  const rule = await at.rule({ balance: 'advance', total: '100' })
  await at.approve((await at.settle(FIRST)).id)
  const second = await at.settle(SECOND)
  await giveBack(second, rule.id, '50')
  const refused = await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, total: '60' })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { total: ['It has already taken $100.00'] },
  ])
  expect((await at.approve(second.id)).status).toBe(200)
})

test('C5 settlements that wait for each other are told which they are, and what to do', async () => {
  const rule = await escrowOf('50')
  await at.approve((await at.settle(FIRST)).id)
  const second = await at.settle(SECOND)
  const [taken] = await at.lines(second.id)
  await at.me.delete(`/api/billing/${second.id}/expenses/${taken?.id}`)
  const refund = (await giveBack(second, rule.id, '40')).body
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, value: '60' })
  const third = await at.settle(THIRD)
  const path = `/api/billing/${second.id}/expenses/${refund.id}`
  await at.me.put(path, { amount: '-60' })
  const said = async ({ id }: Settlement) =>
    (await at.me.post(`/api/billing/${id}/approve`)).body.message
  const todo = 'changes “Escrow” too. Approve that one first, or change what this one takes of it.'
  expect(await said(second)).toBe(`The settlement of 11/20/2026 ${todo}`)
  expect(await said(third)).toBe(`The settlement of 11/13/2026 ${todo}`)
  await at.me.put(path, { amount: '-50' })
  for (const { id } of [second, third]) expect((await at.approve(id)).status).toBe(200)
})

test('C5 a percentage that was given back cannot be worked out lower, and the answer says why', async () => {
  const date = '2026-12-04'
  const rule = await at.rule({ balance: 'escrow', basis: 'percent', value: '10', total: '1000' })
  const load = await at.load(date)
  const first = await at.settle(date)
  await giveBack(await at.settle('2026-12-11'), rule.id, '100')
  await at.me.put(`/api/loads/${load.id}`, { ...load, revenue: '500' })
  const refused = await at.me.put(`/api/billing/${first.id}`, { recalculate: true })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^Another settlement of the truck gives back/)
})

test('C5 a refund that was taken again cannot be deleted, and the answer says why', async () => {
  const rule = await escrowOf('100')
  await at.settle(FIRST)
  const second = await at.settle(SECOND)
  const refund = (await giveBack(second, rule.id, '100')).body
  await at.settle(THIRD)
  const refused = await at.me.delete(`/api/billing/${second.id}/expenses/${refund.id}`)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'The deduction would go past its total, or below what was given back',
  ])
})

test('C5 an instalment beside a refund says no more than its total', async () => {
  const rule = await escrowOf('60')
  await at.settle(FIRST)
  const second = await at.settle(SECOND)
  await giveBack(second, rule.id, '60')
  const taken = (await at.lines(second.id)).find(({ kind }) => kind === 'rule')
  await at.me.put(`/api/billing/${second.id}/expenses/${taken?.id}`, { amount: '60' })
  const said = (await at.lines(second.id)).find(({ kind }) => kind === 'rule')?.formula
  expect(said).toBe('fixed $60.00, changed by hand, $60.00 of $100.00')
  expect(await balances(second)).toMatchObject([{ opening: '60.00', closing: '60.00' }])
})

test('C5 B33 what a settlement would start with is said as it is once it is saved, whichever weeks are saved already', async () => {
  await at.rule({ balance: 'loan', value: '100', total: '1000' })
  const proposed = async (date: string) => {
    const query = `truckId=${at.truckId}&settlementDate=${date}&today=${date}`
    const { body } = await at.me.get<SettlementPreview>(`/api/settlements/preview?${query}`)
    return body.proposed?.map(({ amount, formula }) => [amount, formula])
  }
  for (const date of [SECOND, FIRST, THIRD]) {
    const said = await proposed(date)
    const lines = await at.lines((await at.settle(date)).id)
    expect(lines.map(({ amount, formula }) => [amount, formula])).toEqual(said)
  }
})

test('C10 nobody pays an advance that is another owner’s by now', async () => {
  const advance = { description: 'Advance', balance: 'advance', total: '500' }
  const rule = await at.rule({ ...advance, truckId: at.truckId })
  const { id } = await at.settle(FIRST)
  const [line] = await at.lines(id)
  const path = `/api/billing/${id}`
  await at.me.put(`${path}/expenses/${line?.id}`, { amount: '90' })
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, ownerId: at.bob })
  await at.me.put(path, { recalculate: true })
  const refused = await at.approve(id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      message:
        "“Advance” is another owner's (Bob). Recalculate, or delete its lines here, before you approve.",
    },
  ])
  await at.me.delete(`${path}/expenses/${line?.id}`)
  expect((await at.approve(id)).body).toMatchObject({ status: 'approved', other: '0.00' })
})

test('C5 a statement says that a loan’s total is another than on the last one: it opens otherwise than that closed', async () => {
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
