/** Loads whose papers came more than 15 days ago and that are not settled (SPEC C256). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { readAccountId, ownApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app, database } = await ownApp()
keepDay()
/** The papers come today. The tests read the run on later days. */
const PAPERS = accountDay()
const DATE = addDays(PAPERS, -3)
const DELIVERED = { deliveryStatus: 'delivered', deliveryDate: addDays(PAPERS, -5) }
const IN = { ...DELIVERED, bolStatus: 'received' }
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

async function readLate(days: number, date: Day = DATE): Promise<string[]> {
  const today = addDays(PAPERS, days)
  const path = `/api/settlements/run?today=${today}&week=${date}`
  const { rows } = (await carrier.client.get<Run>(path)).body
  const exceptions = rows.flatMap((row) => row.exceptions)
  return exceptions.filter(({ cause }) => cause === 'late').map(({ text }) => text)
}

const change = async (id: unknown, values: object) => {
  const path = `/api/loads/${String(id)}`
  const { body } = await carrier.client.get(path)
  expect((await carrier.client.put(path, { ...body, ...values })).status).toBe(200)
}

test('C256 A load is late on the 16th day after its BOL, until its statement is approved', async () => {
  const { loadId } = await carrier.createLoad(DATE, '1000', IN)
  expect(await readLate(15)).toEqual([])
  expect(await readLate(16)).toEqual([`Load ${loadId}: documents in for 16 days, not settled`])
  const { id } = await carrier.settle(DATE)
  await carrier.client.post(`/api/billing/${id}/hold`, { reason: 'The broker has not paid' })
  expect(await readLate(18)).toEqual([`Load ${loadId}: documents in for 18 days, not settled`])
  await carrier.client.delete(`/api/billing/${id}/hold`)
  await carrier.approve(id)
  expect(await readLate(18)).toEqual([])
  await carrier.pay(id)
  expect(await readLate(18)).toEqual([])
})

test('C256 A load of an approved statement is not late elsewhere, one of a void statement is', async () => {
  const { id, loadId } = await carrier.createLoad(DATE, '1000', IN)
  const first = await carrier.settle(DATE)
  await carrier.approve(first.id)
  const next = addDays(DATE, 7)
  await change(id, { settlementDate: next })
  expect(await readLate(30, next)).toEqual([])
  await carrier.voidStatement(first.id)
  expect(await readLate(30, next)).toEqual([
    `Load ${loadId}: documents in for 30 days, not settled`,
  ])
})

test('C256 Without its BOL, its delivery or 15 days since the delivery a load is not late', async () => {
  await carrier.createLoad(DATE, '1000', { ...DELIVERED, bolStatus: 'pending' })
  const underWay = { deliveryStatus: 'in-transit', bolStatus: 'received' }
  await carrier.createLoad(DATE, '1000', { ...underWay, deliveryDate: addDays(PAPERS, 5) })
  expect(await readLate(20)).toEqual([])
  expect(await readLate(21)).toHaveLength(1)
})

test('C256 The days count from the last time the BOL was marked received', async () => {
  const { id, loadId } = await carrier.createLoad(DATE, '1000', IN)
  await change(id, { bolStatus: 'pending' })
  expect(await readLate(20)).toEqual([])
  await change(id, { bolStatus: 'received' })
  expect(await readLate(20)).toEqual([`Load ${loadId}: documents in for 20 days, not settled`])
})

test('C256 A required paper must be uploaded, and the days count from the last one', async () => {
  const userId = await readAccountId(carrier.client)
  const rules = { firstDay: addDays(PAPERS, -60), toSettle: { pod: 'always' } }
  expect((await carrier.client.put('/api/required-papers', rules)).status).toBe(200)
  const { id, loadId } = await carrier.createLoad(DATE, '1000', {
    ...IN,
    pickupDate: addDays(PAPERS, -6),
  })
  expect(await readLate(20)).toEqual([])
  const paper = await upload(carrier.client, `/api/loads/${String(id)}/documents`, { kind: 'pod' })
  expect(await readLate(20)).toEqual([`Load ${loadId}: documents in for 20 days, not settled`])
  const move = async (days: number) => {
    await sql`alter table documents disable trigger user`.execute(database)
    await sql`update documents set uploaded_at = now() + make_interval(days => ${days})
      where user_id = ${userId} and id = ${paper.body.id}`.execute(database)
    await sql`alter table documents enable trigger user`.execute(database)
  }
  await move(3)
  expect(await readLate(20)).toEqual([`Load ${loadId}: documents in for 17 days, not settled`])
  await move(5)
  expect(await readLate(20)).toEqual([])
})

test('C256 Loads of one settlement are one exception, and another account has none of them', async () => {
  const { loadId: one } = await carrier.createLoad(DATE, '1000', IN)
  const { loadId: other } = await carrier.createLoad(DATE, '1000', IN)
  expect(await readLate(16)).toEqual([
    `2 loads: documents in for up to 16 days, not settled: ${String(one)}, ${String(other)}`,
  ])
  carrier = await createTestCarrier(app)
  expect(await readLate(16)).toEqual([])
})
