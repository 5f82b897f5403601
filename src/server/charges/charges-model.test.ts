/**
 * Whatever the order of edits, imports and people at once: the revenue of a load is the sum of the charges that pay the
 * owner, and without charges what was typed (SPEC C101, C102). The model shares no arithmetic with the product.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let made = 0

beforeAll(async () => {
  me = await signUp(app)
})

type Drawn = {
  kind: string
  /** Thousandths and ten-thousandths; null: the amount is typed. */
  product: { quantity: number; rate: number } | null
  cents: number
  share: 'all' | 'none' | { percent: number } | { cents: number }
  billed: boolean
}

/** In cents. `charges` is empty while the revenue is typed. */
type Expected = { revenue: number; billed: number; charges: Drawn[] }

const kind = fc.constantFrom('line-haul', 'fuel-surcharge', 'detention', 'lumper', 'tonu', 'other')
const charge: fc.Arbitrary<Drawn> = fc.record({
  kind,
  product: fc.option(
    fc.record({
      quantity: fc.integer({ min: 0, max: 900_000 }),
      rate: fc.integer({ min: 0, max: 90_000 }),
    }),
  ),
  cents: fc.integer({ min: -30_000, max: 300_000 }),
  share: fc.oneof(
    fc.constantFrom('all' as const, 'none' as const),
    fc.record({ percent: fc.integer({ min: 0, max: 1_000_000 }) }),
    fc.record({ cents: fc.integer({ min: -10_000, max: 200_000 }) }),
  ),
  billed: fc.boolean(),
})
const charges = fc.array(charge, { maxLength: 4 })

