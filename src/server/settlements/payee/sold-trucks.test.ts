import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('C10 A sold truck leaves the debt and the loan with the previous owner', async () => {
  const carrier = await createCarrierWithOwners(app)
  const loan = { description: 'Loan', balance: 'loan', value: '100', total: '500' }
  await carrier.createRule({ ...loan, truckId: carrier.truckId })
  await carrier.createLoad('2026-11-06', '1000')
  const last = await carrier.settle('2026-11-06', { fuel: '1150.00' })
  // 1,000.00 less fuel 1,150.00 and the loan's 100.00: 250.00 is carried forward, nothing is paid.
  expect((await carrier.approve(last.id)).body).toMatchObject({
    netPayment: '0.00',
    status: 'paid',
  })
  await carrier.sellTo(carrier.bob)
  await carrier.createLoad('2026-11-13', '2000')
  const next = await carrier.settle('2026-11-13')
  // Bob is paid all of it: Ann's 250.00 and her loan of 400.00 stay hers.
  expect((await carrier.approve(next.id)).body).toMatchObject({
    payee: `owner:${carrier.bob}`,
    netPayment: '2000.00',
  })
  const waiting = await carrier.client.get<object>('/api/settlements/waiting')
  expect(waiting.body).toMatchObject({
    carries: [{ amount: '250.00', payee: 'Ann' }],
    balances: [{ payee: 'Ann' }],
  })
})

test('C4 Deductions above the revenue are carried forward to the cent', async () => {
  const carrier = await createCarrierWithOwners(app)
  await carrier.createLoad('2026-11-06', '1000')
  const first = await carrier.settle('2026-11-06', { fuel: '1300.01' })
  expect((await carrier.approve(first.id)).body).toMatchObject({ netPayment: '0.00' })
  await carrier.createLoad('2026-11-13', '1000')
  const second = await carrier.settle('2026-11-13', { startFromDefaults: true })
  // 1,000.00 less the 300.01 of the week before.
  expect((await carrier.approve(second.id)).body).toMatchObject({ netPayment: '699.99' })
})

test('C10 If the owner changes between statements, each owner gets only their own', async () => {
  const carrier = await createCarrierWithOwners(app)
  await carrier.createRule({ description: 'Carrier fee', basis: 'percent', value: '12' })
  const nets: [string, string][] = []
  const settle = async (date: string, revenue: string) => {
    await carrier.createLoad(date, revenue)
    const { body } = await carrier.approve((await carrier.settle(date)).id)
    nets.push([(body satisfies Settlement).payee, body.netPayment])
  }
  await settle('2026-10-30', '1000')
  await carrier.sellTo(carrier.bob)
  await settle('2026-11-06', '2000')
  await carrier.sellTo(carrier.ann)
  await settle('2026-11-13', '3000')
  // 12% of each: 120.00, 240.00 and 360.00.
  expect(nets).toEqual([
    [`owner:${carrier.ann}`, '880.00'],
    [`owner:${carrier.bob}`, '1760.00'],
    [`owner:${carrier.ann}`, '2640.00'],
  ])
})
