/** Purchases that are taken off settlements, and where the list says that each stands (SPEC C565, C577). */
import { beforeEach, expect, test } from 'vitest'
import { cardLineMessages, type DraftCards } from '#core/settlements/cards/draft-cards.ts'
import type { Line } from '#core/settlements/lines.ts'
import { openCards } from '#server/testing/cards/bought.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const FRIDAY = '2026-11-20'
const WEDNESDAY = '2026-11-18'
const WEEK_BEFORE = '2026-11-13'
const WEEK_AFTER = '2026-11-27'

const { app, database } = await testApp()
let carrier: CarrierWithOwners
let cards: Awaited<ReturnType<typeof openCards>>

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  cards = await openCards(database, carrier.client)
})

const buy = (day = WEDNESDAY, values = {}) => cards.buy(day, carrier.truckId, values)

async function readCards(id: number): Promise<Line[]> {
  return (await carrier.readLines(id)).filter(({ kind }) => kind === 'card')
}

const listBought = async (id: number) =>
  (await readCards(id)).map(({ cardPurchaseId }) => cardPurchaseId)

const recalculate = (id: number) => carrier.client.put(`/api/billing/${id}`, { recalculate: true })

const readDraft = async (id: number) =>
  (await carrier.client.get<DraftCards>(`/api/billing/${id}/cards`)).body

test('C577 A purchase that was taken off stays off with its reason, until it is put back', async () => {
  const bought = await buy()
  const billing = await carrier.settle(FRIDAY)
  const [line] = await readCards(billing.id)
  const path = `/api/billing/${billing.id}/expenses/${line?.id}`
  for (const reply of [
    await carrier.client.delete(path),
    await carrier.client.put(path, { amount: '1' }),
  ])
    expect([reply.status, reply.body.message]).toEqual([409, cardLineMessages.locked])
  expect((await carrier.client.post(`${path}/take-off`, { reason: ' ' })).status).toBe(400)
  const reason = 'The carrier pays this one'
  expect((await carrier.client.post(`${path}/take-off`, { reason })).body).toMatchObject({
    fuel: '0.00',
    netPayment: '0.00',
  })
  await recalculate(billing.id)
  expect(await readCards(billing.id)).toEqual([])
  expect(await readDraft(billing.id)).toMatchObject({
    due: 0,
    off: [{ id: bought, reason, net: '593.67', description: "Diesel, Love's 123, Dallas TX" }],
  })
  const back = await carrier.client.post(`/api/billing/${billing.id}/cards/${bought}/put-back`)
  expect(back.body).toMatchObject({ fuel: '593.67' })
  expect((await readDraft(billing.id)).off).toEqual([])
})

test('C577 A draft puts back only what its own truck bought', async () => {
  const bought = await buy()
  const billing = await carrier.settle(FRIDAY)
  const [line] = await readCards(billing.id)
  const path = `/api/billing/${billing.id}/expenses/${line?.id}/take-off`
  await carrier.client.post(path, { reason: 'Ours' })
  const truckId = await carrier.createTruck()
  await carrier.createLoad(FRIDAY, '1000', { truckId })
  const other = await carrier.settle(FRIDAY, { truckId })
  const putBack = (id: number) => carrier.client.post(`/api/billing/${id}/cards/${bought}/put-back`)
  expect((await putBack(other.id)).status).toBe(404)
  expect((await readDraft(billing.id)).off).toMatchObject([{ id: bought }])
  expect((await putBack(billing.id)).status).toBe(200)
})

test('C565 C577 The list says where a purchase stands, with its statement, and puts back what was taken off long ago', async () => {
  const company = await carrier.createTruck()
  await cards.buy(WEDNESDAY, company)
  await buy(WEDNESDAY, { kind: 'unknown' })
  await carrier.createLoad(FRIDAY, '2000')
  await buy()
  const old = await buy('2026-08-05')
  const { id: billingId } = await carrier.settle(FRIDAY)
  const line = (await readCards(billingId)).find(({ cardPurchaseId }) => cardPurchaseId === old)
  await carrier.client.post(`/api/billing/${billingId}/expenses/${line?.id}/take-off`, {
    reason: 'Ours',
  })
  await carrier.approve(billingId)
  await buy()
  const path = '/api/card-purchases'
  const list = async () =>
    (await carrier.client.get<Body[]>(`${path}?sort=id`)).body.map(
      ({ pile, statement, offReason }) => [pile, statement, offReason],
    )
  expect(await list()).toEqual([
    ['company', null, null],
    ['unnamed', null, null],
    ['charged', 1, null],
    ['off', null, 'Ours'],
    ['ready', null, null],
  ])
  expect((await readDraft((await carrier.settle(WEEK_AFTER)).id)).off).toEqual([])
  expect((await carrier.client.post(`${path}/${old}/put-back`)).status).toBe(204)
  expect((await list())[3]).toEqual(['ready', null, null])
  expect((await carrier.client.post(`${path}/${old}/put-back`)).status).toBe(409)
  expect((await carrier.client.post(`${path}/999999/put-back`)).status).toBe(404)
})

test('C565 C575 The posted day counts in the list, as on settlements, only if all accounts of the provider say so', async () => {
  const account = { provider: 'bestpass', kind: 'toll', dayBasis: 'posted' }
  await carrier.client.post('/api/card-accounts', account)
  const toll = { provider: 'bestpass', kind: 'toll', discount: '0.00' }
  const bought = await buy('2026-11-11', { ...toll, posted_on: WEDNESDAY })
  const readDay = async () =>
    (await carrier.client.get<Body[]>('/api/card-purchases')).body[0]?.countsOn
  expect(await readDay()).toBe(WEDNESDAY)
  await carrier.client.post('/api/card-accounts', { ...account, dayBasis: 'happened' })
  expect(await readDay()).toBe('2026-11-11')
  expect(await listBought((await carrier.settle(WEEK_BEFORE)).id)).toEqual([bought])
})
