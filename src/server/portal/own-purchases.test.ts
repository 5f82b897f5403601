/** What truck owners see of fuel and toll cards in the portal (SPEC C590). */
import { beforeEach, expect, test } from 'vitest'
import type { OwnPurchases, OwnPrintedStatement } from '#core/portal/responses.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { openCards } from '#server/testing/cards/bought.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

/** A work week is Sunday to Saturday. */
const FRIDAY = '2026-11-20'
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY] = [16, 17, 18, 19].map((day) => `2026-11-${day}`) as [
  string,
  string,
  string,
  string,
]

const { app, database } = await testApp()
let carrier: CarrierWithOwners
let cards: Awaited<ReturnType<typeof openCards>>
let ann: Client

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  cards = await openCards(database, carrier.client)
  ann = await inviteMember(app, carrier.client, 'owner', { ownerId: carrier.ann })
})

const buy = (day: string, values = {}, truckId: number | null = carrier.truckId) =>
  cards.buy(day, truckId, values)

async function read(member: Client, query = ''): Promise<OwnPurchases> {
  const { status, body } = await member.get<OwnPurchases>(`/api/portal/purchases${query}`)
  expect(status).toBe(200)
  return body
}

const settle = async (day: string) => (await carrier.approve((await carrier.settle(day)).id)).body

const daysOf = (purchases: { day: string }[]) => purchases.map(({ day }) => day)

async function lease(ownerId: number, startsOn: string, endsOn: string | null, values = {}) {
  const sent = { truckId: carrier.truckId, ownerId, startsOn, endsOn, pay: 'percent', rate: '88' }
  const confirmed = ['ownerId']
  const { status } = await carrier.client.post('/api/leases', { ...sent, ...values, confirmed })
  expect(status).toBe(201)
}

test('C590 What waits is on the next statement, and what a statement charged names it, in the same words', async () => {
  await buy(WEDNESDAY)
  const line = {
    day: WEDNESDAY,
    truck: expect.any(String) as string,
    text: "Diesel, Love's 123, Dallas TX",
    note: '206.29 gal at $3.429, retail $707.38, discount $113.71, passed on $113.71, by default  ·  Invoice 83920',
    retail: '707.38',
    discount: '113.71',
    passedOn: '113.71',
    charged: '593.67',
  }
  expect(await read(ann)).toMatchObject({ next: [line], charged: [], more: false })
  const { id, number } = await settle(FRIDAY)
  const after = await read(ann)
  expect(after).toMatchObject({ next: [], charged: [{ ...line, billingId: id, number }] })
  const { printed } = (await ann.get<OwnPrintedStatement>(`/api/portal/statements/${id}`)).body
  const [fuel] = printed.sections.find(({ title }) => title === 'Deductions')?.lines ?? []
  expect(fuel).toMatchObject({ label: line.text, amount: '$593.67' })
  expect(fuel?.notes).toContain(line.note)
})

test('C590 A purchase on a draft looks like one that waits', async () => {
  await buy(WEDNESDAY)
  const before = await read(ann)
  await carrier.settle(FRIDAY)
  expect(await read(ann)).toEqual(before)
})

test('C590 A statement that was voided gives its purchases back to the next one', async () => {
  await buy(WEDNESDAY)
  const { id } = await settle(FRIDAY)
  await carrier.voidStatement(id)
  const { next, charged } = await read(ann)
  expect([daysOf(next), charged]).toEqual([[WEDNESDAY], []])
})

test('C590 Two owners of a truck that was sold within a week each see their own days', async () => {
  await lease(carrier.ann, '2026-01-01', TUESDAY)
  await lease(carrier.bob, WEDNESDAY, null)
  await carrier.sellTo(carrier.bob)
  const bob = await inviteMember(app, carrier.client, 'owner', { ownerId: carrier.bob })
  for (const day of [MONDAY, TUESDAY, WEDNESDAY, THURSDAY]) await buy(day)
  expect(daysOf((await read(ann)).next)).toEqual([TUESDAY, MONDAY])
  expect(daysOf((await read(bob)).next)).toEqual([THURSDAY, WEDNESDAY])
  await settle(FRIDAY)
  expect(daysOf((await read(ann)).next)).toEqual([TUESDAY, MONDAY])
  expect((await read(ann)).charged).toEqual([])
  const ofBob = (await read(bob)).charged
  expect(daysOf(ofBob)).toEqual([THURSDAY, WEDNESDAY])
  // The line of another owner pages through nothing.
  expect((await read(ann, `?before=${ofBob[0]?.id}`)).charged).toEqual([])
})

test('C590 Without a lease, nobody sees a purchase of a sold truck before it is known whose it was', async () => {
  await settle('2026-11-06')
  await carrier.sellTo(carrier.bob)
  const bob = await inviteMember(app, carrier.client, 'owner', { ownerId: carrier.bob })
  await buy(WEDNESDAY)
  expect([(await read(ann)).next, (await read(bob)).next]).toEqual([[], []])
})

test('C590 What is not charged to the owner is not shown', async () => {
  await lease(carrier.ann, '2026-01-01', null)
  await buy(WEDNESDAY, { ignored: 'Paid by the carrier' })
  await buy(WEDNESDAY, { off_reason: 'The carrier pays this one' })
  await buy(WEDNESDAY, { conflict: JSON.stringify({ net: '1.00' }) })
  await buy(WEDNESDAY, { kind: 'unknown' })
  await buy(WEDNESDAY, {}, null)
  await buy(WEDNESDAY, {}, await carrier.createTruck())
  expect(await read(ann)).toEqual({ next: [], charged: [], more: false })
})

test('C590 A driver has no card purchases, also the driver of the truck', async () => {
  const eve = await carrier.addDriver('Eve')
  await carrier.changeTruck(carrier.truckId, { driverId: eve })
  await buy(WEDNESDAY, { driver_id: eve })
  await settle(FRIDAY)
  const driver = await inviteMember(app, carrier.client, 'driver', { driverId: eve })
  expect(await read(driver)).toEqual({ next: [], charged: [], more: false })
  expect((await carrier.client.get('/api/portal/purchases')).status).toBe(403)
})

test('C590 The purchases are in the language of the statement', async () => {
  await buy(WEDNESDAY)
  expect((await read(ann, '?language=es')).next).toMatchObject([
    {
      text: "Diésel, Love's 123, Dallas TX",
      note: '206.29 gal a $3.429, precio al público $707.38, descuento $113.71, trasladado $113.71, por defecto  ·  Factura 83920',
    },
  ])
})

test('C590 Charged purchases come in pages of 50, each once', async () => {
  for (let n = 0; n < 53; n++) await buy(WEDNESDAY)
  await settle(FRIDAY)
  const first = await read(ann)
  const second = await read(ann, `?before=${first.charged.at(-1)?.id}`)
  expect([first.charged.length, first.more, second.charged.length, second.more]).toEqual([
    ...[50, true],
    ...[3, false],
  ])
  const ids = [...first.charged, ...second.charged].map(({ id }) => id)
  expect(new Set(ids).size).toBe(53)
})
