/**
 * Random histories of schedules, reports, settlements and adjustments: what all standing settlements deduct for a load
 * equals an independent model, and nothing is deducted twice (SPEC C234–C237). Another SEED draws other histories.
 */
import { expect, test } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createFeeCarrier, type FeeCarrier } from '#server/testing/factoring/fee-carrier.ts'
import {
  faceOf,
  feeOf,
  sumFeeEntries,
  type FeeInvoice,
  type FeeLoad,
} from '#server/testing/factoring/fee-model.ts'
import { createChance, type Chance } from '#server/testing/fuzz/chance.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const SEED = readSeed(7)
const HISTORIES = shortOrLong(1, 6)
const STEPS = shortOrLong(30, 110)
const DATES = ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27', '2026-12-04'] as const
const LAST = '2026-12-11'
const RATES = { ofLoads: 275n, ofFee: 6000n }

type World = {
  carrier: FeeCarrier
  chance: Chance
  trucks: number[]
  loads: FeeLoad[]
  invoices: FeeInvoice[]
  schedules: { id: number; invoices: FeeInvoice[] }[]
  counts: Map<string, number>
}

const toText = (cents: bigint) => {
  const size = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}
const toCents = (amount: string) => BigInt(amount.replace('.', ''))

function count({ counts }: World, step: string): void {
  counts.set(step, (counts.get(step) ?? 0) + 1)
}

async function openWorld(seed: number): Promise<World> {
  const carrier = await createFeeCarrier(app)
  await carrier.createFeeRule('factored-percent', '2.75')
  await carrier.createFeeRule('factoring-fee', '60')
  const trucks = [carrier.truckId, await carrier.createTruck()]
  const empty = { loads: [], invoices: [], schedules: [], counts: new Map<string, number>() }
  return { carrier, chance: createChance(seed), trucks, ...empty }
}

async function haulAndBill(world: World): Promise<void> {
  const { carrier, chance, trucks } = world
  const made: FeeLoad[] = []
  for (let n = 0; n <= chance.whole(3); n++) {
    const [truckId, settledOn] = [chance.oneOf(trucks), chance.oneOf(DATES)]
    const revenue = BigInt(10_000 + chance.whole(300_000))
    const { id } = await carrier.haul(settledOn, toText(revenue), { truckId })
    made.push({ id, truckId, settledOn, revenue, invoice: null })
  }
  world.loads.push(...made)
  if (chance.in(0.15)) return
  const { id } = await carrier.bill(made.map((load) => load.id))
  const billed = made.map((load) => ({ loadId: load.id, cents: load.revenue }))
  const invoice: FeeInvoice = { id, billed, schedule: null, entries: [] }
  for (const load of made) load.invoice = invoice
  world.invoices.push(invoice)
}

async function submit(world: World): Promise<void> {
  const ready = world.invoices.filter(({ schedule }) => schedule === null)
  if (!ready.length) return
  const chosen = world.chance.in(0.5) ? ready : [world.chance.oneOf(ready)]
  const { client, factor } = world.carrier
  const sent = { day: '2026-11-03', invoiceIds: chosen.map(({ id }) => id), confirmed: ['day'] }
  const { body } = await client.post<Body>(`/api/factors/${factor.id}/schedules`, sent)
  const done = await client.post(`/api/factor-schedules/${body.id}/submit`)
  expect([done.status, done.text]).toEqual([200, expect.anything()])
  for (const invoice of chosen) invoice.schedule = body.id
  world.schedules.push({ id: body.id, invoices: chosen })
}

async function voidSchedule(world: World): Promise<void> {
  if (!world.schedules.length) return
  const schedule = world.chance.oneOf(world.schedules)
  const { status } = await world.carrier.voidSchedule(schedule.id)
  if (status !== 200) return
  count(world, 'schedule voided')
  for (const invoice of schedule.invoices) invoice.schedule = null
  world.schedules = world.schedules.filter((one) => one !== schedule)
}

