/** Card purchases on settlements (SPEC C572–C577). */
import { beforeEach, expect, test } from 'vitest'
import { INITIAL_TERMS, type LeaseTerm, type PurchaseKind } from '#core/fleet/lease-terms.ts'
import type { DraftCards } from '#core/settlements/cards/draft-cards.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { openCards } from '#server/testing/cards/bought.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

/** A work week is Sunday to Saturday. */
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

const recalculate = (id: number) =>
  carrier.client.put<Settlement>(`/api/billing/${id}`, { recalculate: true })

const readDraft = async (id: number) =>
  (await carrier.client.get<DraftCards>(`/api/billing/${id}/cards`)).body

async function lease(values: object = {}): Promise<Body> {
  const sent = { truckId: carrier.truckId, ownerId: carrier.ann, startsOn: '2026-01-01' }
  const pay = { pay: 'percent', rate: '88', endsOn: null }
  const path = '/api/leases'
  const { status, body } = await carrier.client.post(path, {
    ...sent,
    ...pay,
    ...values,
    confirmed: ['ownerId'],
  })
  expect(status).toBe(201)
  return body
}

const term = (kind: PurchaseKind, values: Partial<LeaseTerm> = {}) => ({
  kind,
  charge: 'cost' as const,
  percent: null,
  amount: null,
  discount: 'all' as const,
  discountPercent: null,
  ...values,
})

test('C591 The quantity of a scale is not gallons', async () => {
  const scale = { kind: 'scale', code: 'SCLE', gallons: '1.000', price: '13.5000' }
  await buy(WEDNESDAY, { ...scale, retail: '13.50', discount: '0.00' })
  const { id } = await carrier.settle(FRIDAY)
  expect(await readCards(id)).toMatchObject([
    { amount: '13.50', formula: 'retail $13.50, no discount, by default' },
  ])
})

test('C572 A new settlement charges what the card bought, with retail, discount and what was passed on', async () => {
  const bought = await buy()
  const billing = await carrier.settle(FRIDAY)
  expect(billing).toMatchObject({ fuel: '593.67', netPayment: '-593.67' })
  expect(await readCards(billing.id)).toMatchObject([
    {
      cardPurchaseId: bought,
      category: 'fuel',
      description: "Diesel, Love's 123, Dallas TX",
      reference: 'Invoice 83920',
      date: WEDNESDAY,
      quantity: null,
      rate: null,
      amount: '593.67',
      cardRetail: '707.38',
      cardDiscount: '113.71',
      cardPassedOn: '113.71',
      formula:
        '206.29 gal at $3.429, retail $707.38, discount $113.71, passed on $113.71, by default',
    },
  ])
})

test('C572 The published row of a card company is charged to the cent, each kind in its category', async () => {
  const stop = { gallons: null, price: null, discount: '0.00' }
  await buy()
  await buy(WEDNESDAY, { ...stop, kind: 'def', gallons: '8.240', price: '4.1900', retail: '34.53' })
  await buy(WEDNESDAY, { ...stop, kind: 'advance', retail: '50.00' })
  await buy(WEDNESDAY, { ...stop, kind: 'fee', retail: '0.25' })
  await buy(WEDNESDAY, { ...stop, kind: 'toll', retail: '12.60', place: 'OK Turnpike' })
  await buy(WEDNESDAY, { ...stop, kind: 'oil', retail: '21.99' })
  await buy(WEDNESDAY, { ...stop, kind: 'parking', retail: '18.00' })
  expect(await carrier.settle(FRIDAY)).toMatchObject({
    fuel: '628.20',
    tolls: '12.60',
    maintenance: '21.99',
    parking: '18.00',
    other: '50.25',
    totalExpenses: '731.04',
  })
})

test('C576 A purchase whose code no list knows waits until a person names its kind', async () => {
  await buy(WEDNESDAY, { kind: 'unknown', code: 'XQ7', retail: '3.00', discount: '0.00' })
  const { id } = await carrier.settle(FRIDAY)
  expect(await readCards(id)).toEqual([])
  const { waiting } = (await carrier.client.get<DraftCards>(`/api/billing/${id}/cards`)).body
  expect(waiting.map(({ text }) => text)).toEqual([
    '1 card purchase waits: no list knows the code of the item. Choose its kind under Fuel & Tolls',
  ])
})

