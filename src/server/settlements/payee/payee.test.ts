import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { WriteOff, PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { owning, type Owning } from '#server/testing/owning.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let at: Owning

beforeEach(async () => {
  at = await owning(app)
})

/** Approves a settlement of $100.00 with $350.55 of deductions, so that its payee still owes $250.55. */
async function belowZero(date: string) {
  await at.load(date, '100')
  const { id } = await at.settle(date, { fuel: '350.55' })
  return (await at.approve(id)).body
}

async function waiting() {
  const path = `/api/settlements/waiting?truckId=${at.truckId}`
  return (await at.me.get<PreviousPayeeItems>(path)).body.carries
}

async function exceptions(date: string) {
  const path = `/api/settlements/run?today=${date}&week=${date}`
  const [row] = (await at.me.get<Run>(path)).body.rows
  return (row?.exceptions ?? []).map(({ text }) => text)
}

async function preview(date: string) {
  const query = `truckId=${at.truckId}&settlementDate=${date}&today=${date}`
  return (await at.me.get<SettlementPreview>(`/api/settlements/preview?${query}`)).body
}

test('C10 A previous owner’s debt stays open with that owner, and run and preview show it', async () => {
  const first = await belowZero(FIRST)
  await at.sellTo(at.bob)
  await at.load(SECOND)
  expect(await exceptions(SECOND)).toEqual(
    expect.arrayContaining([
      'New owner since statement 1 (was Ann)',
      '$250.55 carried forward from statement 1 is still owed by Ann',
    ]),
  )
  expect(await preview(SECOND)).toMatchObject({
    former: { number: 1, payee: 'Ann' },
    payee: { ownerId: at.bob, name: 'Bob' },
    proposed: [],
  })
  const second = await at.settle(SECOND)
  expect(second).toMatchObject({ ownerId: at.bob, other: '0.00', netPayment: '1000.00' })
  expect(await waiting()).toEqual([
    {
      ...{ billingId: first.id, number: 1, truckId: at.truckId, settlementDate: FIRST },
      ...{ payee: 'Ann', otherPayee: 'Bob', amount: '250.55' },
    },
  ])
  await at.approve(second.id)
  expect(await exceptions(SECOND)).not.toContain('New owner since statement 1 (was Ann)')
  await at.load(THIRD)
  expect(await exceptions(THIRD)).toContain(
    '$250.55 carried forward from statement 1 is still owed by Ann',
  )
  expect(await exceptions(THIRD)).not.toContain('New owner since statement 1 (was Ann)')
})

test('C10 A settlement has the carry-forward only while it pays the owner who owes it', async () => {
  await belowZero(FIRST)
  await at.sellTo(at.bob)
  await at.load(SECOND)
  const final = await at.settle(SECOND, { ownerId: at.ann })
  expect(final).toMatchObject({ ownerId: at.ann, other: '250.55' })
  expect(await waiting()).toEqual([])
  const path = `/api/billing/${final.id}`
  expect((await at.me.put<Settlement>(path, { ownerId: at.bob })).body).toMatchObject({
    ownerId: at.bob,
    other: '0.00',
  })
  expect(await waiting()).toHaveLength(1)
  const again = (await at.me.put<Settlement>(path, { ownerId: at.ann })).body
  expect([again.other, await waiting()]).toEqual(['250.55', []])
  const [page = ''] = await pdfText(await at.pdf(final.id))
  expect(page).toContain('Ann')
  const rejected = await at.me.put(path, { ownerId: 99_999_999 })
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    { ownerId: ['Owner was not found'] },
  ])
})

test('C10 Only a transfer moves a carry-forward to the new owner', async () => {
  const first = await belowZero(FIRST)
  await at.sellTo(at.bob)
  const path = `/api/billing/${first.id}/take-over`
  const reason = 'Bob agreed to pay it'
  expect((await at.me.post(path, { reason })).status).toBe(409)
  const second = await at.settle(SECOND)
  const rejected = await at.me.post(path)
  expect([rejected.status, rejected.body.fields]).toEqual([400, { reason: ['Reason is required'] }])
  const responses = await Promise.all([at.me.post(path, { reason }), at.me.post(path, { reason })])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await at.read(second.id)).other).toBe('250.55')
  expect(await at.lines(second.id)).toMatchObject([
    { kind: 'carry-in', takenOver: true, transferReason: reason },
  ])
  expect(await waiting()).toEqual([])
  await at.voidIt(first.id)
  expect((await at.read(second.id)).other).toBe('0.00')
})

