import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'

const { app, database } = await testApp()
const settlementDate = '2026-11-20'
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

/** Changes the line of a settlement to $150.00 in a transaction that stays open. */
async function holdLine(id: number) {
  const held = await database.startTransaction().execute()
  await sql`update expenses set amount = 150 where billing_id = ${id}`.execute(held)
  return held
}

test('C66 A deduction without a total holds up no settlement of another truck', async () => {
  await carrier.createRule({ value: '90' })
  await carrier.createLoad(settlementDate)
  const { id } = await carrier.settle(settlementDate)
  const held = await holdLine(id)
  const truckId = await carrier.createTruck()
  const other = await carrier.settle(settlementDate, { truckId })
  await held.rollback().execute()
  expect(other).toMatchObject({ truckId, other: '90.00' })
})

test.each(['all trucks', 'one payee'])(
  'C66 A new total counts the lines that are being written: a deduction of %s',
  async (whose) => {
    const ownerId = whose === 'one payee' ? await payOwner() : null
    const rule = await carrier.createRule({ value: '90', ownerId })
    await carrier.createLoad(settlementDate)
    const { id } = await carrier.settle(settlementDate)
    const held = await holdLine(id)
    const changed = carrier.client.put(`/api/deduction-rules/${rule.id}`, {
      ...rule,
      balance: 'loan',
      total: '100',
    })
    await Promise.race([waitUntilBlocked(database, 1), changed])
    await held.commit().execute()
    expect((await changed).body.fields).toEqual({ total: ['Already deducted $150.00'] })
  },
)

/** Gives the truck an owner. */
async function payOwner(): Promise<number> {
  const { id } = (await carrier.client.post('/api/owners', makeSample('owners'))).body
  const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, { ...truck, ownerId: id })
  return id
}
