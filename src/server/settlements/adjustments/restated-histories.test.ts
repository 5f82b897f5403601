/**
 * Compares random changes, adjustments, write-offs, voids and deletions with a model that shares no code with the app:
 * the lines of a frozen statement and their adjustments add up to the statement recalculated with today's loads.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { WriteOff } from '#core/settlements/previous-payee.ts'
import { shortOrLong } from '#server/testing/long.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATES = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27', '2026-12-04'] as const
const LAST = '2026-12-25'

/** Cents, hundredths of a mile, loads. */
type Figures = { revenue: number; miles: number; loads: number }
const NONE: Figures = { revenue: 0, miles: 0, loads: 0 }
const addFigures = (one: Figures, other: Figures, sign = 1): Figures => ({
  revenue: one.revenue + sign * other.revenue,
  miles: one.miles + sign * other.miles,
  loads: one.loads + sign * other.loads,
})
const sum = (all: Figures[]) => all.reduce((total, one) => addFigures(total, one), NONE)
const isNone = (figures: Figures) => Object.values(figures).every((value) => value === 0)

/** Rates as whole numbers: the amount in cents is figure × rate ÷ unit, half away from zero. */
const RATES: Record<string, { figure: keyof Figures; rate: number; unit: number }> = {
  'Carrier fee': { figure: 'revenue', rate: 1237, unit: 10_000 },
  Fuel: { figure: 'revenue', rate: 55, unit: 1000 },
  Mileage: { figure: 'miles', rate: 55, unit: 1000 },
  Trailer: { figure: 'loads', rate: 2500, unit: 1 },
}

function expectedAmount(description: string, figures: Figures): number {
  const { figure, rate, unit } = RATES[description] ?? { figure: 'loads', rate: NaN, unit: 1 }
  const product = BigInt(figures[figure]) * BigInt(rate)
  const size = product < 0n ? -product : product
  const rounded = Number((size * 2n + BigInt(unit)) / (2n * BigInt(unit)))
  return product < 0n ? -rounded : rounded
}

const toCents = (amount: string) => Math.round(Number(amount) * 100)

type ModelLoad = { body: Body; date: string | null; revenue: number; miles: number }
/** A settled change of one load: on a draft or statement, or written off. */
type Settled = { load: number; delta: Figures; on: number | null; writeOff: number | null }
type Statement = { id: number; date: string; frozen: Map<number, Figures>; settled: Settled[] }

const kind = fc.constantFrom(
  ...(['change', 'change', 'change', 'move', 'delete', 'add', 'freeze'] as const),
  ...(['adjust', 'adjust', 'adjust', 'draft', 'void', 'drop', 'writeOff', 'undo'] as const),
)
const step = fc.record({
  kind,
  load: fc.nat(3),
  date: fc.nat(4),
  revenue: fc.integer({ min: 1, max: 400_000 }),
  miles: fc.integer({ min: 0, max: 300_000 }),
})
type Step = { kind: string; load: number; date: number; revenue: number; miles: number }

