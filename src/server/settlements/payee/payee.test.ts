import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { WriteOff, PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
})

/** Approves a settlement of $100.00 with $350.55 of deductions, so that its payee still owes $250.55. */
async function createNegativeStatement(date: string) {
  await carrier.createLoad(date, '100')
  const { id } = await carrier.settle(date, { fuel: '350.55' })
  return (await carrier.approve(id)).body
}

async function readCarries() {
  const path = `/api/settlements/waiting?truckId=${carrier.truckId}`
  return (await carrier.client.get<PreviousPayeeItems>(path)).body.carries
}

async function readExceptions(date: string) {
  const path = `/api/settlements/run?today=${date}&week=${date}`
  const [row] = (await carrier.client.get<Run>(path)).body.rows
  return (row?.exceptions ?? []).map(({ text }) => text)
}

async function readPreview(date: string) {
  const query = `truckId=${carrier.truckId}&settlementDate=${date}&today=${date}`
  return (await carrier.client.get<SettlementPreview>(`/api/settlements/preview?${query}`)).body
}

test('C10 A previous owner’s debt stays open with that owner, and run and preview show it', async () => {
  const first = await createNegativeStatement(FIRST)
  await carrier.sellTo(carrier.bob)
  await carrier.createLoad(SECOND)
  expect(await readExceptions(SECOND)).toEqual(
    expect.arrayContaining([
      'New owner since statement 1 (was Ann)',
      '$250.55 carried forward from statement 1 is still owed by Ann',
    ]),
  )
  expect(await readPreview(SECOND)).toMatchObject({
    former: { number: 1, payee: 'Ann' },
    payee: { ownerId: carrier.bob, name: 'Bob' },
    proposed: [],
  })
  const second = await carrier.settle(SECOND)
  expect(second).toMatchObject({ ownerId: carrier.bob, other: '0.00', netPayment: '1000.00' })
  expect(await readCarries()).toEqual([
    {
      billingId: first.id,
      number: 1,
      truckId: carrier.truckId,
      settlementDate: FIRST,
      payee: 'Ann',
      otherPayee: 'Bob',
      amount: '250.55',
    },
  ])
  await carrier.approve(second.id)
  expect(await readExceptions(SECOND)).not.toContain('New owner since statement 1 (was Ann)')
  await carrier.createLoad(THIRD)
  expect(await readExceptions(THIRD)).toContain(
    '$250.55 carried forward from statement 1 is still owed by Ann',
  )
  expect(await readExceptions(THIRD)).not.toContain('New owner since statement 1 (was Ann)')
})

test('C10 A settlement has the carry-forward only while it pays the owner who owes it', async () => {
  await createNegativeStatement(FIRST)
  await carrier.sellTo(carrier.bob)
  await carrier.createLoad(SECOND)
  const final = await carrier.settle(SECOND, { ownerId: carrier.ann })
  expect(final).toMatchObject({ ownerId: carrier.ann, other: '250.55' })
  expect(await readCarries()).toEqual([])
  const path = `/api/billing/${final.id}`
  expect((await carrier.client.put<Settlement>(path, { ownerId: carrier.bob })).body).toMatchObject(
    {
      ownerId: carrier.bob,
      other: '0.00',
    },
  )
  expect(await readCarries()).toHaveLength(1)
  const again = (await carrier.client.put<Settlement>(path, { ownerId: carrier.ann })).body
  expect([again.other, await readCarries()]).toEqual(['250.55', []])
  const [page = ''] = await pdfText(await carrier.readPdf(final.id))
  expect(page).toContain('Ann')
  const rejected = await carrier.client.put(path, { ownerId: 99_999_999 })
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    { ownerId: ['Owner was not found'] },
  ])
})

