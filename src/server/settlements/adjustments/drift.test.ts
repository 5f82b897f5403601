import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { describeDrift, type Drift } from '#core/settlements/adjustments/drift.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
let at: Settling

beforeEach(async () => {
  at = await settling(app)
})

async function drift(): Promise<string[]> {
  const path = `/api/settlements/drift?truckId=${at.truckId}`
  return (await at.me.get<Drift[]>(path)).body.map(describeDrift)
}

test('C7 A short pay after approval shows as drift, and one adjustment settles it once', async () => {
  const hauled = await at.load(FIRST, '2400', { loadId: '1042' })
  const first = await at.settle(FIRST)
  expect(await drift()).toEqual([])
  await at.approve(first.id)
  expect(await drift()).toEqual([])
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2150' })
  expect(await drift()).toEqual(['Load 1042 changed from $2,400.00 to $2,150.00 after statement 1'])

  const path = `/api/billing/${first.id}/correct`
  expect((await at.me.post(path)).status).toBe(409)
  await at.load(SECOND, '1000')
  const second = await at.settle(SECOND)
  const responses = await Promise.all([at.me.post(path), at.me.post(path)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(await at.read(second.id)).toMatchObject({ other: '250.00', netPayment: '750.00' })
  expect(await at.lines(second.id)).toMatchObject([
    {
      kind: 'correction',
      amount: '250.00',
      description: 'Load 1042 changed from $2,400.00 to $2,150.00 after statement 1',
    },
  ])
  expect(await drift()).toEqual([])

  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2500' })
  await at.me.post(path)
  expect((await at.read(second.id)).other).toBe('-100.00')
  expect(await drift()).toEqual([])
})

test('C7 Loads added late, deleted or moved are drift too', async () => {
  const gone = await at.load(FIRST, '10', { loadId: 'gone' })
  const moved = await at.load(FIRST, '20', { loadId: 'moved' })
  const { id } = await at.settle(FIRST)
  await at.approve(id)
  await at.me.delete(`/api/loads/${gone.id}`)
  await at.me.put(`/api/loads/${moved.id}`, { ...moved, settlementDate: SECOND })
  await at.load(FIRST, '40', { loadId: 'late' })
  expect(await drift()).toEqual([
    'Load gone changed from $10.00 to $0.00 after statement 1 (deleted)',
    'Load moved changed from $20.00 to $0.00 after statement 1 (moved)',
    'Load late changed from $0.00 to $40.00 after statement 1 (added later)',
  ])
  const second = await at.settle(SECOND)
  await at.me.post(`/api/billing/${id}/correct`)
  expect(await at.read(second.id)).toMatchObject({ totalRevenue: '20.00', other: '-10.00' })
  expect(await drift()).toEqual([])
})

test('C7 A late load that was adjusted and then moved to another date is not paid twice', async () => {
  const first = await at.settle(FIRST)
  await at.approve(first.id)
  const late = await at.load(FIRST, '40', { loadId: 'late: $1' })
  const second = await at.settle(SECOND)
  await at.me.post(`/api/billing/${first.id}/correct`)
  expect((await at.read(second.id)).other).toBe('-40.00')
  await at.me.put(`/api/loads/${late.id}`, { ...late, settlementDate: SECOND })
  await at.me.put(`/api/billing/${second.id}`, { recalculate: true })
  expect(await drift()).toEqual([
    'Load late: $1 changed from $0.00 to $0.00 after statement 1 (moved), already adjusted by $40.00',
  ])
  await at.me.post(`/api/billing/${first.id}/correct`)
  expect(await at.read(second.id)).toMatchObject({ other: '0.00', netPayment: '40.00' })
  await at.me.delete(`/api/loads/${late.id}`)
  expect(await drift()).toEqual([])
})

test('C7 Voiding a statement removes its adjustments, unless they are on a frozen one', async () => {
  const hauled = await at.load(FIRST, '100')
  const first = await at.settle(FIRST)
  await at.approve(first.id)
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '90' })
  await at.load(SECOND, '100')
  const second = await at.settle(SECOND)
  await at.me.post(`/api/billing/${first.id}/correct`)
  await at.approve(second.id)
  const rejected = await at.voidIt(first.id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'Void statement 2 first; it carries this balance' },
  ])
  await at.voidIt(second.id)
  expect(await drift()).toHaveLength(1)
  const third = await at.settle(SECOND)
  await at.me.post(`/api/billing/${first.id}/correct`)
  expect((await at.read(third.id)).other).toBe('10.00')
  await at.voidIt(first.id)
  expect((await at.read(third.id)).other).toBe('0.00')
  expect(await drift()).toEqual([])
})

test('C7 Drift is visible only to its own account', async () => {
  const hauled = await at.load(FIRST, '100')
  const { id } = await at.settle(FIRST)
  await at.approve(id)
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '90' })
  const other = await signUp(app)
  expect((await other.get('/api/settlements/drift')).body).toEqual([])
  expect((await other.post(`/api/billing/${id}/correct`)).status).toBe(404)
})

test('C7 S19 A load saved while its statement is approved is never lost between the two', async () => {
  for (let round = 0; round < 12; round++) {
    const date = `2027-01-${String(round + 1).padStart(2, '0')}`
    const load = await at.load(date, '1000')
    const { id } = await at.settle(date)
    const [approved] = await Promise.all([
      at.approve(id),
      at.me.put(`/api/loads/${load.id}`, { ...load, revenue: '900' }),
    ])
    const drifts = (await at.me.get<Drift[]>('/api/settlements/drift')).body
    const ownDrifts = drifts.filter(({ billingId }) => billingId === id)
    expect([approved.status, ownDrifts.length]).toEqual(
      approved.status === 200 ? [200, 1] : [409, 0],
    )
  }
})

test('C7 A load written before its settlement exists, and committed after approval, is drift', async () => {
  const load = await at.load(SECOND, '1000')
  const importing = await database.startTransaction().execute()
  await importing
    .updateTable('loads')
    .set({ settlementDate: FIRST })
    .where('id', '=', load.id)
    .execute()
  const { id } = await at.settle(FIRST)
  const approving = at.approve(id)
  await Promise.race([approving, setTimeout(500)])
  await importing.commit().execute()
  const { status } = await approving
  expect([status, (await drift()).length]).toEqual(status === 200 ? [200, 1] : [409, 0])
})
