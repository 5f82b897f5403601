import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { describeDrift, type Drift } from '#core/settlements/adjustments/drift.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

async function readDriftTexts(): Promise<string[]> {
  const path = `/api/settlements/drift?truckId=${carrier.truckId}`
  return (await carrier.client.get<Drift[]>(path)).body.map(describeDrift)
}

test('C7 A short pay after approval shows as drift, and one adjustment settles it once', async () => {
  const hauled = await carrier.createLoad(FIRST, '2400', { loadId: '1042' })
  const first = await carrier.settle(FIRST)
  expect(await readDriftTexts()).toEqual([])
  await carrier.approve(first.id)
  expect(await readDriftTexts()).toEqual([])
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2150' })
  expect(await readDriftTexts()).toEqual([
    'Load 1042 changed from $2,400.00 to $2,150.00 after statement 1',
  ])

  const path = `/api/billing/${first.id}/correct`
  expect((await carrier.client.post(path)).status).toBe(409)
  await carrier.createLoad(SECOND, '1000')
  const second = await carrier.settle(SECOND)
  const responses = await Promise.all([carrier.client.post(path), carrier.client.post(path)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(await carrier.readSettlement(second.id)).toMatchObject({
    other: '250.00',
    netPayment: '750.00',
  })
  expect(await carrier.readLines(second.id)).toMatchObject([
    {
      kind: 'correction',
      amount: '250.00',
      description: 'Load 1042 changed from $2,400.00 to $2,150.00 after statement 1',
    },
  ])
  expect(await readDriftTexts()).toEqual([])

  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '2500' })
  await carrier.client.post(path)
  expect((await carrier.readSettlement(second.id)).other).toBe('-100.00')
  expect(await readDriftTexts()).toEqual([])
})

test('C7 Loads added late, deleted or moved are drift too', async () => {
  const gone = await carrier.createLoad(FIRST, '10', { loadId: 'gone' })
  const moved = await carrier.createLoad(FIRST, '20', { loadId: 'moved' })
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  await carrier.client.delete(`/api/loads/${gone.id}`)
  await carrier.client.put(`/api/loads/${moved.id}`, { ...moved, settlementDate: SECOND })
  await carrier.createLoad(FIRST, '40', { loadId: 'late' })
  expect(await readDriftTexts()).toEqual([
    'Load gone changed from $10.00 to $0.00 after statement 1 (deleted)',
    'Load moved changed from $20.00 to $0.00 after statement 1 (moved)',
    'Load late changed from $0.00 to $40.00 after statement 1 (added later)',
  ])
  const second = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${id}/correct`)
  expect(await carrier.readSettlement(second.id)).toMatchObject({
    totalRevenue: '20.00',
    other: '-10.00',
  })
  expect(await readDriftTexts()).toEqual([])
})

test('C7 A late load that was adjusted and then moved to another date is not paid twice', async () => {
  const first = await carrier.settle(FIRST)
  await carrier.approve(first.id)
  const late = await carrier.createLoad(FIRST, '40', { loadId: 'late: $1' })
  const second = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${first.id}/correct`)
  expect((await carrier.readSettlement(second.id)).other).toBe('-40.00')
  await carrier.client.put(`/api/loads/${late.id}`, { ...late, settlementDate: SECOND })
  await carrier.client.put(`/api/billing/${second.id}`, { recalculate: true })
  expect(await readDriftTexts()).toEqual([
    'Load late: $1 changed from $0.00 to $0.00 after statement 1 (moved), already adjusted by $40.00',
  ])
  await carrier.client.post(`/api/billing/${first.id}/correct`)
  expect(await carrier.readSettlement(second.id)).toMatchObject({
    other: '0.00',
    netPayment: '40.00',
  })
  await carrier.client.delete(`/api/loads/${late.id}`)
  expect(await readDriftTexts()).toEqual([])
})

test('C7 Voiding a statement removes its adjustments, unless they are on a frozen one', async () => {
  const hauled = await carrier.createLoad(FIRST, '100')
  const first = await carrier.settle(FIRST)
  await carrier.approve(first.id)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '90' })
  await carrier.createLoad(SECOND, '100')
  const second = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${first.id}/correct`)
  await carrier.approve(second.id)
  const rejected = await carrier.voidStatement(first.id)
  expect([rejected.status, rejected.body]).toMatchObject([
    409,
    { message: 'Void statement 2 first; it carries this balance' },
  ])
  await carrier.voidStatement(second.id)
  expect(await readDriftTexts()).toHaveLength(1)
  const third = await carrier.settle(SECOND)
  await carrier.client.post(`/api/billing/${first.id}/correct`)
  expect((await carrier.readSettlement(third.id)).other).toBe('10.00')
  await carrier.voidStatement(first.id)
  expect((await carrier.readSettlement(third.id)).other).toBe('0.00')
  expect(await readDriftTexts()).toEqual([])
})

test('C7 Drift is visible only to its own account', async () => {
  const hauled = await carrier.createLoad(FIRST, '100')
  const { id } = await carrier.settle(FIRST)
  await carrier.approve(id)
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '90' })
  const other = await signUp(app)
  expect((await other.get('/api/settlements/drift')).body).toEqual([])
  expect((await other.post(`/api/billing/${id}/correct`)).status).toBe(404)
})

test('C7 S19 A load saved while its statement is approved is never lost between the two', async () => {
  for (let round = 0; round < 12; round++) {
    const date = `2027-01-${String(round + 1).padStart(2, '0')}`
    const load = await carrier.createLoad(date, '1000')
    const { id } = await carrier.settle(date)
    const [approved] = await Promise.all([
      carrier.approve(id),
      carrier.client.put(`/api/loads/${load.id}`, { ...load, revenue: '900' }),
    ])
    const drifts = (await carrier.client.get<Drift[]>('/api/settlements/drift')).body
    const ownDrifts = drifts.filter(({ billingId }) => billingId === id)
    expect([approved.status, ownDrifts.length]).toEqual(
      approved.status === 200 ? [200, 1] : [409, 0],
    )
  }
})

test('C7 A load written before its settlement exists, and committed after approval, is drift', async () => {
  const load = await carrier.createLoad(SECOND, '1000')
  const importing = await database.startTransaction().execute()
  await importing
    .updateTable('loads')
    .set({ settlementDate: FIRST })
    .where('id', '=', load.id)
    .execute()
  const { id } = await carrier.settle(FIRST)
  const approving = carrier.approve(id)
  await Promise.race([approving, setTimeout(500)])
  await importing.commit().execute()
  const { status } = await approving
  expect([status, (await readDriftTexts()).length]).toEqual(status === 200 ? [200, 1] : [409, 0])
})
