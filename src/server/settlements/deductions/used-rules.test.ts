import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: CarrierWithPayments
let loan: Body

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
  const values = { truckId: carrier.truckId, description: 'Loan', balance: 'loan' }
  loan = await carrier.createRule({ ...values, value: '100', total: '500' })
})

const TRANSFER_IT = 'Already used: transfer its balance to the other payee, with a reason'

async function change(values: object) {
  const path = `/api/deduction-rules/${loan.id}`
  const { status, body } = await carrier.client.put(path, {
    ...(await carrier.client.get(path)).body,
    ...values,
  })
  return [status, status === 200 ? null : body.fields]
}

test('C20 A used balance moves to another payee only by a transfer with a reason', async () => {
  const dan = await carrier.addDriver('Dan')
  await carrier.createStatement('2026-10-02', '1000')
  // 500.00 − 100.00 = 400.00 are still Ann's debt.
  expect(await change({ ownerId: carrier.bob })).toEqual([400, { ownerId: [TRANSFER_IT] }])
  expect(await change({ ownerId: null, driverId: dan })).toEqual([400, { ownerId: [TRANSFER_IT] }])
  const { body } = await carrier.client.get<object[]>('/api/balances')
  expect(body).toMatchObject([{ payee: 'Ann', open: '400.00' }])
  expect(await change({ description: 'Loan of May', ownerId: carrier.ann })).toEqual([200, null])
})

test('C20 A balance with a repayment keeps its payee', async () => {
  const repaid = { day: '2026-10-01', amount: '200', method: 'cash', confirmed: ['day'] }
  await carrier.client.post(`/api/balances/${loan.id}/repayments`, repaid)
  expect(await change({ ownerId: carrier.bob })).toEqual([400, { ownerId: [TRANSFER_IT] }])
})

test('C22 Money paid out is still owed, by the payee who got it', async () => {
  expect(await change({ ownerId: carrier.bob })).toEqual([200, null])
  expect(await change({ ownerId: carrier.ann })).toEqual([200, null])
  const lent = { kind: 'hand-out', ruleId: loan.id, paidOn: '2026-10-01', method: 'cash' }
  expect((await carrier.postPayment({ ...lent, amount: '500' })).status).toBe(201)
  expect(await change({ ownerId: carrier.bob })).toEqual([400, { ownerId: [TRANSFER_IT] }])
  expect(await change({ total: '499.99' })).toEqual([400, { total: ['Already paid out $500.00'] }])
  const used = { balance: ['Already used: end it and create a new one'] }
  expect(await change({ balance: 'none', total: null })).toEqual([400, used])
  expect(await change({ balance: 'escrow' })).toEqual([400, used])
  expect(await change({ total: '600' })).toEqual([200, null])
})

test('C41 The database rejects another payee of a recurring deduction that was used', async () => {
  const setOwner = (id: number, owner: number | null) =>
    sql`update deduction_rules set owner_id = ${owner} where id = ${id}`.execute(database)
  const fee = await carrier.createRule({ description: 'Fee', ownerId: carrier.ann, value: '10' })
  // Nothing was deducted yet.
  await setOwner(loan.id, carrier.bob)
  await setOwner(loan.id, carrier.ann)
  await carrier.createStatement('2026-10-02', '1000')
  for (const [id, owner] of [
    [loan.id, carrier.bob],
    [loan.id, null],
    [fee.id, carrier.bob],
    [fee.id, null],
  ] as const)
    await expect(setOwner(id, owner)).rejects.toMatchObject({
      constraint: 'deduction_rules_used_payee',
    })
})