test('C10 A written-off amount is no longer collected, until the write-off is undone', async () => {
  const first = await belowZero(FIRST)
  await at.sellTo(at.bob)
  const path = `/api/billing/${first.id}/releases`
  expect((await at.me.post(path, { reason: ' ' })).status).toBe(400)
  const reason = 'Ann paid it by check 77'
  const responses = await Promise.all([at.me.post(path, { reason }), at.me.post(path, { reason })])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const [made, ...others] = (await at.me.get<WriteOff[]>(path)).body
  expect([made, others]).toMatchObject([{ amount: '-250.55', reason, loadId: null }, []])
  await at.sellTo(at.ann)
  const second = await at.settle(SECOND)
  expect([second.other, await waiting()]).toEqual(['0.00', []])
  expect((await at.me.post(`/api/billing/${first.id}/take-over`)).status).toBe(409)
  expect((await at.me.delete(`${path}/${made?.id}`)).status).toBe(204)
  expect((await at.me.delete(`${path}/${made?.id}`)).status).toBe(404)
  expect((await at.read(second.id)).other).toBe('250.55')
})

test('C10 C7 An adjustment stays with its statement’s payee, is transferred or is written off', async () => {
  const hauled = await at.load(FIRST, '2400', { loadId: '1042' })
  const first = await at.settle(FIRST)
  await at.approve(first.id)
  await at.sellTo(at.bob)
  const second = await at.settle(SECOND)
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2150' })
  const drift = async () => (await at.me.get<Drift[]>('/api/settlements/drift')).body
  expect(await drift()).toMatchObject([{ payee: 'Ann', otherPayee: 'Bob' }])
  const path = `/api/billing/${first.id}/correct`
  expect((await at.me.post(path)).body.message).toContain('pays a different payee')
  expect((await at.me.post(path, { anyPayee: true })).body.fields).toEqual({
    reason: ['Reason is required'],
  })
  expect((await at.me.post(path, { anyPayee: true, reason: 'Agreed' })).status).toBe(200)
  expect((await at.read(second.id)).other).toBe('250.00')
  expect(await drift()).toEqual([])
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2500' })
  const released = `/api/billing/${first.id}/releases`
  const sent = { loadId: hauled.id, reason: 'Paid by hand' }
  expect((await at.me.post(released, sent)).body.amount).toBe('350.00')
  expect(await drift()).toEqual([])
  expect((await at.me.post(released, sent)).status).toBe(409)
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2501' })
  expect((await drift()).map(({ corrected }) => corrected)).toEqual(['100.00'])
})

test('C10 C5 An advance is deducted from the owner who took it, and each owner has an escrow', async () => {
  const advance = { description: 'Cash advance', balance: 'advance', total: '1000' }
  const rule = await at.rule({ ...advance, truckId: at.truckId })
  expect(rule.ownerId).toBe(at.ann)
  await at.rule({ description: 'Escrow', category: 'permits', balance: 'escrow', total: '150' })
  const first = await at.settle(FIRST)
  expect([first.other, first.permits]).toEqual(['100.00', '100.00'])
  await at.sellTo(at.bob)
  const second = await at.settle(SECOND)
  expect([second.other, second.permits]).toEqual(['0.00', '100.00'])
  const here = (await at.me.get<Balance[]>(`/api/billing/${second.id}/balances`)).body
  expect(here).toMatchObject([{ description: 'Escrow', opening: '0.00', closing: '100.00' }])
  const today = (await at.me.get<Balance[]>(`/api/trucks/${at.truckId}/balances`)).body
  expect(today.map(({ description, payee, closing }) => [description, payee, closing])).toEqual([
    ['Cash advance', 'Ann', '900.00'],
    ['Escrow', 'Ann', '100.00'],
    ['Escrow', 'Bob', '100.00'],
  ])
  await at.load('2026-11-27')
  expect(await exceptions('2026-11-27')).toEqual(
    expect.arrayContaining(['Cash advance: $900.00 owed by Ann', 'Escrow: $100.00 held for Ann']),
  )
  const refund = `/api/billing/${second.id}/balances/${rule.id}/refunds`
  expect((await at.me.post(refund, { amount: '1' })).status).toBe(409)
  await at.me.put(`/api/deduction-rules/${rule.id}`, { ...rule, ownerId: at.bob })
  expect((await at.settle(THIRD)).other).toBe('100.00')
  const final = await at.settle('2026-11-27', { ownerId: at.ann })
  const escrow = today[1]?.ruleId
  await at.me.post(`/api/billing/${final.id}/balances/${escrow}/refunds`, { amount: '120' })
  expect(
    (await at.me.get<PreviousPayeeItems>('/api/settlements/waiting')).body.balances,
  ).toMatchObject([{ description: 'Escrow', payee: 'Ann', closing: '30.00' }])
})

