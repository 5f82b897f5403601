/** What the database keeps of card purchases on settlements, whatever the code does (SPEC C574). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { openCards } from '#server/testing/cards/bought.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { testApp } from '#server/testing/test-app.ts'
import { releaseFromDrafts } from './draft-cards.ts'

const FRIDAY = '2026-11-20'
const WEDNESDAY = '2026-11-18'

const { app, database } = await testApp()
let carrier: CarrierWithOwners
let cards: Awaited<ReturnType<typeof openCards>>
let bought: number
let billing: Settlement

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  cards = await openCards(database, carrier.client)
  bought = await cards.buy(WEDNESDAY, carrier.truckId)
  await carrier.createLoad(FRIDAY, '2000')
  billing = await carrier.settle(FRIDAY)
})

const constraintOf = (write: Promise<unknown>) =>
  write.then(
    () => 'written',
    (error: { constraint?: string }) => error.constraint,
  )

/** A line of the purchase, written past the code. */
function insertLine(on: { id: number; truckId: number }, purchase: number, values: object = {}) {
  return database
    .insertInto('expenses')
    .values({
      userId: cards.userId,
      billingId: on.id,
      truckId: on.truckId,
      kind: 'card',
      category: 'fuel',
      description: 'Diesel',
      reference: null,
      date: WEDNESDAY,
      quantity: null,
      rate: null,
      loadId: null,
      amount: '593.67',
      formula: 'x',
      cardPurchaseId: purchase,
      cardRetail: '707.38',
      cardDiscount: '113.71',
      cardPassedOn: '113.71',
      ...values,
    })
    .execute()
}

test('C574 A purchase is on one line that is not void', async () => {
  const other = await carrier.settle('2026-11-27')
  expect(await constraintOf(insertLine(other, bought))).toBe('expenses_card_key')
  await carrier.approve(billing.id)
  expect(await constraintOf(insertLine(other, bought))).toBe('expenses_card_key')
  await carrier.voidStatement(billing.id)
  expect(await constraintOf(insertLine(other, bought))).toBe('written')
})

test.each([
  ['without a purchase', { cardPurchaseId: null }, 'expenses_card_check'],
  ['without what was passed on', { cardPassedOn: null }, 'expenses_card_check'],
  ['without a description', { description: null }, 'expenses_card_check'],
  ['of another kind', { kind: 'entered' }, 'expenses_card_check'],
  ['of another amount at the pump', { cardRetail: '707.37' }, 'expenses_card_purchase'],
  ['of another discount', { cardDiscount: '0.00' }, 'expenses_card_purchase'],
])('C574 The database rejects a line %s', async (_name, values, constraint) => {
  const free = await cards.buy('2026-11-19', carrier.truckId)
  expect(await constraintOf(insertLine(billing, free, values))).toBe(constraint)
})

test.each([
  ['another truck', { truck_id: null, found_by: null }],
  ['that is ignored', { ignored: 'Not ours' }],
  ['with a conflict', { conflict: '{}' }],
  ['that was taken off', { off_reason: 'The carrier pays it' }],
])('C574 The database rejects a line of a purchase %s', async (_name, values) => {
  const free = await cards.buy('2026-11-19', carrier.truckId, values)
  expect(await constraintOf(insertLine(billing, free))).toBe('expenses_card_purchase')
})

test.each([
  ['truck', { truck_id: null, found_by: null }],
  ['figures', { retail: '707.39', net: '593.68' }],
  ['day', { day: '2026-11-17' }],
  ['kind', { kind: 'def' }],
  ['reason to ignore it', { ignored: 'Not ours' }],
  ['reason to be off', { off_reason: 'The carrier pays it' }],
])('C574 A purchase on a draft or a statement keeps its %s', async (_name, values) => {
  expect(await constraintOf(cards.change(bought, values))).toBe('card_purchases_charged')
  await carrier.approve(billing.id)
  expect(await constraintOf(cards.change(bought, values))).toBe('card_purchases_charged')
  await carrier.voidStatement(billing.id)
  expect(await constraintOf(cards.change(bought, values))).toBe('written')
})

