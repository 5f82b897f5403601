import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Balance } from '#core/settlements/balances.ts'
import type { Unnamed } from '#core/settlements/unnamed-drivers.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: CarrierWithOwners
let dan: number
let eve: number

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  dan = await carrier.addDriver('Dan')
  eve = await carrier.addDriver('Eve')
  await carrier.assignDriver(dan)
})

/** Leaves the statement as the migration does if two drivers have the printed name. */
async function forgetDriver(id: number) {
  await sql`alter table billing disable trigger user`.execute(database)
  await sql`update billing set driver_id = null where id = ${id}`.execute(database)
  await sql`alter table billing enable trigger user`.execute(database)
  await sql`update statement_rule_sums set payee = 'truck:' || truck_id
    where truck_id = ${carrier.truckId}`.execute(database)
}

async function readUnnamed() {
  return (await carrier.client.get<Unnamed>('/api/settlements/unnamed')).body
}

test('C10 A user names the driver of an old statement once, and its amounts become the driver’s', async () => {
  await carrier.createRule({ description: 'Escrow', balance: 'escrow', value: '100', total: '500' })
  // 100.00 of revenue − 400.00 of fuel − 100.00 of escrow: 400.00 are carried forward.
  await carrier.createLoad(FIRST, '100')
  const { id } = await carrier.settle(FIRST, { fuel: '400' })
  await carrier.approve(id)
  await forgetDriver(id)
  expect((await readUnnamed()).statements).toMatchObject([
    { billingId: id, number: 1, payee: 'Dan' },
  ])
  await carrier.createLoad(SECOND, '1000')
  // 1,000.00 − 100.00 of escrow: nothing of the old statement is Dan's yet.
  const draft = await carrier.settle(SECOND)
  expect(draft.netPayment).toBe('900.00')
  const path = `/api/billing/${id}/name-driver`
  expect((await carrier.client.post(path, { driverId: 99_999_999 })).body.fields).toEqual({
    driverId: ['Driver was not found'],
  })
  const named = await carrier.client.post(path, { driverId: dan })
  expect([named.status, named.body]).toMatchObject([200, { id, payee: `driver:${dan}` }])
  expect((await carrier.client.post(path, { driverId: eve })).body.message).toBe(
    'The payee of this statement is known',
  )
  // 1,000.00 − 100.00 of escrow − 400.00 carried forward.
  expect((await carrier.readSettlement(draft.id)).netPayment).toBe('500.00')
  const balances = (await carrier.client.get<Balance[]>(`/api/trucks/${carrier.truckId}/balances`))
    .body
  expect(balances).toMatchObject([{ payee: 'Dan', closing: '200.00' }])
  expect(await readUnnamed()).toEqual({ statements: [], balances: [] })
  const audit = await carrier.client.get(`/api/audit?subject=billing&subjectId=${id}`)
  expect(audit.body[0]).toMatchObject({ after: { driverId: String(dan) } })
})

test('C10 A draft with an unknown driver’s amount cannot be approved until the driver is named', async () => {
  await carrier.createLoad(FIRST, '100')
  const { id } = await carrier.settle(FIRST, { fuel: '400' })
  await carrier.approve(id)
  await carrier.createLoad(SECOND, '1000')
  const draft = await carrier.settle(SECOND)
  expect(draft.netPayment).toBe('700.00')
  await forgetDriver(id)
  expect((await carrier.approve(draft.id)).body).toMatchObject({
    message: 'The driver of statement 1 is not on record. Name the driver before approving.',
  })
  await carrier.client.post(`/api/billing/${id}/name-driver`, { driverId: eve })
  expect((await carrier.approve(draft.id)).body.netPayment).toBe('1000.00')
})

test('C10 C11 The payment of an old statement becomes the named driver’s', async () => {
  await carrier.createLoad(FIRST, '100')
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  await forgetDriver(id)
  await carrier.pay(id)
  await carrier.client.post(`/api/billing/${id}/name-driver`, { driverId: eve })
  const { rows } = await sql`select payee from payouts where driver_id = ${eve}`.execute(database)
  expect(rows).toEqual([{ payee: `driver:${eve}` }])
})

test('C10 C11 Statements that one payment covers get the same driver after a confirmation', async () => {
  const ids: number[] = []
  for (const date of [FIRST, SECOND, THIRD]) {
    await carrier.createLoad(date, '100')
    ids.push((await carrier.settle(date)).id)
    await carrier.approve(ids.at(-1) ?? 0)
    await forgetDriver(ids.at(-1) ?? 0)
  }
  const [first = 0, second = 0, third = 0] = ids
  const more = { truckId: carrier.truckId, method: 'check', reference: '7', confirmed: ['paidOn'] }
  const paid = await carrier.client.post('/api/payments', { paidOn: THIRD, amount: '250', ...more })
  expect(paid.status).toBe(201)
  await carrier.client.post(`/api/billing/${third}/void`, {
    reason: 'Wrong',
    cash: 'kept',
    confirmed: ['year'],
  })
  const path = `/api/billing/${first}/name-driver`
  const asked = await carrier.client.post(path, { driverId: eve })
  expect([asked.status, asked.body]).toMatchObject([
    409,
    {
      confirm: 'driverId',
      message:
        'The payment of this statement also covers statements 2, 3. Name the same driver for all of them?',
    },
  ])
  expect((await carrier.client.post(path, { driverId: eve, confirmed: ['driverId'] })).status).toBe(
    200,
  )
  for (const id of [first, second, third])
    expect((await carrier.readSettlement(id)).payee).toBe(`driver:${eve}`)
  const { body } = await carrier.client.get<object[]>('/api/payments')
  expect(body).toMatchObject([{ payee: `driver:${eve}`, unapplied: '50.00' }])
  expect(await readUnnamed()).toEqual({ statements: [], balances: [] })
})

test('C10 A used balance without a payee is listed until its payee is chosen', async () => {
  const loan = { description: 'Loan', balance: 'loan', value: '100', total: '500' }
  const rule = await carrier.createRule({ ...loan, truckId: carrier.truckId })
  await carrier.createLoad(FIRST, '1000')
  await carrier.approve((await carrier.settle(FIRST)).id)
  await sql`alter table deduction_rules disable trigger user`.execute(database)
  await sql`update deduction_rules set driver_id = null where id = ${rule.id}`.execute(database)
  await sql`alter table deduction_rules enable trigger user`.execute(database)
  expect((await readUnnamed()).balances).toMatchObject([{ ruleId: rule.id, description: 'Loan' }])
  const path = `/api/deduction-rules/${rule.id}`
  await carrier.client.put(path, { ...rule, value: '50', driverId: null })
  expect((await carrier.client.get(path)).body.driverId).toBeNull()
  const put = await carrier.client.put(path, { ...rule, driverId: dan })
  expect([put.status, put.body]).toMatchObject([200, { driverId: dan }])
  expect((await readUnnamed()).balances).toEqual([])
  const cleared = await carrier.client.put(path, { ...rule, driverId: null })
  expect(cleared.body.fields).toEqual({
    ownerId: ['Already used: choose the owner or the driver whose balance it is'],
  })
})

test('C10 Only a frozen statement of the account without a payee gets a driver', async () => {
  const { id } = await carrier.settle(FIRST)
  const path = `/api/billing/${id}/name-driver`
  expect((await carrier.client.post(path, { driverId: eve })).status).toBe(409)
  expect((await (await signUp(app)).post(path, { driverId: eve })).status).toBe(404)
  await carrier.approve(id)
  const renamed = sql`update billing set driver_id = ${eve} where id = ${id}`.execute(database)
  await expect(renamed).rejects.toThrow()
})