test('C10 A settlement saved before a sale still pays the seller, and run and preview show it', async () => {
  await at.load(FIRST)
  const { id } = await at.settle(FIRST)
  await at.sellTo(at.bob)
  expect(await exceptions(FIRST)).toContain('Pays Ann, but the truck now belongs to Bob')
  expect((await preview(FIRST)).changedPayee).toEqual({ payee: 'Ann', owner: 'Bob', driver: null })
  await at.me.put(`/api/billing/${id}`, { ownerId: at.bob })
  expect(await exceptions(FIRST)).not.toContain('Pays Ann, but the truck now belongs to Bob')
  expect((await preview(FIRST)).changedPayee).toBeNull()
})

test('C10 A draft of a truck without an owner pays the truck’s first owner', async () => {
  await at.sellTo(null)
  const { id } = await at.settle(FIRST)
  expect((await at.read(id)).ownerId).toBeNull()
  await at.sellTo(at.bob)
  expect((await at.read(id)).ownerId).toBe(at.bob)
  await at.sellTo(at.ann)
  expect((await at.read(id)).ownerId).toBe(at.bob)
})

test('C10 The database rejects a line from another payee’s statement without a transfer', async () => {
  const first = await belowZero(FIRST)
  await at.sellTo(at.bob)
  const { id } = await at.settle(SECOND)
  const carried =
    sql`insert into expenses (user_id, billing_id, truck_id, kind, category, description, amount, date, carried_from)
    values (${first.userId}, ${id}, ${at.truckId}, 'carry-in', 'other', 'x', 250.55, ${SECOND}, ${first.id})`.execute(
      database,
    )
  await expect(carried).rejects.toThrow('another payee')
})

test('C10 Open items are visible only to their own account', async () => {
  const { id } = await belowZero(FIRST)
  await at.sellTo(at.bob)
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
  const load = await at.load(FIRST)
  const first = await at.settle(FIRST)
  await at.approve(first.id)
  await at.sellTo(at.bob)
  for (const date of [SECOND, THIRD]) await at.load(date)
  const bobs = await at.settle(SECOND)
  const anns = await at.settle(THIRD, { ownerId: at.ann })
  await at.me.put(`/api/loads/${load.id}`, { ...load, revenue: '900' })
  await at.me.post(`/api/billing/${first.id}/correct`, { anyPayee: true })
  expect([(await at.read(bobs.id)).other, (await at.read(anns.id)).other]).toEqual([
    '0.00',
    '100.00',
  ])
})

test('C10 A void statement leaves no balance of a rule for all trucks with a previous owner', async () => {
  await at.rule({ description: 'Loan', balance: 'loan', total: '1000' })
  await at.load(FIRST)
  const first = await at.settle(FIRST, { startFromDefaults: true })
  await at.approve(first.id)
  await at.voidIt(first.id)
  await at.sellTo(at.bob)
  const path = `/api/settlements/waiting?truckId=${at.truckId}`
  expect((await at.me.get<PreviousPayeeItems>(path)).body.balances).toEqual([])
})
