import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { paying, type Paying } from '#server/testing/paying.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let at: Paying
let loan: Body

beforeEach(async () => {
  at = await paying(app)
  const values = { truckId: at.truckId, description: 'Loan', balance: 'loan' }
  loan = await at.rule({ ...values, value: '100', total: '500' })
})

const TRANSFER_IT = 'Already used: transfer its balance to the other payee, with a reason'

async function change(values: object) {
  const path = `/api/deduction-rules/${loan.id}`
  const { status, body } = await at.me.put(path, { ...(await at.me.get(path)).body, ...values })
  return [status, status === 200 ? null : body.fields]
}

test('C20 A used balance moves to another payee only by a transfer with a reason', async () => {
  const dan = await at.addDriver('Dan')
  await at.state('2026-10-02', '1000')
  // 500.00 − 100.00 = 400.00 are still Ann's debt.
  expect(await change({ ownerId: at.bob })).toEqual([400, { ownerId: [TRANSFER_IT] }])
  expect(await change({ ownerId: null, driverId: dan })).toEqual([400, { ownerId: [TRANSFER_IT] }])
  const { body } = await at.me.get<object[]>('/api/balances')
  expect(body).toMatchObject([{ payee: 'Ann', open: '400.00' }])
  expect(await change({ description: 'Loan of May', ownerId: at.ann })).toEqual([200, null])
})

test('C20 A balance with a repayment keeps its payee', async () => {
  const repaid = { day: '2026-10-01', amount: '200', method: 'cash', confirmed: ['day'] }
  await at.me.post(`/api/balances/${loan.id}/repayments`, repaid)
  expect(await change({ ownerId: at.bob })).toEqual([400, { ownerId: [TRANSFER_IT] }])
})

test('C22 Money handed out is still owed, by the payee who got it', async () => {
  expect(await change({ ownerId: at.bob })).toEqual([200, null])
  expect(await change({ ownerId: at.ann })).toEqual([200, null])
  const lent = { kind: 'hand-out', ruleId: loan.id, paidOn: '2026-10-01', method: 'cash' }
  expect((await at.post({ ...lent, amount: '500' })).status).toBe(201)
  expect(await change({ ownerId: at.bob })).toEqual([400, { ownerId: [TRANSFER_IT] }])
  expect(await change({ total: '499.99' })).toEqual([
    400,
    { total: ['Already handed out $500.00'] },
  ])
  const used = { balance: ['Already used: end it and create a new one'] }
  expect(await change({ balance: 'none', total: null })).toEqual([400, used])
  expect(await change({ balance: 'escrow' })).toEqual([400, used])
  expect(await change({ total: '600' })).toEqual([200, null])
})

test('C41 The database rejects another payee of a recurring deduction that was used', async () => {
  const setOwner = (id: number, owner: number | null) =>
    sql`update deduction_rules set owner_id = ${owner} where id = ${id}`.execute(database)
  const fee = await at.rule({ description: 'Fee', ownerId: at.ann, value: '10' })
  // Nothing was deducted yet.
  await setOwner(loan.id, at.bob)
  await setOwner(loan.id, at.ann)
  await at.state('2026-10-02', '1000')
  for (const [id, owner] of [
    [loan.id, at.bob],
    [loan.id, null],
    [fee.id, at.bob],
    [fee.id, null],
  ] as const)
    await expect(setOwner(id, owner)).rejects.toMatchObject({
      constraint: 'deduction_rules_used_payee',
    })
})
