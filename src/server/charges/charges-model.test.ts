/**
 * Random histories of edits, imports, bulk changes, undo and trash, also by two people at the same time. The revenue
 * of a load always is the sum of the charges that pay the owner, or without charges the typed amount (SPEC C101,
 * C102, C148, C149).
 */
import { shortOrLong } from '#server/testing/long.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  after,
  drawnCharges,
  expectCharges,
  someCharges,
  toBody,
  toFile,
  write,
  type Drawn,
  type ExpectedLoad,
} from '#server/testing/charges/model.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const CSV = { 'content-type': 'text/csv' }
let me: Client
let made = 0

beforeAll(async () => {
  me = await signUp(app)
})

const step = fc.oneof(
  fc.record({ type: fc.constant('save' as const), charges: drawnCharges }),
  fc.record({ type: fc.constant('save with load' as const), charges: drawnCharges }),
  fc.record({ type: fc.constant('import charges' as const), charges: someCharges }),
  fc.record({
    type: fc.constantFrom('two saves' as const, 'save and import' as const),
    charges: drawnCharges,
    others: someCharges,
  }),
  fc.record({
    type: fc.constantFrom('save and undo' as const, 'save and delete' as const),
    charges: drawnCharges,
  }),
  fc.record({
    type: fc.constantFrom('type' as const, 'import loads' as const),
    cents: fc.integer({ min: 0, max: 500_000 }),
  }),
  fc.record({
    type: fc.constantFrom(
      ...(['undo', 'undo', 'undo an earlier one', 'two undos', 'remove one', 'move'] as const),
      ...(['delete and restore', 'change many', 'import the same'] as const),
    ),
  }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A change of charges, and the load before it. */
type Change = { operation: string; before: ExpectedLoad; charges: Body[]; wasCertain: boolean }

/** One load. `last`: its latest change, if that was a change of charges. */
type At = {
  load: Body
  now: ExpectedLoad
  last: Change | null
  earlier: Change[]
  /** Each charge is known, not only what they add up to. */
  isCertain: boolean
}

const pathOf = ({ load }: At) => `/api/loads/${load.id}`
const undo = async (operation: string) =>
  (await me.post(`/api/operations/${operation}/undo`)).status
const put = (at: At, charges: Drawn[], operation: string) =>
  me.put(`${pathOf(at)}/charges`, { charges: charges.map(toBody) }, { 'operation-id': operation })
const send = (at: At, charges: Drawn[], operation: string) =>
  me.post<{ loads: number }>('/api/loads/charges/import', toFile(String(at.load.loadId), charges), {
    ...CSV,
    'operation-id': operation,
  })

type Stored = { revenue: string; billedTotal: string; chargeCount: number; charges: number }

async function readStored({ load: { id } }: At): Promise<Stored> {
  const { rows } = await sql<Stored>`select revenue, billed_total, charge_count,
      (select count(*) from load_charges where load_charges.user_id = loads.user_id and load_id = loads.id) as charges
    from loads where id = ${id}`.execute(database)
  return rows[0] ?? { revenue: '', billedTotal: '', chargeCount: -1, charges: -1 }
}

function toStored({ revenue, billed, charges: drawn }: ExpectedLoad): Stored {
  const [chargeCount, charges] = [drawn.length, drawn.length]
  return { revenue: write(revenue, 2), billedTotal: write(billed, 2), chargeCount, charges }
}

/** The charges without version and time, which every change increases. */
async function readCharges(at: At): Promise<Body[]> {
  const { charges } = (await me.get<{ charges: Body[] }>(`${pathOf(at)}/charges`)).body
  return charges.map(({ version: _, updatedAt: __, ...charge }) => charge as Body)
}

/** Takes the step. Returns the states that the load can have then: several, if two people act at the same time. */
async function take(at: At, drawn: Step): Promise<ExpectedLoad[]> {
  if ('cents' in drawn) return takeRevenue(at, drawn)
  return 'charges' in drawn ? takeCharges(at, drawn) : takeOther(at, drawn)
}

async function takeCharges(at: At, drawn: Step & { charges: Drawn[] }): Promise<ExpectedLoad[]> {
  const { charges: sent, type } = drawn
  if (type === 'save' || type === 'import charges') return [await change(at, sent, type)]
  if (type === 'save with load') return [await changeWithLoad(at, sent)]
  const version = await readVersion(at)
  const possible = 'others' in drawn ? await takeTwo(at, drawn) : await takeAtOnce(at, drawn)
  at.isCertain = false
  if ((await readVersion(at)) !== version) forget(at)
  return possible
}

const readVersion = async (at: At) => Number((await me.get(pathOf(at))).body.version)

async function takeTwo(
  at: At,
  { type, charges: sent, others }: Step & { charges: Drawn[]; others: Drawn[] },
): Promise<ExpectedLoad[]> {
  const { now } = at
  const second = type === 'two saves' ? put : send
  await Promise.all([put(at, sent, randomUUID()), second(at, others, randomUUID())])
  // An empty list keeps the sum of the one before it.
  return [after(others, after(sent, now)), after(sent, after(others, now))]
}

async function takeAtOnce(
  at: At,
  { type, charges: sent }: Step & { charges: Drawn[] },
): Promise<ExpectedLoad[]> {
  const { now, last } = at
  const saving = put(at, sent, randomUUID())
  if (type === 'save and delete') {
    const [saved] = await Promise.all([saving, me.delete(pathOf(at))])
    await restore(at)
    return saved.status === 404 ? [now] : [after(sent, now)]
  }
  const [, status] = await Promise.all([saving, last ? undo(last.operation) : 404])
  expect(last ? [200, 409] : [404]).toContain(status)
  if (!last || status !== 200) return [after(sent, now)]
  at.last = null
  const isNoChange = !sent.length && !now.charges.length
  return [after(sent, last.before), ...(isNoChange ? [last.before] : [])]
}

async function change(
  at: At,
  sent: Drawn[],
  type: 'save' | 'import charges',
): Promise<ExpectedLoad> {
  const { now } = at
  const [operation, charges] = [randomUUID(), await readCharges(at)]
  const isTaken = expectCharges(sent, now).revenue >= 0
  if (type === 'save') {
    expect((await put(at, sent, operation)).status).toBe(isTaken ? 200 : 400)
    const isChange = isTaken && sent.length + now.charges.length > 0
    if (isChange) remember(at, { operation, charges })
  } else {
    const { status, body } = await send(at, sent, operation)
    expect(status).toBe(isTaken ? 201 : 400)
    if (body.loads === 1) remember(at, { operation, charges })
    else expect(await readCharges(at)).toEqual(charges)
  }
  return after(sent, now)
}

async function changeWithLoad(at: At, sent: Drawn[]): Promise<ExpectedLoad> {
  const { now } = at
  const [operation, charges] = [randomUUID(), await readCharges(at)]
  const next = expectCharges(sent, now)
  const revenue = write(Math.max(next.revenue, 0), 2)
  const body = { ...(await me.get(pathOf(at))).body, revenue, charges: sent.map(toBody) }
  const { status } = await me.put(pathOf(at), body, { 'operation-id': operation })
  expect(status).toBe(next.revenue < 0 ? 400 : 200)
  if (status === 200 && sent.length + now.charges.length > 0) remember(at, { operation, charges })
  else if (status === 200) forget(at)
  return after(sent, now)
}

async function takeRevenue(at: At, { type, cents }: Step & { cents: number }) {
  const { now } = at
  const revenue = write(cents, 2)
  const isTaken = !now.charges.length || cents === now.revenue
  if (type === 'type') {
    const sent = { ...(await me.get(pathOf(at))).body, revenue }
    expect((await me.put(pathOf(at), sent)).status).toBe(isTaken ? 200 : 400)
    if (isTaken) forget(at)
  } else {
    const file = `Load #,Revenue\n${String(at.load.loadId)},${revenue}\n`
    const { status } = await me.post('/api/loads/import?existing=update', file, CSV)
    expect(status).toBe(isTaken ? 201 : 400)
    if (cents !== now.revenue && isTaken) forget(at)
  }
  return [isTaken ? { ...now, revenue: cents } : now]
}

async function takeOther(at: At, { type }: Step): Promise<ExpectedLoad[]> {
  const { now, last } = at
  if (type === 'undo' && last) return [await undoLast(at, last)]
  if (type === 'two undos' && last) {
    const statuses = await Promise.all([undo(last.operation), undo(last.operation)])
    expect(statuses.toSorted()).toEqual([200, 404])
    at.last = null
    at.isCertain = last.wasCertain
    return [last.before]
  }
  const [earlier] = at.earlier
  // The load changed since.
  if (type === 'undo an earlier one' && earlier) expect(await undo(earlier.operation)).toBe(409)
  if (type === 'remove one') return [await removeFirst(at)]
  if (type === 'import the same' && at.isCertain && now.charges.length) {
    const { body } = await send(at, now.charges, randomUUID())
    expect(body.loads).toBe(0)
  }
  if (type === 'move') {
    forget(at)
    const moved = { ...(await me.get(pathOf(at))).body, deliveryDate: '2026-10-02' }
    expect((await me.put(pathOf(at), moved)).status).toBe(200)
  }
  if (type === 'change many') {
    forget(at)
    const set = { deliveryStatus: at.earlier.length % 2 ? 'pending' : 'delivered' }
    const sent = { ids: [at.load.id], set: { ...set, deliveryDate: dayOf(at) } }
    expect((await me.post('/api/loads/bulk', sent)).status).toBe(200)
  }
  if (type === 'delete and restore') {
    forget(at)
    await me.delete(pathOf(at))
    await restore(at)
  }
  return [now]
}

/** A different value for each bulk change: a record that already has the values keeps its version. */
function dayOf(at: At): string {
  at.load.day = Number(at.load.day ?? 0) + 1
  return `2026-10-${String(2 + (Number(at.load.day) % 27)).padStart(2, '0')}`
}

async function undoLast(at: At, change: Change): Promise<ExpectedLoad> {
  const { operation, before, charges, wasCertain } = change
  expect(await undo(operation)).toBe(200)
  expect(await undo(operation)).toBe(404)
  expect(await readCharges(at)).toEqual(charges)
  at.last = null
  at.isCertain = wasCertain
  return before
}

/** Restores the load from the trash. A save of another person may have come before or after its deletion. */
async function restore(at: At): Promise<void> {
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  expect(kept?.recordId).toBe(at.load.id)
  expect((await me.post(`/api/trash/${kept?.id}/restore`)).status).toBe(200)
}

/** Bypasses the API: the database itself keeps the sums and rejects a negative one. */
async function removeFirst(at: At): Promise<ExpectedLoad> {
  const { now, load } = at
  if (!now.charges.length) return now
  const next = expectCharges(now.charges.slice(1), now)
  const gone = sql`delete from load_charges where load_id = ${load.id} and id = (
    select id from load_charges where load_id = ${load.id} order by number limit 1)`
  const isDone = await gone.execute(database).then(
    () => true,
    () => false,
  )
  expect(isDone).toBe(next.revenue >= 0)
  if (isDone) forget(at)
  return isDone ? next : now
}

function remember(at: At, latest: Pick<Change, 'operation' | 'charges'>): void {
  forget(at)
  at.last = { ...latest, before: at.now, wasCertain: at.isCertain }
  at.isCertain = true
}

/** The load changes: its charges can no longer be undone. */
function forget(at: At): void {
  if (at.last) at.earlier.unshift(at.last)
  at.last = null
}

test('C101 C148 C149 Revenue is the sum of the charges that pay the owner, in any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const sent = { ...makeSample('loads', 40_000 + ++made), revenue: '1000.00' }
      const load = (await me.post('/api/loads', sent)).body
      const start: ExpectedLoad = { revenue: 100_000, billed: 0, charges: [] }
      const at: At = { load, now: start, last: null, earlier: [], isCertain: true }
      for (const drawn of steps) {
        const possible = await take(at, drawn)
        const stored = await readStored(at)
        expect(possible.map(toStored)).toContainEqual(stored)
        const found = possible.find(
          (one) => JSON.stringify(toStored(one)) === JSON.stringify(stored),
        )
        at.now = found ?? at.now
        const answer = (await me.get(`${pathOf(at)}/charges`)).body
        expect([answer.revenue, answer.billedTotal]).toEqual([stored.revenue, stored.billedTotal])
      }
    }),
    { numRuns: shortOrLong(4, 60) },
  )
})