async function start() {
  const carrier = await createTestCarrier(app)
  for (const [description, basis, value, category] of [
    ['Carrier fee', 'percent', '12.37', 'other'],
    ['Fuel', 'percent', '5.5', 'fuel'],
    ['Mileage', 'per-mile', '0.055', 'other'],
    ['Trailer', 'per-load', '25', 'trailerRental'],
  ])
    await carrier.createRule({ description, basis, value, category })
  const loads: ModelLoad[] = []
  const statements: Statement[] = []

  function figuresAt(load: number, date: string): Figures {
    const found = loads[load]
    if (!found || found.date !== date) return NONE
    return { revenue: found.revenue, miles: found.miles, loads: 1 }
  }

  /** Change of a load since the statement was frozen that no adjustment and no write-off settled. */
  function openOf({ date, frozen, settled }: Statement, load: number): Figures {
    const change = addFigures(figuresAt(load, date), frozen.get(load) ?? NONE, -1)
    return settled
      .filter((one) => one.load === load)
      .reduce((left, { delta }) => addFigures(left, delta, -1), change)
  }

  async function add(date: string, { revenue, miles }: Pick<Step, 'revenue' | 'miles'>) {
    const body = await carrier.createLoad(date, (revenue / 100).toFixed(2), {
      miles: (miles / 100).toFixed(2),
    })
    loads.push({ body, date, revenue, miles })
  }

  async function put(load: ModelLoad): Promise<void> {
    const { body, date, revenue, miles } = load
    const sent = {
      ...body,
      settlementDate: date,
      revenue: (revenue / 100).toFixed(2),
      miles: (miles / 100).toFixed(2),
    }
    const response = await carrier.client.put<Body>(`/api/loads/${body.id}`, sent)
    expect(response.status).toBe(200)
    load.body = response.body
  }

  async function findDrafts(): Promise<Settlement[]> {
    const query = `truckId=${carrier.truckId}&status=pending`
    return (await carrier.client.get<Settlement[]>(`/api/billing?${query}`)).body
  }

  async function freeze(date: string): Promise<void> {
    const drafts = await findDrafts()
    const draft = drafts.find((one) => one.settlementDate === date)
    const id = draft?.id ?? (await carrier.settle(date)).id
    if (!id) return
    await carrier.client.put(`/api/billing/${id}`, { recalculate: true })
    const { status } = await carrier.approve(id)
    if (status !== 200 || statements.some((one) => one.id === id)) return
    const frozen = new Map(loads.map((_, load) => [load, figuresAt(load, date)]))
    statements.push({ id, date, frozen, settled: [] })
  }

  async function adjust(statement: Statement): Promise<void> {
    const later = (await findDrafts()).filter((one) => one.settlementDate > statement.date)
    const [next] = later.toSorted((one, other) =>
      one.settlementDate < other.settlementDate ? -1 : 1,
    )
    const before = await readAdjustments(statement.id)
    const { status } = await carrier.client.post(`/api/billing/${statement.id}/correct`)
    expect(status).toBe(next ? 200 : 409)
    if (!next || (await readAdjustments(statement.id)).length === before.length) return
    for (const load of loads.keys()) {
      const delta = openOf(statement, load)
      if (!isNone(delta)) statement.settled.push({ load, delta, on: next.id, writeOff: null })
    }
  }

  /** Today's load less what was written off. */
  function expected({ date, settled }: Statement, load: number): Figures {
    return settled
      .filter((one) => one.load === load && one.writeOff !== null)
      .reduce((left, { delta }) => addFigures(left, delta, -1), figuresAt(load, date))
  }

  async function readAdjustments(id: number): Promise<Line[]> {
    const query = `truckId=${carrier.truckId}&status=pending,approved,paid`
    const all = (await carrier.client.get<Settlement[]>(`/api/billing?${query}`)).body
    const lines = await Promise.all(all.map((one) => carrier.readLines(one.id)))
    return lines.flat().filter(({ corrects }) => corrects === id)
  }

  /** Adjustments that were on a settlement are open again. */
  function forget(id: number): void {
    for (const statement of statements)
      statement.settled = statement.settled.filter(({ on }) => on !== id)
  }

  async function writeOff(statement: Statement, load: number): Promise<void> {
    const loadId = loads[load]?.body.id
    const path = `/api/billing/${statement.id}/releases`
    const { status, body } = await carrier.client.post<WriteOff>(path, { loadId, reason: 'Agreed' })
    const delta = openOf(statement, load)
    if (status === 201) statement.settled.push({ load, delta, on: null, writeOff: body.id })
  }

  async function undo(statement: Statement): Promise<void> {
    const made = statement.settled.find((one) => one.writeOff !== null)
    if (!made) return
    await carrier.client.delete(`/api/billing/${statement.id}/releases/${made.writeOff}`)
    statement.settled = statement.settled.filter((one) => one !== made)
  }

  async function drop(): Promise<void> {
    const [draft] = await findDrafts()
    if (draft && (await carrier.client.delete(`/api/billing/${draft.id}`)).status === 204)
      forget(draft.id)
  }

  async function voidStatement(statement: Statement): Promise<void> {
    if ((await carrier.voidStatement(statement.id)).status !== 200) return
    statements.splice(statements.indexOf(statement), 1)
    forget(statement.id)
  }

  async function take({ kind: chosen, load, date: index, revenue, miles }: Step): Promise<void> {
    const date = DATES[index] ?? LAST
    const found = loads[load]
    const statement = statements[(load + index) % Math.max(statements.length, 1)]
    if (chosen === 'add' && loads.length < 6) await add(date, { revenue, miles })
    if (chosen === 'freeze') await freeze(date)
    if (chosen === 'draft') await carrier.settle(date)
    if (chosen === 'adjust' && miles % 3 > 0) await carrier.settle(LAST)
    if (chosen === 'drop') await drop()
    if (found && found.date !== null && ['change', 'move', 'delete'].includes(chosen)) {
      if (chosen === 'change') Object.assign(found, { revenue, miles })
      if (chosen === 'move') found.date = date
      if (chosen !== 'delete') return put(found)
      await carrier.client.delete(`/api/loads/${found.body.id}`)
      found.date = null
    }
    if (!statement) return
    if (chosen === 'adjust') await adjust(statement)
    if (chosen === 'writeOff') await writeOff(statement, load)
    if (chosen === 'undo') await undo(statement)
    if (chosen === 'void') await voidStatement(statement)
  }

  async function finish(): Promise<void> {
    await carrier.settle(LAST)
    for (const statement of statements) await adjust(statement)
    expect((await carrier.client.get<Drift[]>('/api/settlements/drift')).body).toEqual([])
    for (const statement of statements) await check(statement)
  }

  async function check(statement: Statement): Promise<void> {
    const now = sum([...loads.keys()].map((load) => expected(statement, load)))
    const made = await readAdjustments(statement.id)
    const total = (lines: Line[]) => lines.reduce((cents, { amount }) => cents + toCents(amount), 0)
    const lines = (await carrier.readLines(statement.id)).filter(({ ruleId }) => ruleId !== null)
    for (const line of lines) {
      const restated = total([line, ...made.filter(({ restates }) => restates === line.id)])
      expect([line.description, restated]).toEqual([
        line.description,
        expectedAmount(line.description ?? '', now),
      ])
    }
    const revenue = total(made.filter(({ restates }) => restates === null))
    expect(revenue).toBe(sum([...statement.frozen.values()]).revenue - now.revenue)
  }

  for (const date of DATES.slice(0, 3)) await add(date, { revenue: 100_003, miles: 45_050 })
  return { take, finish, freeze }
}

test('C17 After any changes, a statement plus its adjustments equals the restated statement', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const { take, finish, freeze } = await start()
      await freeze(DATES[0])
      for (const one of steps) await take(one)
      await finish()
    }),
    { numRuns: shortOrLong(3, 60) },
  )
}, 300_000)
