/** A new account requires a BOL or POD and a rate confirmation to bill. */
import { beforeEach, expect, test } from 'vitest'
import type { Ready } from '#core/invoices/responses.ts'
import type { RequiredPapers } from '#core/required-papers/required-papers.ts'
import { addDays } from '#core/calendar.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { billAs, type Biller } from '#server/testing/invoices/biller.ts'
import { signUpOnly, ownApp, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

type Refusal = { confirm?: string }

const { app, database } = await ownApp()
const RULES = '/api/required-papers'
let me: Client
let biller: Biller

beforeEach(async () => {
  me = await signUpOnly(app)
  biller = await billAs(me)
})

async function readReady(): Promise<Ready> {
  return (await me.get<Ready>('/api/billing/ready')).body
}

async function listReasons(): Promise<string[]> {
  return (await readReady()).notReady.flatMap(({ reasons }) => reasons)
}

test('C343 A load of a new account is ready to bill with a rate confirmation and a BOL or POD', async () => {
  const pickupDate = addDays(accountDay(), -300)
  const { id } = await biller.addLoad({ pickupDate, bolStatus: 'received' })
  const other = await biller.addLoad()
  const documents = (load: number) => `/api/loads/${load}/documents`
  const before = await readReady()
  expect(before.notReady).toMatchObject([
    { id, reasons: ['No BOL, no Rate Confirmation'], missingToBill: 'bol,rate-confirmation' },
    { id: other.id },
  ])
  expect(before.tabs).toMatchObject({ notReady: { count: 2 }, ready: { count: 0 } })
  await upload(me, documents(id), { kind: 'pod' })
  await upload(me, documents(other.id), { kind: 'bol' })
  expect(await listReasons()).toEqual(['No Rate Confirmation', 'No Rate Confirmation'])
  await upload(me, documents(id), { kind: 'rate-confirmation' })
  const after = await readReady()
  expect(after.ready).toMatchObject([{ loads: [{ id }] }])
  expect(after.notReady).toMatchObject([{ id: other.id }])
})

test('C343 Nothing more is required to settle, and the approval of an invoice asks about the papers', async () => {
  const load = await biller.addLoad({ bolStatus: 'received' })
  expect(load).toMatchObject({ missingToSettle: null, missingToBill: 'bol,rate-confirmation' })
  const [draft] = await biller.draft([load])
  const asked = await me.post<Refusal>(`/api/invoices/${draft?.id}/approve`, {})
  expect([asked.status, asked.body.confirm]).toEqual([409, 'papers'])
})

test('C343 The account relaxes it paper by paper, with one request', async () => {
  const { id } = await biller.addLoad()
  const rules = (await me.get<RequiredPapers>(RULES)).body
  expect(rules).toEqual({
    firstDay: addDays(accountDay(), -366),
    toSettle: {},
    toBill: { bol: 'always', 'rate-confirmation': 'always' },
    version: 1,
  })
  const toBill = { ...rules.toBill, 'rate-confirmation': 'never' as const }
  const saved = await me.put(RULES, { ...rules, toBill }, { 'if-match': '"1"' })
  expect(saved.status).toBe(200)
  expect(await listReasons()).toEqual(['No BOL'])
  await me.put(RULES, { ...rules, toBill: {} })
  expect((await readReady()).ready).toMatchObject([{ loads: [{ id }] }])
})

test('C343 An account of before keeps what it has', async () => {
  // Such an account has no row.
  await database.deleteFrom('documentNeeds').execute()
  const { id } = await biller.addLoad()
  expect((await me.get<RequiredPapers>(RULES)).body).toMatchObject({ toBill: {}, version: 0 })
  expect((await readReady()).ready).toMatchObject([{ loads: [{ id }] }])
})