/** A purchase, a late fee or a chargeback. Undefined if no invoice has room for one. */
function drawReport({ chance, invoices }: World) {
  const submitted = invoices.filter(({ schedule }) => schedule !== null)
  if (!submitted.length) return undefined
  const invoice = chance.oneOf(submitted)
  const face = faceOf(invoice)
  if (sumFeeEntries(invoice, ['advance', 'fee']) === 0n) {
    const fee = (face * BigInt(100 + chance.whole(400))) / 10_000n
    return { invoice, entries: [entry('advance', face - fee), entry('fee', fee)] }
  }
  if (chance.in(0.5))
    return { invoice, entries: [entry('late-fee', BigInt(1 + chance.whole(999)))] }
  const left = face - sumFeeEntries(invoice, ['chargeback'])
  if (left <= 0n) return undefined
  return { invoice, entries: [entry('chargeback', chance.in(0.6) ? left : left / 2n)] }
}

const entry = (kind: string, cents: bigint) => ({ kind, cents })

async function report(world: World): Promise<void> {
  const drawn = drawReport(world)
  if (!drawn) return
  const { invoice, entries } = drawn
  const signed = entries.map(({ kind, cents }) =>
    kind === 'fee' ? 0n : kind === 'advance' ? cents : -cents,
  )
  const wired = signed.reduce((all, cents) => all + cents, 0n)
  const sent = entries.map(({ kind, cents }) => ({
    kind,
    invoiceId: invoice.id,
    amount: toText(cents),
  }))
  const { status, body } = await world.carrier.report(toText(wired), sent)
  if (status !== 201) return
  count(world, 'report')
  invoice.entries.push(...entries.map((one) => ({ ...one, report: body.id })))
}

async function voidReport(world: World): Promise<void> {
  const known = world.invoices.flatMap(({ entries }) => entries.map((one) => one.report))
  if (!known.length) return
  const id = world.chance.oneOf(known)
  const { status } = await world.carrier.voidReport(id)
  if (status !== 200) return
  count(world, 'report voided')
  for (const invoice of world.invoices)
    invoice.entries = invoice.entries.filter((one) => one.report !== id)
}

/** Changes the revenue of a load, or its truck and date. */
async function changeLoad(world: World): Promise<void> {
  const { chance, loads, carrier, trucks } = world
  if (!loads.length) return
  const load = chance.oneOf(loads)
  const path = `/api/loads/${load.id}`
  const saved = (await carrier.client.get(path)).body
  const next = chance.in(0.5)
    ? { revenue: load.revenue + BigInt(1 + chance.whole(20_000)) }
    : { truckId: chance.oneOf(trucks), settledOn: chance.oneOf(DATES) }
  const { revenue, truckId, settledOn } = { ...load, ...next }
  const sent = { ...saved, truckId, settlementDate: settledOn, revenue: toText(revenue) }
  const { status } = await carrier.client.put(path, sent)
  if (status !== 200) return
  count(world, 'load changed')
  Object.assign(load, next)
}

const readSettlements = async ({ carrier }: World) =>
  (await carrier.client.get<Settlement[]>('/api/billing?limit=200')).body.filter(
    ({ status }) => status !== 'void',
  )

async function settle(world: World): Promise<void> {
  const { carrier, chance, trucks } = world
  const sent = { truckId: chance.oneOf(trucks), settlementDate: chance.oneOf(DATES) }
  await carrier.client.post('/api/billing', sent)
}

/** Approves a draft, which may be out of date. */
async function approve(world: World): Promise<void> {
  const drafts = (await readSettlements(world)).filter(({ status }) => status === 'pending')
  if (!drafts.length) return
  const { id } = world.chance.oneOf(drafts)
  if (world.chance.in(0.6)) await world.carrier.recalculate(id)
  const { status, text } = await world.carrier.approve(id)
  expect([status < 500, text]).toEqual([true, text])
  count(world, status === 200 ? 'approved' : 'approval rejected')
}

async function voidStatement(world: World): Promise<void> {
  const frozen = (await readSettlements(world)).filter(({ number }) => number !== null)
  if (!frozen.length) return
  const { status } = await world.carrier.voidStatement(world.chance.oneOf(frozen).id)
  if (status === 200) count(world, 'statement voided')
}

