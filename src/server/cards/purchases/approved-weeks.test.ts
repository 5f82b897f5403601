/** The first card files of an account whose weeks were settled by hand (SPEC C569). */
import { beforeEach, expect, test } from 'vitest'
import { CHARGED_BEFORE, type PurchaseCheck, type PurchasesImported } from '#core/cards/imports.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { efsFile } from '#server/testing/cards/card-files.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

type Reply = Body & { fields?: object }

const { app } = await testApp()
const PATH = '/api/card-purchases'
const CSV = { 'content-type': 'text/csv' }
/** Weeks are Sunday to Saturday. */
const FRIDAYS = ['2026-10-30', '2026-11-06', '2026-11-13']
const NEXT_FRIDAY = '2026-11-20'
let carrier: CarrierWithOwners
let unit: string

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  unit = String((await carrier.client.get<Body>(`/api/trucks/${carrier.truckId}`)).body.truckId)
})

const weeks = (days: readonly string[]) =>
  efsFile(days.map((day, at) => ({ unit, day, invoice: String(at + 1) })))

const check = async (file: string) =>
  (await carrier.client.post<PurchaseCheck>(`${PATH}/import/check`, file, CSV)).body

const save = (file: string, query = '') =>
  carrier.client.post<PurchasesImported & Reply>(`${PATH}/import?name=x${query}`, file, CSV)

async function approveWeeks(): Promise<void> {
  for (const friday of FRIDAYS) {
    await carrier.createLoad(friday)
    const { status } = await carrier.approve((await carrier.settle(friday)).id)
    expect(status).toBe(200)
  }
}

const makeFile = () => weeks([...FRIDAYS, NEXT_FRIDAY])

test('C569 The first file asks whether purchases of approved weeks were charged before', async () => {
  await approveWeeks()
  expect((await check(makeFile())).approvedWeeks).toEqual({ count: 3, net: '939.51' })
  const unsaid = await save(makeFile())
  expect([unsaid.status, unsaid.body.fields]).toEqual([400, { approvedWeeks: [expect.anything()] }])
  const { body } = await save(makeFile(), '&approvedWeeks=charged-before')
  expect(body).toMatchObject({ imported: 4, ready: 1, chargedBefore: 3 })
  const rows = (await carrier.client.get<Body[]>(`${PATH}?sort=day`)).body
  expect(rows.map(({ ignored }) => ignored)).toEqual([
    ...[CHARGED_BEFORE, CHARGED_BEFORE, CHARGED_BEFORE, null],
  ])
  expect(await carrier.settle(NEXT_FRIDAY)).toMatchObject({ fuel: '313.17' })
})

test('C569 Purchases that were not charged before are on the next settlement', async () => {
  await approveWeeks()
  await save(makeFile(), '&approvedWeeks=charge-next')
  expect(await carrier.settle(NEXT_FRIDAY)).toMatchObject({ fuel: '1252.68' })
})

/** Purchases of approved weeks whose truck nobody knows. */
async function saveWaiting(): Promise<Body[]> {
  await approveWeeks()
  const rows = FRIDAYS.map((day, at) => ({ unit: '', card: '0541', day, invoice: String(at + 1) }))
  expect((await save(efsFile(rows))).body).toMatchObject({ waiting: 3 })
  return (await carrier.client.get<Body[]>(`${PATH}?sort=day`)).body
}

const listIgnored = async () =>
  (await carrier.client.get<Body[]>(`${PATH}?sort=day`)).body.map(({ ignored }) => ignored)

test('C571 A truck that is answered later asks about approved weeks, also for the rest of the card', async () => {
  const [first] = await saveWaiting()
  const answer = { truckId: carrier.truckId, others: true }
  const put = (values: object) =>
    carrier.client.put<Reply>(`${PATH}/${first?.id}`, { ...answer, ...values })
  const unsaid = await put({})
  expect([unsaid.status, unsaid.body.fields]).toEqual([400, { approvedWeeks: [expect.anything()] }])
  expect((await put({ approvedWeeks: 'charged-before' })).body).toEqual({ changed: 3 })
  expect(await listIgnored()).toEqual([CHARGED_BEFORE, CHARGED_BEFORE, CHARGED_BEFORE])
})

test('C571 Purchases that get their truck later and were not charged before are on the next settlement', async () => {
  const [first] = await saveWaiting()
  const answer = { truckId: carrier.truckId, others: true, approvedWeeks: 'charge-next' }
  expect((await carrier.client.put(`${PATH}/${first?.id}`, answer)).status).toBe(200)
  expect(await carrier.settle(NEXT_FRIDAY)).toMatchObject({ fuel: '939.51' })
})

test('C571 Looking again for trucks asks too; an ignored purchase is not asked about', async () => {
  const [first] = await saveWaiting()
  await carrier.client.put(`${PATH}/${first?.id}`, { ignored: 'Paid by the driver' })
  const card = { provider: 'efs', kind: 'card', number: '0541', truckId: carrier.truckId }
  await carrier.client.post('/api/cards', { ...card, startsOn: FRIDAYS[0] })
  expect((await carrier.client.post<Reply>(`${PATH}/match`)).status).toBe(400)
  const found = await carrier.client.post(`${PATH}/match?approvedWeeks=charged-before`)
  expect(found.body).toEqual({ found: 3, moved: 0 })
  expect(await listIgnored()).toEqual(['Paid by the driver', CHARGED_BEFORE, CHARGED_BEFORE])
})

test('C569 Nobody is asked about drafts, and once a statement has card lines', async () => {
  await carrier.settle(NEXT_FRIDAY)
  expect((await check(weeks([NEXT_FRIDAY]))).approvedWeeks).toBe(null)
  await save(weeks([NEXT_FRIDAY]))
  const draft = (await carrier.client.get<Body[]>('/api/billing')).body[0]
  await carrier.client.put(`/api/billing/${draft?.id}`, { recalculate: true })
  await carrier.approve(draft?.id ?? 0)
  const late = efsFile([{ unit, day: '2026-11-19', invoice: '77' }])
  expect((await check(late)).approvedWeeks).toBe(null)
  expect((await save(late)).body).toMatchObject({ imported: 1, ready: 1 })
})
