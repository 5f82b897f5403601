import { beforeEach, expect, test } from 'vitest'
import type { OpenWork } from '#core/settlements/run/open-weeks.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { owning } from '#server/testing/owning.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const TODAY = '2026-11-25'
const [OLD, LAST, CURRENT, LATER] = ['2026-10-30', '2026-11-20', '2026-11-25', '2026-11-27']
const NOTHING = { toPrepare: 0, toApprove: 0, held: 0, toPay: 0 }
let at: Settling

beforeEach(async () => {
  at = await settling(app)
})

const openWork = async () =>
  (await at.me.get<OpenWork>(`/api/settlements/open-work?today=${TODAY}`)).body
const run = async () => (await at.me.get<Run>(`/api/settlements/run?today=${TODAY}`)).body

test('C50 Open settlements are counted by work week, oldest first, up to today', async () => {
  for (const date of [OLD, LAST, CURRENT, LATER]) await at.load(date)
  await at.load('2026-08-21')
  const { id } = await at.settle(OLD)
  const second = await at.truck()
  await at.load(LAST, '100', { truckId: second })
  const draft = await at.settle(LAST, { truckId: second })
  expect(await openWork()).toEqual({
    weeks: [
      { from: '2026-10-25', to: '2026-10-31', ...NOTHING, toApprove: 1 },
      { from: '2026-11-15', to: '2026-11-21', ...NOTHING, toPrepare: 1, toApprove: 1 },
      { from: '2026-11-22', to: '2026-11-28', ...NOTHING, toPrepare: 1 },
    ],
    toPay: 0,
    missingTaxIds: 0,
  })
  await at.approve(id)
  await at.me.post(`/api/billing/${draft.id}/hold`, { reason: 'Claim' })
  expect(await openWork()).toMatchObject({
    weeks: [{ toPay: 1, toApprove: 0 }, { held: 1, toPrepare: 1, toApprove: 0 }, {}],
    toPay: 1,
  })
  await at.pay(id)
  expect(await openWork()).toMatchObject({ weeks: [{ from: '2026-11-15' }, {}], toPay: 0 })
})

test('C50 The run opens on the oldest week with open work, a held draft alone is none', async () => {
  await at.load(OLD)
  await at.load(LAST)
  expect((await run()).from).toBe('2026-10-25')
  const { id } = await at.settle(OLD)
  expect((await run()).from).toBe('2026-10-25')
  await at.me.post(`/api/billing/${id}/hold`, { reason: 'Claim' })
  expect((await run()).from).toBe('2026-11-15')
})

test('C50 Payees without a tax ID whose paid statements reach the 1099 threshold are counted', async () => {
  const own = await owning(app)
  const change = async (path: string, values: object) =>
    own.me.put(path, { ...(await own.me.get(path)).body, ...values })
  await change(`/api/owners/${own.ann}`, { taxId: null })
  const count = async (today: string) =>
    (await own.me.get<OpenWork>(`/api/settlements/open-work?today=${today}`)).body.missingTaxIds
  const settle = async (date: string, revenue: string) => {
    await own.load(date, revenue)
    const { id } = await own.settle(date)
    await own.approve(id)
    return id
  }
  await own.pay(await settle(OLD, '1200'))
  const second = await settle(LAST, '800')
  expect(await count(TODAY)).toBe(0)
  await own.pay(second)
  expect(await count(TODAY)).toBe(1)
  expect([await count('2027-01-31'), await count('2027-02-01')]).toEqual([1, 0])
  const other = await owning(app)
  expect((await other.me.get(`/api/settlements/open-work?today=${TODAY}`)).body).toMatchObject({
    missingTaxIds: 0,
  })
  await change(`/api/owners/${own.ann}`, { taxId: '12-3456789' })
  expect(await count(TODAY)).toBe(0)
})

test('C50 S10 Another account sees none of the open work', async () => {
  await at.load(LAST)
  const other = await signUp(app)
  const path = `/api/settlements/open-work?today=${TODAY}`
  expect((await other.get(path)).body).toEqual({ weeks: [], toPay: 0, missingTaxIds: 0 })
  expect((await other.get('/api/settlements/open-work?today=now')).status).toBe(400)
})