/** Adds an adjustment. Sometimes two people add it at once. */
async function adjust(world: World): Promise<void> {
  const { carrier, chance } = world
  const drifts = await carrier.readDrift()
  if (!drifts.length) return
  const { billingId, truckId } = chance.oneOf(drifts)
  await carrier.client.post('/api/billing', { truckId, settlementDate: chance.oneOf(DATES) })
  const times = chance.in(0.4) ? [1, 2] : [1]
  const answers = await Promise.all(times.map(() => carrier.adjust(billingId)))
  if (answers.some(({ status }) => status === 200)) count(world, 'adjusted')
  if (times.length > 1) count(world, 'two at once')
}

async function deleteDraft(world: World): Promise<void> {
  const drafts = (await readSettlements(world)).filter(({ status }) => status === 'pending')
  if (drafts.length)
    await world.carrier.client.delete(`/api/billing/${world.chance.oneOf(drafts).id}`)
}

/** A report, an approval and a change of a load at the same moment. */
async function race(world: World): Promise<void> {
  count(world, 'race')
  await Promise.all([report(world), approve(world), adjust(world)])
}

const STEPS_DRAWN = [
  ...[haulAndBill, haulAndBill, haulAndBill, submit, submit, submit, voidSchedule],
  ...[report, report, report, voidReport, changeLoad, changeLoad, settle, settle, settle],
  ...[approve, approve, approve, voidStatement, adjust, adjust, adjust, deleteDraft, race, race],
]

/** Checks what standing settlements and open drift deduct for each load. Drafts must be recalculated before. */
async function checkTaken(world: World, isWhole = false): Promise<void> {
  const { carrier, loads } = world
  const settlements = await readSettlements(world)
  const taken = new Map<number, bigint>()
  const add = ({ loadId, amount }: Pick<Line, 'loadId' | 'amount'>) => {
    if (loadId !== null) taken.set(loadId, (taken.get(loadId) ?? 0n) + toCents(amount))
  }
  for (const { id } of settlements) (await carrier.readLines(id)).forEach(add)
  const drifts = await carrier.readDrift()
  // Each load of a statement has all lines of its adjustment.
  const open = new Map(drifts.map(({ billingId, lines }) => [billingId, lines]))
  for (const lines of open.values()) lines.forEach(add)
  if (isWhole) expect(drifts).toEqual([])
  for (const load of loads) {
    const isSettled = settlements.some(
      ({ truckId, settlementDate }) =>
        truckId === load.truckId && settlementDate === load.settledOn,
    )
    const expected = isSettled ? feeOf(load, RATES) : 0n
    expect([load.id, toText(taken.get(load.id) ?? 0n)]).toEqual([load.id, toText(expected)])
  }
}

/** Settles every load, recalculates every draft and adjusts every difference. */
async function settleAll(world: World): Promise<void> {
  const { carrier, trucks } = world
  for (const truckId of trucks)
    for (const settlementDate of [...DATES, LAST])
      await carrier.client.post('/api/billing', { truckId, settlementDate })
  for (const { id, status } of await readSettlements(world))
    if (status === 'pending') await carrier.recalculate(id)
  for (const billingId of new Set((await carrier.readDrift()).map((one) => one.billingId))) {
    const { status, text } = await carrier.adjust(billingId)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }
}

async function recalculateDrafts(world: World): Promise<void> {
  for (const { id, status } of await readSettlements(world))
    if (status === 'pending') await world.carrier.recalculate(id)
}

test.each(Array.from({ length: HISTORIES }, (_, n) => SEED + n))(
  'C234 C235 C237 After any history, the settlements deduct for each load what the rules say (seed %i)',
  async (seed) => {
    const world = await openWorld(seed)
    for (let n = 0; n < STEPS; n++) {
      await world.chance.oneOf(STEPS_DRAWN)(world)
      if (n % 22 !== 21) continue
      await recalculateDrafts(world)
      await checkTaken(world)
    }
    await settleAll(world)
    await checkTaken(world, true)
    if (process.env.SEED) process.stdout.write(`${JSON.stringify([...world.counts])}\n`)
  },
  120_000,
)
