import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const [FIRST, SECOND] = ['2026-11-06', '2026-11-13'] as const
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
})

/** Deletes an owner who has settlements, as earlier versions allowed. */
async function deleteOwner(id: number) {
  await sql`alter table owners disable trigger owners_guard_used_payee`.execute(database)
  await sql`update trucks set owner_id = null where owner_id = ${id}`.execute(database)
  await sql`delete from owners where id = ${id}`.execute(database)
  await sql`alter table owners enable trigger owners_guard_used_payee`.execute(database)
}

test('C10 C9 A settlement of a deleted owner cannot be approved until its payee is changed', async () => {
  await carrier.createLoad(FIRST)
  const { id } = await carrier.settle(FIRST)
  await carrier.sellTo(carrier.bob)
  await deleteOwner(carrier.ann)
  const query = `truckId=${carrier.truckId}&settlementDate=${FIRST}&today=${FIRST}`
  const preview = async () =>
    (await carrier.client.get<SettlementPreview>(`/api/settlements/preview?${query}`)).body
  expect((await preview()).changedPayee).toEqual({
    payee: 'a deleted owner',
    owner: 'Bob',
    driver: null,
  })
  const rejected = await carrier.approve(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'This payee was deleted. Choose another payee.' },
  ])
  await carrier.client.put(`/api/billing/${id}`, { ownerId: carrier.bob })
  expect((await carrier.approve(id)).body).toMatchObject({ number: 1, ownerId: carrier.bob })
  await carrier.sellTo(null)
  await deleteOwner(carrier.bob)
  expect((await preview()).payee).toEqual({ ownerId: carrier.bob, driverId: null, name: 'Bob' })
})

test('C10 An advance from before the first owner belongs to that owner, not to a later buyer', async () => {
  await carrier.sellTo(null)
  const advance = { description: 'Advance', balance: 'advance', value: '90', total: '900' }
  const { id } = await carrier.createRule({ ...advance, truckId: carrier.truckId })
  await carrier.createLoad(FIRST)
  await carrier.createLoad(SECOND)
  const first = await carrier.settle(FIRST)
  await carrier.sellTo(carrier.ann)
  expect((await carrier.client.get(`/api/deduction-rules/${id}`)).body.ownerId).toBe(carrier.ann)
  expect(await carrier.readSettlement(first.id)).toMatchObject({
    ownerId: carrier.ann,
    other: '90.00',
  })
  await carrier.approve(first.id)
  await carrier.sellTo(carrier.bob)
  expect(await carrier.settle(SECOND)).toMatchObject({ ownerId: carrier.bob, other: '0.00' })
  const { balances } = (await carrier.client.get<PreviousPayeeItems>('/api/settlements/waiting'))
    .body
  expect(balances).toMatchObject([{ payee: 'Ann', closing: '810.00' }])
})

test('C4 C10 A settlement without a carry-forward of its payee cannot be approved', async () => {
  await carrier.createLoad(FIRST, '100')
  await carrier.approve((await carrier.settle(FIRST, { fuel: '350.55' })).id)
  await carrier.sellTo(null)
  await carrier.createLoad(SECOND)
  const { id } = await carrier.settle(SECOND)
  const { carries } = (await carrier.client.get<PreviousPayeeItems>('/api/settlements/waiting'))
    .body
  expect(carries).toMatchObject([{ payee: 'Ann', otherPayee: 'no payee', amount: '250.55' }])
  await carrier.sellTo(carrier.ann)
  expect(await carrier.readSettlement(id)).toMatchObject({
    ownerId: carrier.ann,
    netPayment: '1000.00',
  })
  const rejected = await carrier.approve(id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    {
      message: 'A negative net was carried forward from statement 1. Save again before approving.',
    },
  ])
  await carrier.client.put(`/api/billing/${id}`, { fuel: '0.00' })
  expect((await carrier.approve(id)).body).toMatchObject({ number: 2, netPayment: '749.45' })
})

test('C8 C10 Neither the register nor the draft names the driver if the owner was deleted', async () => {
  const driver = (
    await carrier.client.post('/api/drivers', { ...makeSample('drivers'), name: 'Dan' })
  ).body
  const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, { ...truck, driverId: driver.id })
  await carrier.createLoad(FIRST)
  const { id } = await carrier.settle(FIRST)
  const printed = async () => {
    const register = await carrier.client.get(`/api/settlements/run/register.csv?week=${FIRST}`)
    return [register.text, ...(await pdfText(await carrier.readPdf(id)))].join('\n')
  }
  expect(await printed()).toContain('Ann')
  await deleteOwner(carrier.ann)
  expect(await printed()).not.toMatch(/Ann|Dan/)
  await carrier.client.put(`/api/billing/${id}`, { ownerId: null })
  expect(await printed()).toMatch(/Dan/)
})

test('C10 A draft keeps no payee if the first owner’s balance has no room, and the run says so', async () => {
  const escrow = { description: 'Escrow', balance: 'escrow', value: '100', total: '100' }
  await carrier.createRule(escrow)
  await carrier.createLoad(FIRST)
  await carrier.createLoad(SECOND)
  await carrier.approve((await carrier.settle(FIRST)).id)
  await carrier.sellTo(null)
  const draft = await carrier.settle(SECOND)
  expect(draft).toMatchObject({ ownerId: null, other: '100.00' })
  await carrier.sellTo(carrier.ann)
  expect(await carrier.readSettlement(draft.id)).toMatchObject({ ownerId: null, other: '100.00' })
  const { rows } = (
    await carrier.client.get<Run>(`/api/settlements/run?week=${SECOND}&today=${SECOND}`)
  ).body
  expect(JSON.stringify(rows)).toContain('Pays no payee, but the truck now belongs to Ann')
})

test('C10 A truck can be saved while an import of its loads is not committed yet', async () => {
  const load = await carrier.createLoad(FIRST)
  const importing = await database.startTransaction().execute()
  await sql`insert into loads (user_id, load_id, truck_id, pickup_date, settlement_date, pickup_state, delivery_state, revenue)
    select user_id, 'imported', truck_id, pickup_date, settlement_date, pickup_state, delivery_state, revenue
    from loads where id = ${load.id}`.execute(importing)
  // A wait for the import would end with an error.
  const saved = await carrier.sellTo(carrier.bob)
  await importing.rollback().execute()
  expect(saved).toBe(200)
})