test.each<[string, Partial<LeaseTerm>, amount: string, passedOn: string, text: string]>([
  ['actual cost', {}, '593.67', '113.71', 'passed on $113.71'],
  [
    'part of the discount',
    { discount: 'part', discountPercent: '50' },
    '650.52',
    '56.86',
    'passed on $56.86',
  ],
  ['none of the discount', { discount: 'none' }, '707.38', '0.00', 'passed on $0.00'],
  ['retail', { charge: 'retail' }, '707.38', '0.00', 'passed on $0.00'],
  ['cost plus', { charge: 'cost-plus', percent: '2' }, '605.54', '113.71', 'plus 2%'],
  ['a flat amount', { charge: 'flat', amount: '25' }, '25.00', '0.00', 'flat $25.00'],
])('C572 A lease that charges %s', async (_name, terms, amount, passedOn, text) => {
  await lease({ terms: [term('fuel', terms)] })
  await buy()
  const [line] = await readCards((await carrier.settle(FRIDAY)).id)
  expect(line).toMatchObject({ amount, cardPassedOn: passedOn })
  expect(line?.formula).toContain(text)
  expect(line?.formula).not.toContain('by default')
})

test('C572 A credit gives back what its purchase charged, also a flat amount', async () => {
  await lease({ terms: [term('fuel'), term('toll', { charge: 'flat', amount: '5' })] })
  const credit = { retail: '-707.38', discount: '-113.71', gallons: '-206.290' }
  await buy(WEDNESDAY)
  await buy(WEDNESDAY, credit)
  await buy(WEDNESDAY, { kind: 'toll', retail: '12.00', discount: '0.00' })
  await buy(WEDNESDAY, { kind: 'toll', retail: '-12.00', discount: '0.00' })
  const billing = await carrier.settle(FRIDAY)
  expect(billing).toMatchObject({ fuel: '0.00', tolls: '0.00' })
  expect(await readCards(billing.id)).toHaveLength(4)
})

test('C572 What the lease does not charge is no line, and what it does not name waits', async () => {
  await lease({ terms: [term('fuel', { charge: 'none' })] })
  await buy()
  await buy(WEDNESDAY, { kind: 'scale', retail: '12.50', discount: '0.00' })
  const { id } = await carrier.settle(FRIDAY)
  expect(await readCards(id)).toEqual([])
  expect(await readDraft(id)).toEqual({
    due: 0,
    waiting: [{ count: 1, text: '1 card purchase waits: the lease of Ann does not name scales' }],
    off: [],
  })
})

test('C572 The account’s charge-backs count without a lease, and wait for what they do not name', async () => {
  const terms = INITIAL_TERMS.filter(({ kind }) => kind !== 'scale').map((one) =>
    one.kind === 'fuel' ? { ...one, discount: 'none' } : one,
  )
  await carrier.client.put('/api/lease-defaults', { terms }, { 'if-match': '"0"' })
  await buy()
  await buy(WEDNESDAY, { kind: 'scale', retail: '12.50', discount: '0.00' })
  const billing = await carrier.settle(FRIDAY)
  expect(billing.totalExpenses).toBe('707.38')
  expect((await readDraft(billing.id)).waiting.map(({ text }) => text)).toEqual([
    '1 card purchase waits: your charge-backs by default do not name scales',
  ])
})

test('C573 A purchase is the owner’s of its day: the lease that ended on Tuesday is Ann’s, Bob’s began on Wednesday', async () => {
  await lease({ endsOn: '2026-11-17' })
  await lease({ ownerId: carrier.bob, startsOn: WEDNESDAY })
  const anns = await buy('2026-11-17')
  const bobs = await buy(WEDNESDAY)
  const ofAnn = await carrier.settle('2026-11-17', { ownerId: carrier.ann })
  const ofBob = await carrier.settle(FRIDAY, { ownerId: carrier.bob })
  expect(await listBought(ofAnn.id)).toEqual([anns])
  expect(await listBought(ofBob.id)).toEqual([bobs])
})

test('C573 A truck of the carrier has no lines: its purchases are the carrier’s cost', async () => {
  await carrier.assignDriver(await carrier.addDriver('Dan'))
  await buy()
  const { id, payee } = await carrier.settle(FRIDAY)
  expect(payee).toMatch(/^driver:/)
  expect(await readCards(id)).toEqual([])
  expect(await readDraft(id)).toEqual({ due: 0, waiting: [], off: [] })
})

