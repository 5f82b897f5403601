/** Card purchases in the settlement run (SPEC C576). */
import { beforeEach, expect, test } from 'vitest'
import type { DraftCards } from '#core/settlements/cards/draft-cards.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { openCards } from '#server/testing/cards/bought.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'

const FRIDAY = '2026-11-20'
const WEDNESDAY = '2026-11-18'

const { app, database } = await testApp()
let carrier: CarrierWithOwners
let cards: Awaited<ReturnType<typeof openCards>>

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  cards = await openCards(database, carrier.client)
})

const buy = (day = WEDNESDAY, values = {}) => cards.buy(day, carrier.truckId, values)

const recalculate = (id: number) => carrier.client.put(`/api/billing/${id}`, { recalculate: true })

/** A lease of Ann that names fuel only. */
async function leaseFuel(): Promise<void> {
  const days = { startsOn: '2026-01-01', endsOn: null }
  const fuel = { percent: null, amount: null, discount: 'all', discountPercent: null }
  const terms = [{ kind: 'fuel', charge: 'cost', ...fuel }]
  const sent = { truckId: carrier.truckId, ownerId: carrier.ann, pay: 'percent', rate: '88' }
  const { status } = await carrier.client.post('/api/leases', { ...sent, ...days, terms })
  expect(status).toBe(201)
}

const readRun = async () =>
  (await carrier.client.get<Run>(`/api/settlements/run?today=2026-11-25&week=${FRIDAY}`)).body

test('C576 The run counts what a draft does not have yet, and preparing it adds it', async () => {
  await carrier.createLoad(FRIDAY, '2000', { bolStatus: 'received' })
  const billing = await carrier.settle(FRIDAY)
  expect((await readRun()).rows[0]).toMatchObject({ stale: false, exceptions: [] })
  await buy()
  await buy('2026-11-19')
  const { rows, cards: waiting } = await readRun()
  expect(waiting).toEqual([])
  expect(rows[0]).toMatchObject({
    stale: true,
    exceptions: [{ cause: 'cards', text: '2 card purchases are not on it yet' }],
  })
  await recalculate(billing.id)
  expect((await readRun()).rows[0]).toMatchObject({ stale: false, exceptions: [] })
})

test('C579 Fuel of a card beside a percentage for fuel is an exception, and the approval asks', async () => {
  await carrier.createRule({ category: 'fuel', basis: 'percent', value: '15' })
  await carrier.createRule({ category: 'other', basis: 'percent', value: '10' })
  await carrier.createLoad(FRIDAY, '2000', { bolStatus: 'received' })
  await buy()
  await buy(WEDNESDAY, { kind: 'scale', retail: '12.50', discount: '0.00' })
  const { id } = await carrier.settle(FRIDAY, { startFromDefaults: true })
  const text = 'Fuel: card purchases $593.67 and 15% deduction $300.00'
  expect((await readRun()).rows[0]?.exceptions).toEqual([{ cause: 'charged-twice', text }])
  const path = `/api/billing/${id}/approve`
  const refused = await carrier.client.post(path, {})
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { confirm: 'chargedTwice', message: `${text}. Deduct both?` },
  ])
  const confirmed = ['chargedTwice']
  expect((await carrier.client.post(path, { confirmed })).status).toBe(200)
})

test('C579 The run says it before a settlement is saved; a balance is no second charge', async () => {
  await carrier.createRule({ category: 'fuel', basis: 'percent', value: '15' })
  await carrier.createRule({ category: 'tolls', balance: 'advance', total: '500' })
  await carrier.createLoad(FRIDAY, '2000', { bolStatus: 'received' })
  await buy(WEDNESDAY, { kind: 'toll', retail: '12.50', discount: '0.00' })
  expect((await readRun()).rows[0]).toMatchObject({ billing: null, exceptions: [] })
  await buy()
  const text = 'Fuel: card purchases $593.67 and 15% deduction $300.00'
  expect((await readRun()).rows[0]?.exceptions).toEqual([{ cause: 'charged-twice', text }])
})

test('C579 A typed amount beside card purchases is a second charge; a credit and a balance are none', async () => {
  await carrier.createLoad(FRIDAY, '2000', { bolStatus: 'received' })
  await buy()
  const { id } = await carrier.settle(FRIDAY)
  const add = (values: object) =>
    carrier.client.post(`/api/billing/${id}/expenses`, { date: FRIDAY, ...values })
  await add({ category: 'fuel', description: 'Rebate', amount: '-20' })
  await carrier.createRule({ category: 'fuel', balance: 'advance', total: '500' })
  await carrier.client.post(`/api/billing/${id}/apply-rules`)
  expect(await carrier.readSettlement(id)).toMatchObject({ fuel: '673.67' })
  await add({ category: 'insurance', description: 'Cargo', amount: '50' })
  expect((await readRun()).rows[0]?.exceptions).toEqual([])
  await add({ category: 'fuel', description: 'Receipt of Tuesday', amount: '100' })
  expect((await readRun()).rows[0]?.exceptions).toEqual([
    { cause: 'charged-twice', text: 'Fuel: card purchases $593.67 and typed $100.00' },
  ])
})

test('C576 The run lists a truck without loads whose card bought something, with what it would deduct', async () => {
  await buy()
  expect((await readRun()).rows).toMatchObject([
    { truckId: carrier.truckId, loads: 0, deductions: '593.67', net: '-593.67' },
  ])
})

test('C576 A purchase on a draft with other figures in a later file is an exception, and on the draft’s screen', async () => {
  await carrier.createLoad(FRIDAY, '2000', { bolStatus: 'received' })
  const bought = await buy()
  const { id } = await carrier.settle(FRIDAY)
  await cards.change(bought, { conflict: '{"retail": "607.38"}' })
  const text = '1 card purchase on it has other figures in a later file'
  expect((await readRun()).rows[0]?.exceptions).toEqual([{ cause: 'card-figures', text }])
  const draft = (await carrier.client.get<DraftCards>(`/api/billing/${id}/cards`)).body
  expect(draft.waiting).toEqual([{ count: 1, text }])
})

test('C576 The run says how many card purchases wait, and for what', async () => {
  await leaseFuel()
  const small = { retail: '12.50', discount: '0.00' }
  await cards.buy(WEDNESDAY, null)
  await cards.buy(WEDNESDAY, null)
  await buy(WEDNESDAY, { conflict: '{}' })
  await buy(WEDNESDAY, { ...small, kind: 'scale' })
  await buy(WEDNESDAY, { ...small, kind: 'scale' })
  await buy(WEDNESDAY, { ...small, kind: 'def' })
  await buy(WEDNESDAY, { ...small, kind: 'scale', ignored: 'Not ours' })
  await buy('2026-11-22', { ...small, kind: 'scale' })
  expect((await readRun()).cards.map(({ text }) => text)).toEqual([
    '2 card purchases wait: the truck is not known',
    '1 card purchase waits: a later file has other figures',
    '2 card purchases wait: the lease of Ann does not name scales',
    '1 card purchase waits: the lease of Ann does not name DEF',
  ])
})