test('C10 Only a transfer moves a carry-forward to the new owner', async () => {
  const first = await createNegativeStatement(FIRST)
  await carrier.sellTo(carrier.bob)
  const path = `/api/billing/${first.id}/take-over`
  const reason = 'Bob agreed to pay it'
  expect((await carrier.client.post(path, { reason })).status).toBe(409)
  const second = await carrier.settle(SECOND)
  const rejected = await carrier.client.post(path)
  expect([rejected.status, rejected.body.fields]).toEqual([400, { reason: ['Reason is required'] }])
  const responses = await Promise.all([
    carrier.client.post(path, { reason }),
    carrier.client.post(path, { reason }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await carrier.readSettlement(second.id)).other).toBe('250.55')
  expect(await carrier.readLines(second.id)).toMatchObject([
    { kind: 'carry-in', takenOver: true, transferReason: reason },
  ])
  expect(await readCarries()).toEqual([])
  await carrier.voidStatement(first.id)
  expect((await carrier.readSettlement(second.id)).other).toBe('0.00')
})

test('C10 A written-off amount is no longer collected, until the write-off is undone', async () => {
  const first = await createNegativeStatement(FIRST)
  await carrier.sellTo(carrier.bob)
  const path = `/api/billing/${first.id}/releases`
  expect((await carrier.client.post(path, { reason: ' ' })).status).toBe(400)
  const reason = 'Ann paid it by check 77'
  const responses = await Promise.all([
    carrier.client.post(path, { reason }),
    carrier.client.post(path, { reason }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const [made, ...others] = (await carrier.client.get<WriteOff[]>(path)).body
  expect([made, others]).toMatchObject([{ amount: '-250.55', reason, loadId: null }, []])
  await carrier.sellTo(carrier.ann)
  const second = await carrier.settle(SECOND)
  expect([second.other, await readCarries()]).toEqual(['0.00', []])
  expect((await carrier.client.post(`/api/billing/${first.id}/take-over`)).status).toBe(409)
  expect((await carrier.client.delete(`${path}/${made?.id}`)).status).toBe(204)
  expect((await carrier.client.delete(`${path}/${made?.id}`)).status).toBe(404)
  expect((await carrier.readSettlement(second.id)).other).toBe('250.55')
})

test('C10 C7 An adjustment stays with its statement’s payee, is transferred or is written off', async () => {
  const hauled = await carrier.createLoad(FIRST, '2400', { loadId: '1042' })
  const first = await carrier.settle(FIRST)
  await carrier.approve(first.id)
  await carrier.sellTo(carrier.bob)
  const second = await carrier.settle(SECOND)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2150' })
  const drift = async () => (await carrier.client.get<Drift[]>('/api/settlements/drift')).body
  expect(await drift()).toMatchObject([{ payee: 'Ann', otherPayee: 'Bob' }])
  const path = `/api/billing/${first.id}/correct`
  expect((await carrier.client.post(path)).body.message).toContain('pays a different payee')
  expect((await carrier.client.post(path, { anyPayee: true })).body.fields).toEqual({
    reason: ['Reason is required'],
  })
  expect((await carrier.client.post(path, { anyPayee: true, reason: 'Agreed' })).status).toBe(200)
  expect((await carrier.readSettlement(second.id)).other).toBe('250.00')
  expect(await drift()).toEqual([])
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2500' })
  const released = `/api/billing/${first.id}/releases`
  const sent = { loadId: hauled.id, reason: 'Paid by hand' }
  expect((await carrier.client.post(released, sent)).body.amount).toBe('350.00')
  expect(await drift()).toEqual([])
  expect((await carrier.client.post(released, sent)).status).toBe(409)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2501' })
  expect((await drift()).map(({ corrected }) => corrected)).toEqual(['100.00'])
})

test('C10 C5 An advance is deducted from the owner who took it, and each owner has an escrow', async () => {
  const advance = { description: 'Cash advance', balance: 'advance', total: '1000' }
  const rule = await carrier.createRule({ ...advance, truckId: carrier.truckId })
  expect(rule.ownerId).toBe(carrier.ann)
  await carrier.createRule({
    description: 'Escrow',
    category: 'permits',
    balance: 'escrow',
    total: '150',
  })
  const first = await carrier.settle(FIRST)
  expect([first.other, first.permits]).toEqual(['100.00', '100.00'])
  await carrier.sellTo(carrier.bob)
  const second = await carrier.settle(SECOND)
  expect([second.other, second.permits]).toEqual(['0.00', '100.00'])
  const here = (await carrier.client.get<Balance[]>(`/api/billing/${second.id}/balances`)).body
  expect(here).toMatchObject([{ description: 'Escrow', opening: '0.00', closing: '100.00' }])
  const today = (await carrier.client.get<Balance[]>(`/api/trucks/${carrier.truckId}/balances`))
    .body
  expect(today.map(({ description, payee, closing }) => [description, payee, closing])).toEqual([
    ['Cash advance', 'Ann', '900.00'],
    ['Escrow', 'Ann', '100.00'],
    ['Escrow', 'Bob', '100.00'],
  ])
  await carrier.createLoad('2026-11-27')
  expect(await readExceptions('2026-11-27')).toEqual(
    expect.arrayContaining(['Cash advance: $900.00 owed by Ann', 'Escrow: $100.00 held for Ann']),
  )
  const refund = `/api/billing/${second.id}/balances/${rule.id}/refunds`
  expect((await carrier.client.post(refund, { amount: '1' })).status).toBe(409)
  await carrier.client.put(`/api/deduction-rules/${rule.id}`, { ...rule, ownerId: carrier.bob })
  expect((await carrier.settle(THIRD)).other).toBe('100.00')
  const final = await carrier.settle('2026-11-27', { ownerId: carrier.ann })
  const escrow = today[1]?.ruleId
  await carrier.client.post(`/api/billing/${final.id}/balances/${escrow}/refunds`, {
    amount: '120',
  })
  expect(
    (await carrier.client.get<PreviousPayeeItems>('/api/settlements/waiting')).body.balances,
  ).toMatchObject([{ description: 'Escrow', payee: 'Ann', closing: '30.00' }])
})

test('C10 A settlement saved before a sale still pays the seller, and run and preview show it', async () => {
  await carrier.createLoad(FIRST)
  const { id } = await carrier.settle(FIRST)
  await carrier.sellTo(carrier.bob)
  expect(await readExceptions(FIRST)).toContain('Pays Ann, but the truck now belongs to Bob')
  expect((await readPreview(FIRST)).changedPayee).toEqual({
    payee: 'Ann',
    owner: 'Bob',
    driver: null,
  })
  await carrier.client.put(`/api/billing/${id}`, { ownerId: carrier.bob })
  expect(await readExceptions(FIRST)).not.toContain('Pays Ann, but the truck now belongs to Bob')
  expect((await readPreview(FIRST)).changedPayee).toBeNull()
})

test('C10 A draft of a truck without an owner pays the truck’s first owner', async () => {
  await carrier.sellTo(null)
  const { id } = await carrier.settle(FIRST)
  expect((await carrier.readSettlement(id)).ownerId).toBeNull()
  await carrier.sellTo(carrier.bob)
  expect((await carrier.readSettlement(id)).ownerId).toBe(carrier.bob)
  await carrier.sellTo(carrier.ann)
  expect((await carrier.readSettlement(id)).ownerId).toBe(carrier.bob)
})

test('C10 The database rejects a line from another payee’s statement without a transfer', async () => {
  const first = await createNegativeStatement(FIRST)
  await carrier.sellTo(carrier.bob)
  const { id } = await carrier.settle(SECOND)
  const carried =
    sql`insert into expenses (user_id, billing_id, truck_id, kind, category, description, amount, date, carried_from)
    values (${first.userId}, ${id}, ${carrier.truckId}, 'carry-in', 'other', 'x', 250.55, ${SECOND}, ${first.id})`.execute(
      database,
    )
  await expect(carried).rejects.toThrow('another payee')
})

test('C10 Open items are visible only to their own account', async () => {
  const { id } = await createNegativeStatement(FIRST)
  await carrier.sellTo(carrier.bob)
  const other = await signUp(app)
  expect((await other.get('/api/settlements/waiting')).body).toEqual({ carries: [], balances: [] })
  const path = `/api/billing/${id}`
  for (const response of [
    await other.post(`${path}/take-over`),
    await other.get(`${path}/releases`),
    await other.post(`${path}/releases`, { reason: 'x' }),
    await other.delete(`${path}/releases/1`),
  ])
    expect(response.status).toBe(404)
})

test('C10 C7 An adjustment for any payee prefers a draft of the statement’s payee', async () => {
  const load = await carrier.createLoad(FIRST)
  const first = await carrier.settle(FIRST)
  await carrier.approve(first.id)
  await carrier.sellTo(carrier.bob)
  for (const date of [SECOND, THIRD]) await carrier.createLoad(date)
  const bobs = await carrier.settle(SECOND)
  const anns = await carrier.settle(THIRD, { ownerId: carrier.ann })
  await carrier.client.put(`/api/loads/${load.id}`, { ...load, revenue: '900' })
  await carrier.client.post(`/api/billing/${first.id}/correct`, { anyPayee: true })
  expect([
    (await carrier.readSettlement(bobs.id)).other,
    (await carrier.readSettlement(anns.id)).other,
  ]).toEqual(['0.00', '100.00'])
})

test('C10 A void statement leaves no balance of a rule for all trucks with a previous owner', async () => {
  await carrier.createRule({ description: 'Loan', balance: 'loan', total: '1000' })
  await carrier.createLoad(FIRST)
  const first = await carrier.settle(FIRST, { startFromDefaults: true })
  await carrier.approve(first.id)
  await carrier.voidStatement(first.id)
  await carrier.sellTo(carrier.bob)
  const path = `/api/settlements/waiting?truckId=${carrier.truckId}`
  expect((await carrier.client.get<PreviousPayeeItems>(path)).body.balances).toEqual([])
})
