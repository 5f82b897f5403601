/** A statement compared with the one before it (SPEC C52). */
import { expect, test } from 'vitest'
import type { StatementView } from '#core/settlements/comparison/statement-view.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const

type Carrier = Awaited<ReturnType<typeof createCarrierWithOwners>>

async function readView({ client }: Carrier, id: number): Promise<StatementView> {
  return (await client.get<StatementView>(`/api/billing/${id}/comparison`)).body
}

async function createStatement(
  carrier: Carrier,
  date: string,
  revenue: string,
  values: object,
): Promise<number> {
  await carrier.createLoad(date, revenue)
  const { id } = await carrier.settle(date, values)
  expect((await carrier.approve(id)).status).toBe(200)
  return id
}

test('C52 A statement is compared with the one before it of the same payee and truck', async () => {
  const carrier = await createCarrierWithOwners(app)
  const first = await createStatement(carrier, FIRST, '3000', { fuel: '400' })
  const second = await createStatement(carrier, SECOND, '2500', { fuel: '500', tolls: '25.50' })
  const { previous, comparison, loads, truck, payeeName, settlement } = await readView(
    carrier,
    second,
  )
  expect(previous).toEqual({ id: first, number: 1, settlementDate: FIRST, netPayment: '2600.00' })
  expect(settlement).toMatchObject({ id: second, number: 2, netPayment: '1974.50' })
  expect({ truck, payeeName, loads: loads.length }).toMatchObject({ payeeName: 'Ann', loads: 1 })
  expect(comparison.net).toEqual({ current: '1974.50', previous: '2600.00', difference: '-625.50' })
  expect(comparison.rows.map(({ label, difference }) => [label, difference])).toEqual([
    ['Loads', '-500.00'],
    ['Fuel', '-100.00'],
    ['Tolls', '-25.50'],
  ])
  expect((await readView(carrier, first)).previous).toBe(null)
})

test('C52 A statement is not compared with a void one or one of another payee', async () => {
  const carrier = await createCarrierWithOwners(app)
  const first = await createStatement(carrier, FIRST, '3000', {})
  const second = await createStatement(carrier, SECOND, '2500', {})
  await carrier.createLoad(THIRD)
  const third = await carrier.settle(THIRD)
  expect((await readView(carrier, third.id)).previous?.id).toBe(second)
  await carrier.voidStatement(second)
  expect((await readView(carrier, third.id)).previous?.id).toBe(first)
  await carrier.client.put(`/api/billing/${third.id}`, { ownerId: carrier.bob })
  const drafted = await readView(carrier, third.id)
  expect(drafted.previous).toBe(null)
  expect(drafted.payeeName).toBe('Bob')
})

test('C52 A frozen statement keeps its loads and payee when the records change', async () => {
  const carrier = await createCarrierWithOwners(app)
  const load = await carrier.createLoad(FIRST, '3000')
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  await carrier.client.put(`/api/loads/${load.id}`, { ...load, revenue: '1.00' })
  await carrier.sellTo(carrier.bob)
  const { loads, payeeName } = await readView(carrier, id)
  expect(payeeName).toBe('Ann')
  expect(loads.map(({ revenue }) => revenue)).toEqual(['3000.00'])
})