test('C573 After a sale, what was bought before waits with the seller, and the buyer does not pay it', async () => {
  const before = await carrier.settle(WEEK_BEFORE)
  await carrier.createLoad(WEEK_BEFORE)
  await recalculate(before.id)
  expect((await carrier.approve(before.id)).status).toBe(200)
  await carrier.sellTo(carrier.bob)
  const late = await buy('2026-11-11')
  const billing = await carrier.settle(FRIDAY)
  expect(await readCards(billing.id)).toEqual([])
  expect((await readDraft(billing.id)).waiting.map(({ text }) => text)).toEqual([
    '1 card purchase waits: Ann has no open settlement',
  ])
  const last = await carrier.settle(WEEK_AFTER, { ownerId: carrier.ann })
  expect(await listBought(last.id)).toEqual([late])
})

test('C573 A toll of the seller’s week is not the buyer’s, though the posted day is in the buyer’s week', async () => {
  const account = { provider: 'bestpass', kind: 'toll', dayBasis: 'posted' }
  await carrier.client.post('/api/card-accounts', account)
  const ofAnn = await carrier.settle(WEEK_BEFORE)
  await carrier.sellTo(carrier.bob)
  const toll = { provider: 'bestpass', kind: 'toll', retail: '85.00', discount: '0.00' }
  const bought = await buy('2026-11-11', { ...toll, posted_on: WEDNESDAY })
  const ofBob = await carrier.settle(FRIDAY)
  expect(ofBob).toMatchObject({ ownerId: carrier.bob, tolls: '0.00' })
  expect(await listBought(ofAnn.id)).toEqual([])
  expect((await readDraft(ofBob.id)).waiting.map(({ text }) => text)).toEqual([
    '1 card purchase waits: Ann has no open settlement',
  ])
  const next = await carrier.settle(WEEK_AFTER, { ownerId: carrier.ann })
  expect(await listBought(next.id)).toEqual([bought])
})

test('C573 Without a lease or a settlement of the week, a truck that changed hands since waits for the office', async () => {
  await carrier.settle(WEEK_BEFORE)
  await carrier.sellTo(carrier.bob)
  const bought = await buy(WEDNESDAY)
  const next = await carrier.settle(WEEK_AFTER)
  expect(await readCards(next.id)).toEqual([])
  const [{ text = '' } = {}] = (await readDraft(next.id)).waiting
  expect(text).toContain('on 11/18/2026. Enter the lease, or a settlement of that week')
  await lease({ ownerId: carrier.bob, startsOn: '2026-11-15' })
  await recalculate(next.id)
  expect(await listBought(next.id)).toEqual([bought])
})

test('C575 Of two settlements in a week, the first whose date is not before the day takes a purchase, else the last', async () => {
  const early = await carrier.settle('2026-11-17')
  const late = await carrier.settle('2026-11-19')
  const [monday, tuesday, wednesday, saturday] = [
    await buy('2026-11-16'),
    await buy('2026-11-17'),
    await buy(WEDNESDAY),
    await buy('2026-11-21'),
  ]
  await recalculate(early.id)
  await recalculate(late.id)
  expect(await listBought(early.id)).toEqual([monday, tuesday])
  expect(await listBought(late.id)).toEqual([wednesday, saturday])
})

test('C575 A purchase of a locked week goes to the next draft, keeps its day and says when it was posted', async () => {
  await carrier.createLoad(WEEK_BEFORE)
  const locked = await carrier.settle(WEEK_BEFORE)
  await carrier.approve(locked.id)
  await buy('2026-11-11', { posted_on: '2026-11-20' })
  const billing = await carrier.settle(FRIDAY)
  const [line] = await readCards(billing.id)
  expect(line?.date).toBe('2026-11-11')
  expect(line?.formula).toMatch(/, posted 11\/20$/)
  expect(await listBought(locked.id)).toEqual([])
})

test('C575 With a card account that counts the posted day, this day chooses the week', async () => {
  const account = { provider: 'bestpass', kind: 'toll', dayBasis: 'posted' }
  await carrier.client.post('/api/card-accounts', account)
  const toll = { provider: 'bestpass', kind: 'toll', posted_on: WEDNESDAY, discount: '0.00' }
  const bought = await buy('2026-11-11', toll)
  const before = await carrier.settle(WEEK_BEFORE)
  const billing = await carrier.settle(FRIDAY)
  expect(await listBought(before.id)).toEqual([])
  expect(await listBought(billing.id)).toEqual([bought])
})

