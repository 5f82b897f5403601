import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { settling, type Settling } from '#server/testing/settling.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting.ts'

const { app, database } = await testApp()
const settlementDate = '2026-11-20'
let at: Settling

beforeEach(async () => {
  at = await settling(app)
})

/** Changes the line of a settlement to $150.00 in a transaction that stays open. */
async function holdLine(id: number) {
  const held = await database.startTransaction().execute()
  await sql`update expenses set amount = 150 where billing_id = ${id}`.execute(held)
  return held
}

test('C66 A deduction without a total holds up no settlement of another truck', async () => {
  await at.rule({ value: '90' })
  await at.load(settlementDate)
  const { id } = await at.settle(settlementDate)
  const held = await holdLine(id)
  const truckId = await at.truck()
  const other = await at.settle(settlementDate, { truckId })
  await held.rollback().execute()
  expect(other).toMatchObject({ truckId, other: '90.00' })
})

test.each(['all trucks', 'one payee'])(
  'C66 A new total counts the lines that are being written: a deduction of %s',
  async (whose) => {
    const ownerId = whose === 'one payee' ? await payOwner() : null
    const rule = await at.rule({ value: '90', ownerId })
    await at.load(settlementDate)
    const { id } = await at.settle(settlementDate)
    const held = await holdLine(id)
    const changed = at.me.put(`/api/deduction-rules/${rule.id}`, {
      ...rule,
      ...{ balance: 'loan', total: '100' },
    })
    await Promise.race([untilWaiting(database, 1), changed])
    await held.commit().execute()
    expect((await changed).body.fields).toEqual({ total: ['Already deducted $150.00'] })
  },
)

/** Gives the truck an owner. */
async function payOwner(): Promise<number> {
  const { id } = (await at.me.post('/api/owners', makeSample('owners'))).body
  const truck = (await at.me.get(`/api/trucks/${at.truckId}`)).body
  await at.me.put(`/api/trucks/${at.truckId}`, { ...truck, ownerId: id })
  return id
}
