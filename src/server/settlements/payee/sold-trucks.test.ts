import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { owning } from '#server/testing/owning.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('C10 A sold truck leaves the debt and the loan with the previous owner', async () => {
  const at = await owning(app)
  const loan = { description: 'Loan', balance: 'loan', value: '100', total: '500' }
  await at.rule({ ...loan, truckId: at.truckId })
  await at.load('2026-11-06', '1000')
  const last = await at.settle('2026-11-06', { fuel: '1150.00' })
  // 1,000.00 less fuel 1,150.00 and the loan's 100.00: 250.00 is carried forward, nothing is paid.
  expect((await at.approve(last.id)).body).toMatchObject({ netPayment: '0.00', status: 'paid' })
  await at.sellTo(at.bob)
  await at.load('2026-11-13', '2000')
  const next = await at.settle('2026-11-13')
  // Bob is paid all of it: Ann's 250.00 and her loan of 400.00 stay hers.
  expect((await at.approve(next.id)).body).toMatchObject({
    payee: `owner:${at.bob}`,
    netPayment: '2000.00',
  })
  const waiting = await at.me.get<object>('/api/settlements/waiting')
  expect(waiting.body).toMatchObject({
    carries: [{ amount: '250.00', payee: 'Ann' }],
    balances: [{ payee: 'Ann' }],
  })
})

test('C4 Deductions above the revenue are carried forward to the cent', async () => {
  const at = await owning(app)
  await at.load('2026-11-06', '1000')
  const first = await at.settle('2026-11-06', { fuel: '1300.01' })
  expect((await at.approve(first.id)).body).toMatchObject({ netPayment: '0.00' })
  await at.load('2026-11-13', '1000')
  const second = await at.settle('2026-11-13', { startFromDefaults: true })
  // 1,000.00 less the 300.01 of the week before.
  expect((await at.approve(second.id)).body).toMatchObject({ netPayment: '699.99' })
})

test('C10 An owner who changes between two statements gets the own one only', async () => {
  const at = await owning(app)
  await at.rule({ description: 'Carrier fee', basis: 'percent', value: '12' })
  const nets: [string, string][] = []
  const settle = async (date: string, revenue: string) => {
    await at.load(date, revenue)
    const { body } = await at.approve((await at.settle(date)).id)
    nets.push([(body satisfies Settlement).payee, body.netPayment])
  }
  await settle('2026-10-30', '1000')
  await at.sellTo(at.bob)
  await settle('2026-11-06', '2000')
  await at.sellTo(at.ann)
  await settle('2026-11-13', '3000')
  // 12% of each: 120.00, 240.00 and 360.00.
  expect(nets).toEqual([
    [`owner:${at.ann}`, '880.00'],
    [`owner:${at.bob}`, '1760.00'],
    [`owner:${at.ann}`, '2640.00'],
  ])
})
