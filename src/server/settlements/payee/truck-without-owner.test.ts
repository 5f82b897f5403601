import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { owning, type Owning } from '#server/testing/owning.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND] = ['2026-11-06', '2026-11-13'] as const
let at: Owning

beforeEach(async () => {
  at = await owning(app)
})

/** As earlier versions allowed: the owner has settlements. */
async function deleteOwner(id: number) {
  await sql`alter table owners disable trigger owners_guard_used_payee`.execute(database)
  await sql`delete from owners where id = ${id}`.execute(database)
  await sql`alter table owners enable trigger owners_guard_used_payee`.execute(database)
}

test('C10 C9 A settlement of a deleted owner cannot be approved until its payee is changed', async () => {
  await at.load(FIRST)
  const { id } = await at.settle(FIRST)
  await at.sellTo(at.bob)
  await deleteOwner(at.ann)
  const query = `truckId=${at.truckId}&settlementDate=${FIRST}&today=${FIRST}`
  const preview = async () =>
    (await at.me.get<SettlementPreview>(`/api/settlements/preview?${query}`)).body
  expect((await preview()).changedPayee).toEqual({
    payee: 'a deleted owner',
    owner: 'Bob',
    driver: null,
  })
  const rejected = await at.approve(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'This payee was deleted. Choose another payee.' },
  ])
  await at.me.put(`/api/billing/${id}`, { ownerId: at.bob })
  expect((await at.approve(id)).body).toMatchObject({ number: 1, ownerId: at.bob })
  await at.sellTo(null)
  await deleteOwner(at.bob)
  expect((await preview()).payee).toEqual({ ownerId: at.bob, driverId: null, name: 'Bob' })
})

test('C10 An advance from before the first owner belongs to that owner, not to a later buyer', async () => {
  await at.sellTo(null)
  const advance = { description: 'Advance', balance: 'advance', value: '90', total: '900' }
  const { id } = await at.rule({ ...advance, truckId: at.truckId })
  await at.load(FIRST)
  await at.load(SECOND)
  const first = await at.settle(FIRST)
  await at.sellTo(at.ann)
  expect((await at.me.get(`/api/deduction-rules/${id}`)).body.ownerId).toBe(at.ann)
  expect(await at.read(first.id)).toMatchObject({ ownerId: at.ann, other: '90.00' })
  await at.approve(first.id)
  await at.sellTo(at.bob)
  expect(await at.settle(SECOND)).toMatchObject({ ownerId: at.bob, other: '0.00' })
  const { balances } = (await at.me.get<PreviousPayeeItems>('/api/settlements/waiting')).body
  expect(balances).toMatchObject([{ payee: 'Ann', closing: '810.00' }])
})

test('C4 C10 A settlement without a carry-forward of its payee cannot be approved', async () => {
  await at.load(FIRST, '100')
  await at.approve((await at.settle(FIRST, { fuel: '350.55' })).id)
  await at.sellTo(null)
  await at.load(SECOND)
  const { id } = await at.settle(SECOND)
  const { carries } = (await at.me.get<PreviousPayeeItems>('/api/settlements/waiting')).body
  expect(carries).toMatchObject([{ payee: 'Ann', otherPayee: 'no payee', amount: '250.55' }])
  await at.sellTo(at.ann)
  expect(await at.read(id)).toMatchObject({ ownerId: at.ann, netPayment: '1000.00' })
  const rejected = await at.approve(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'A negative net was carried forward from statement 1. Save again before approving.',
    },
  ])
  await at.me.put(`/api/billing/${id}`, { fuel: '0.00' })
  expect((await at.approve(id)).body).toMatchObject({ number: 2, netPayment: '749.45' })
})

test('C8 C10 Neither the register nor the draft names the driver if the owner was deleted', async () => {
  const driver = (await at.me.post('/api/drivers', { ...makeSample('drivers'), name: 'Dan' })).body
  const truck = (await at.me.get(`/api/trucks/${at.truckId}`)).body
  await at.me.put(`/api/trucks/${at.truckId}`, { ...truck, driverId: driver.id })
  await at.load(FIRST)
  const { id } = await at.settle(FIRST)
  const printed = async () => {
    const register = await at.me.get(`/api/settlements/run/register.csv?week=${FIRST}`)
    return [register.text, ...(await pdfText(await at.pdf(id)))].join('\n')
  }
  expect(await printed()).toContain('Ann')
  await deleteOwner(at.ann)
  expect(await printed()).not.toMatch(/Ann|Dan/)
  await at.me.put(`/api/billing/${id}`, { ownerId: null })
  expect(await printed()).toMatch(/Dan/)
})

test('C10 A draft keeps no payee if the first owner’s balance has no room, and the run says so', async () => {
  const escrow = { description: 'Escrow', balance: 'escrow', value: '100', total: '100' }
  await at.rule(escrow)
  await at.load(FIRST)
  await at.load(SECOND)
  await at.approve((await at.settle(FIRST)).id)
  await at.sellTo(null)
  const draft = await at.settle(SECOND)
  expect(draft).toMatchObject({ ownerId: null, other: '100.00' })
  await at.sellTo(at.ann)
  expect(await at.read(draft.id)).toMatchObject({ ownerId: null, other: '100.00' })
  const { rows } = (await at.me.get<Run>(`/api/settlements/run?week=${SECOND}&today=${SECOND}`))
    .body
  expect(JSON.stringify(rows)).toContain('Pays no payee, but the truck now belongs to Ann')
})

test('C10 A truck can be saved while an import of its loads is not committed yet', async () => {
  const load = await at.load(FIRST)
  const importing = await database.startTransaction().execute()
  await sql`insert into loads (user_id, load_id, truck_id, pickup_date, settlement_date, pickup_state, delivery_state, revenue)
    select user_id, 'imported', truck_id, pickup_date, settlement_date, pickup_state, delivery_state, revenue
    from loads where id = ${load.id}`.execute(importing)
  const saved = await Promise.race([at.sellTo(at.bob), setTimeout(2000)])
  await importing.rollback().execute()
  expect(saved).toBe(200)
})