test('C575 What comes later is added when the draft is recalculated, and by Apply', async () => {
  const billing = await carrier.settle(FRIDAY)
  const first = await buy()
  expect(await readDraft(billing.id)).toMatchObject({ due: 1 })
  await recalculate(billing.id)
  const second = await buy()
  await carrier.client.post(`/api/billing/${billing.id}/apply-rules`)
  expect(await listBought(billing.id)).toEqual([first, second])
  expect(await carrier.readSettlement(billing.id)).toMatchObject({ fuel: '1187.34' })
})

test('C575 A percentage after fuel counts the fuel of cards', async () => {
  await carrier.createRule({ basis: 'percent-after-fuel', value: '10' })
  await carrier.createLoad(FRIDAY, '1593.67')
  await buy()
  const billing = await carrier.settle(FRIDAY)
  expect(billing).toMatchObject({ fuel: '593.67', other: '100.00' })
  await buy(WEDNESDAY, { retail: '100.00', discount: '0.00' })
  expect((await recalculate(billing.id)).body).toMatchObject({ fuel: '693.67', other: '90.00' })
})

test('C575 The proposal of an unsaved settlement has the purchases that it will start with', async () => {
  await buy()
  const path = `/api/settlements/preview?truckId=${carrier.truckId}&settlementDate=${FRIDAY}&today=${FRIDAY}`
  const { proposed } = (await carrier.client.get<{ proposed: Body[] }>(path)).body
  expect(proposed).toMatchObject([{ kind: 'card', category: 'fuel', amount: '593.67' }])
  const typed = { truckId: carrier.truckId, settlementDate: FRIDAY, fuel: '100' }
  const { status, text } = await carrier.client.post('/api/billing', typed)
  expect(status).toBe(400)
  expect(text).toContain('$593.67 of Fuel comes from card purchases')
})

test('C575 A lease that changed since stops the approval until the draft is recalculated', async () => {
  await carrier.createLoad(FRIDAY, '2000')
  await buy()
  const billing = await carrier.settle(FRIDAY)
  await lease({ terms: [term('fuel', { charge: 'retail' })] })
  const refused = await carrier.approve(billing.id)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Recalculate before approving')
  expect((await recalculate(billing.id)).body.fuel).toBe('707.38')
  expect((await carrier.approve(billing.id)).status).toBe(200)
})

test('C574 A void statement gives its purchases back, and settling again takes them', async () => {
  await carrier.createLoad(FRIDAY, '2000')
  const bought = await buy()
  const billing = await carrier.settle(FRIDAY)
  await carrier.approve(billing.id)
  await carrier.voidStatement(billing.id)
  expect(await readCards(billing.id)).toMatchObject([{ voided: true, amount: '593.67' }])
  const other = await carrier.settle(WEEK_AFTER)
  expect(await listBought(other.id)).toEqual([bought])
  const again = await carrier.client.post<{ settlement: Settlement; isEqual: boolean }>(
    `/api/billing/${billing.id}/settle-again`,
  )
  expect(again.status).toBe(201)
  expect(again.body.isEqual).toBe(true)
  expect(await listBought(again.body.settlement.id)).toEqual([bought])
  expect(await listBought(other.id)).toEqual([])
})

test('C574 Two requests at once put a purchase on a draft once', async () => {
  const billing = await carrier.settle(FRIDAY)
  await buy()
  const path = `/api/billing/${billing.id}/apply-rules`
  const replies = await Promise.all([1, 2, 3, 4].map(() => carrier.client.post(path)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await readCards(billing.id)).toHaveLength(1)
})

test('C573 A draft that pays another owner gives the purchases of the lease back', async () => {
  await lease()
  await buy()
  const billing = await carrier.settle(FRIDAY)
  await carrier.client.put(`/api/billing/${billing.id}`, { ownerId: carrier.bob })
  expect(await readCards(billing.id)).toEqual([])
  await carrier.client.put(`/api/billing/${billing.id}`, { ownerId: carrier.ann })
  expect(await readCards(billing.id)).toHaveLength(1)
})
