/** The adjustments that the settlement run offers to make (SPEC C361). */
import { expect, test } from 'vitest'
import type { Run } from '#core/settlements/run/run.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, LATER] = ['2026-11-13', '2026-11-19', '2026-11-20'] as const

test('C361 The first open settlement of the truck in the week has the waiting adjustments, and the statement its own', async () => {
  const carrier = await createTestCarrier(app)
  const { client } = carrier
  const load = await carrier.createLoad(FIRST, '1000')
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  await client.put(`/api/loads/${load.id}`, { ...load, revenue: '1200' })
  await carrier.createLoad(SECOND, '3000')
  await carrier.createLoad(LATER, '500')
  const read = async (week: string) => {
    const { body } = await client.get<Run>(`/api/settlements/run?week=${week}&today=2026-11-25`)
    return body.rows.map(({ settlementDate, adjustments }) => [settlementDate, adjustments])
  }
  const waiting = { id, number: 1, loads: 1, net: '200.00', otherPayee: null }
  expect(await read(FIRST)).toEqual([[FIRST, [waiting]]])
  expect(await read(LATER)).toEqual([
    [SECOND, [waiting]],
    [LATER, []],
  ])
  await carrier.settle(SECOND)
  await client.post(`/api/billing/${id}/correct`)
  expect(await read(LATER)).toEqual([
    [SECOND, []],
    [LATER, []],
  ])
})

test('C361 An adjustment that only another payee could take names this payee', async () => {
  const carrier = await createTestCarrier(app)
  const { client, truckId } = carrier
  const sellTo = async (name: string) => {
    const { body: owner } = await client.post('/api/owners', { ...makeSample('owners'), name })
    const { body: truck } = await client.get(`/api/trucks/${truckId}`)
    await client.put(`/api/trucks/${truckId}`, { ...truck, ownerId: owner.id })
  }
  await sellTo('Bob')
  const load = await carrier.createLoad(FIRST, '1000')
  await carrier.approve((await carrier.settle(FIRST)).id)
  await sellTo('Ann')
  await client.put(`/api/loads/${load.id}`, { ...load, revenue: '1200' })
  await carrier.createLoad(LATER, '500')
  const { body } = await client.get<Run>(`/api/settlements/run?week=${LATER}&today=2026-11-25`)
  expect(body.rows.flatMap(({ adjustments }) => adjustments)).toMatchObject([
    { number: 1, otherPayee: 'Ann' },
  ])
})