test('C574 A purchase on a settlement is not deleted, also not one on a void statement', async () => {
  const remove = () =>
    constraintOf(sql`delete from card_purchases where id = ${bought}`.execute(database))
  expect(await remove()).toBe('card_purchases_charged')
  await carrier.approve(billing.id)
  await carrier.voidStatement(billing.id)
  expect(await remove()).toBe('card_purchases_charged')
})

test('C574 A purchase is released from drafts and can then be deleted; its draft is saved again', async () => {
  await inTransaction(database, (work) => releaseFromDrafts(work, cards.userId, [bought]))
  expect(await carrier.readSettlement(billing.id)).toMatchObject({
    fuel: '0.00',
    netPayment: '2000.00',
  })
  await sql`delete from card_purchases where id = ${bought}`.execute(database)
})

test('C574 A later file that differs is noted on a purchase that is on a settlement', async () => {
  await cards.change(bought, { conflict: '{"retail": "700.00"}' })
})

test('C577 With another truck a purchase is no longer off', async () => {
  const free = await cards.buy('2026-11-19', null, { off_reason: 'Not this truck' })
  await cards.change(free, { truck_id: carrier.truckId, found_by: 'person' })
  const { rows } = await sql`select off_reason from card_purchases where id = ${free}`.execute(
    database,
  )
  expect(rows).toEqual([{ offReason: null }])
})

test('C574 A line that is written waits for a change of its purchase, and a change for the line', async () => {
  const free = await cards.buy('2026-11-19', carrier.truckId)
  const changed = await database.startTransaction().execute()
  await sql`update card_purchases set ignored = 'Not ours' where id = ${free}`.execute(changed)
  const line = constraintOf(insertLine(billing, free))
  await changed.commit().execute()
  expect(await line).toBe('expenses_card_purchase')

  await cards.change(free, { ignored: null })
  const added = await database.startTransaction().execute()
  await sql`insert into expenses (user_id, billing_id, truck_id, kind, category, description, amount, date,
      card_purchase_id, card_retail, card_discount, card_passed_on)
    values (${cards.userId}, ${billing.id}, ${carrier.truckId}, 'card', 'fuel', 'Diesel', 593.67, ${WEDNESDAY},
      ${free}, 707.38, 113.71, 113.71)`.execute(added)
  const change = constraintOf(cards.change(free, { ignored: 'Not ours' }))
  await added.commit().execute()
  expect(await change).toBe('card_purchases_charged')
})

test('C574 An account with purchases on statements can be deleted', async () => {
  await carrier.approve(billing.id)
  await sql`delete from users where id = ${cards.userId}`.execute(database)
  const { rows } = await sql`select from card_purchases where user_id = ${cards.userId}`.execute(
    database,
  )
  expect(rows).toEqual([])
})

test('C574 A file is taken out of drafts, and stays once a statement has a purchase of it, also a void one', async () => {
  const undo = () => carrier.client.delete(`/api/card-imports/${cards.importId}`)
  await carrier.approve(billing.id)
  const refused = await undo()
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('statement 1')
  await carrier.voidStatement(billing.id)
  expect((await undo()).status).toBe(409)

  const other = await openCards(database, carrier.client)
  await other.buy(WEDNESDAY, carrier.truckId)
  const again = await carrier.settle(FRIDAY)
  expect(again.fuel).toBe('1187.34')
  expect((await carrier.client.delete(`/api/card-imports/${other.importId}`)).status).toBe(204)
  expect(await carrier.readSettlement(again.id)).toMatchObject({ fuel: '593.67' })
})

test('C574 The office gets a message if it changes a purchase that is on a settlement', async () => {
  const sent = { ignored: 'Not ours' }
  const { status, text } = await carrier.client.put(`/api/card-purchases/${bought}`, sent)
  expect([status, text]).toEqual([409, expect.stringContaining('Take it off the draft first')])
})

test('C574 The figures of a later file can be decided against while a purchase is on a settlement', async () => {
  await cards.change(bought, { conflict: '{"retail": "700.00"}' })
  await cards.change(bought, { conflict: null, refused: '[{"retail": "700.00"}]' })
})