const step = fc.oneof(
  fc.record({ type: fc.constant('save' as const), charges }),
  fc.record({ type: fc.constant('save with load' as const), charges }),
  fc.record({ type: fc.constant('two at once' as const), charges, others: charges }),
  fc.record({
    type: fc.constantFrom('type' as const, 'import' as const),
    cents: fc.integer({ min: 0, max: 500_000 }),
  }),
  fc.record({
    type: fc.constantFrom('delete and restore' as const, 'remove one' as const, 'move' as const),
  }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Half away from zero, by the remainder. */
function divide(units: number, by: number): number {
  const size = Math.abs(units)
  const rest = size % by
  const whole = (size - rest) / by + (rest * 2 >= by ? 1 : 0)
  return units < 0 ? -whole : whole
}

function amountOf({ product, cents }: Drawn): number {
  return product ? divide(product.quantity * product.rate, 100_000) : cents
}

function ownerOf(drawn: Drawn): number {
  const amount = amountOf(drawn)
  if (drawn.share === 'all') return amount
  if (drawn.share === 'none') return 0
  return 'percent' in drawn.share
    ? divide(amount * drawn.share.percent, 1_000_000)
    : drawn.share.cents
}

function expectCharges(drawn: Drawn[], before: Expected): Expected {
  if (!drawn.length) return { revenue: before.revenue, billed: 0, charges: [] }
  const revenue = drawn.reduce((sum, one) => sum + ownerOf(one), 0)
  const billed = drawn.reduce((sum, one) => sum + (one.billed ? amountOf(one) : 0), 0)
  return { revenue, billed, charges: drawn }
}

function write(units: number, places: number): string {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function toBody(drawn: Drawn): object {
  const { product, cents, share, kind: of, billed: billToBroker } = drawn
  const amount = product
    ? { quantity: write(product.quantity, 3), rate: write(product.rate, 4) }
    : { amount: write(cents, 2) }
  if (typeof share === 'string') return { kind: of, billToBroker, ...amount, ownerShare: share }
  return 'percent' in share
    ? {
        kind: of,
        billToBroker,
        ...amount,
        ownerShare: 'percent',
        ownerPercent: write(share.percent, 4),
      }
    : {
        kind: of,
        billToBroker,
        ...amount,
        ownerShare: 'amount',
        ownerAmount: write(share.cents, 2),
      }
}

type Stored = { revenue: string; billedTotal: string; chargeCount: number; charges: number }

async function readStored(id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`select revenue, billed_total, charge_count,
      (select count(*) from load_charges where load_charges.user_id = loads.user_id and load_id = loads.id) as charges
    from loads where id = ${id}`.execute(database)
  return rows[0] ?? { revenue: '', billedTotal: '', chargeCount: -1, charges: -1 }
}

function toStored({ revenue, billed, charges: drawn }: Expected): Stored {
  const count = drawn.length
  return {
    revenue: write(revenue, 2),
    billedTotal: write(billed, 2),
    chargeCount: count,
    charges: count,
  }
}

/** What the load must be after the step: one of several, if two people are at it. */
async function take(load: Body, now: Expected, drawn: Step): Promise<Expected[]> {
  if ('charges' in drawn) return takeCharges(load, now, drawn)
  return 'cents' in drawn
    ? [await takeRevenue(load, now, drawn)]
    : [await takeOther(load, now, drawn)]
}

/** Charges whose sum is below zero are refused. */
function after(sent: Drawn[], now: Expected): Expected {
  const next = expectCharges(sent, now)
  return next.revenue < 0 ? now : next
}

async function takeCharges(load: Body, now: Expected, drawn: Step & { charges: Drawn[] }) {
  const path = `/api/loads/${load.id}`
  const save = (sent: Drawn[]) => me.put(`${path}/charges`, { charges: sent.map(toBody) })
  const { charges: sent } = drawn
  if ('others' in drawn) {
    const { others } = drawn
    await Promise.all([save(sent), save(others)])
    // An empty list keeps the sum of the one before it.
    return [after(others, after(sent, now)), after(sent, after(others, now))]
  }
  const next = expectCharges(sent, now)
  if (drawn.type === 'save') {
    expect((await save(sent)).status).toBe(next.revenue < 0 ? 400 : 200)
    return [after(sent, now)]
  }
  const body = { revenue: write(Math.max(next.revenue, 0), 2), charges: sent.map(toBody) }
  const { status } = await me.put(path, { ...(await me.get(path)).body, ...body })
  expect(status).toBe(next.revenue < 0 ? 400 : 200)
  return [after(sent, now)]
}

async function takeRevenue(load: Body, now: Expected, { type, cents }: Step & { cents: number }) {
  const path = `/api/loads/${load.id}`
  const revenue = write(cents, 2)
  const isTaken = !now.charges.length || cents === now.revenue
  if (type === 'type') {
    const { status } = await me.put(path, { ...(await me.get(path)).body, revenue })
    expect(status).toBe(isTaken ? 200 : 400)
  } else {
    const file = `Load #,Revenue\n${String(load.loadId)},${revenue}\n`
    const csv = { 'content-type': 'text/csv' }
    const { status } = await me.post('/api/loads/import?existing=update', file, csv)
    expect(status).toBe(isTaken ? 201 : 400)
  }
  return isTaken ? { ...now, revenue: cents } : now
}

async function takeOther(load: Body, now: Expected, { type }: Step): Promise<Expected> {
  const path = `/api/loads/${load.id}`
  if (type === 'remove one') return removeFirst(load, now)
  if (type === 'move') {
    const moved = { ...(await me.get(path)).body, deliveryDate: '2026-10-02' }
    expect((await me.put(path, moved)).status).toBe(200)
    return now
  }
  await me.delete(path)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  expect((await me.post(`/api/trash/${kept?.id}/restore`)).status).toBe(200)
  return now
}

/** Past the API: the database keeps the sums, and refuses a negative one. */
async function removeFirst(load: Body, now: Expected): Promise<Expected> {
  const next = expectCharges(now.charges.slice(1), now)
  const gone = sql`delete from load_charges where load_id = ${load.id} and id = (
    select id from load_charges where load_id = ${load.id} order by number limit 1)`
  const isDone = await gone.execute(database).then(
    () => true,
    () => false,
  )
  expect(isDone).toBe(next.revenue >= 0)
  return isDone ? next : now
}

test('C101 Revenue is the sum of the charges that pay the owner, whatever the order of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const sent = { ...makeSample('loads', 40_000 + ++made), revenue: '1000.00' }
      const load = (await me.post('/api/loads', sent)).body
      let now: Expected = { revenue: 100_000, billed: 0, charges: [] }
      for (const drawn of steps) {
        const possible = await take(load, now, drawn)
        const stored = await readStored(load.id)
        expect(possible.map(toStored)).toContainEqual(stored)
        now =
          possible.find((one) => JSON.stringify(toStored(one)) === JSON.stringify(stored)) ?? now
        const answer = (await me.get(`/api/loads/${load.id}/charges`)).body
        expect([answer.revenue, answer.billedTotal]).toEqual([stored.revenue, stored.billedTotal])
      }
    }),
    { numRuns: 8 },
  )
  const { rows } = await sql<{ kept: string; added: string }>`select
      (select sum(amount) from sums where kind = 'revenue') as kept,
      (select sum(revenue) from loads where delivery_date is not null) as added`.execute(database)
  expect(rows[0]?.kept).toBe(rows[0]?.added)
})
