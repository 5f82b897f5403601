/** Random weeks of a carrier with cards, compared with the model after each step (SPEC C563–C577). */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Database } from '#server/database/open.ts'
import type { Body } from '#server/testing/test-app.ts'
import { FILE_STEPS } from './file-steps.ts'
import { countOpen, pileOf } from './model-waiting.ts'
import { SETTLEMENT_STEPS } from './settlement-steps.ts'
import { toDollars, openWorld, type Steps, type World } from './world.ts'

const STEPS: Steps = { ...SETTLEMENT_STEPS, ...FILE_STEPS }

const SHARES: Record<string, number> = {
  buy: 6,
  'import a file': 12,
  settle: 8,
  recalculate: 8,
  approve: 3,
  lease: 3,
  'decide a conflict': 4,
  'move a card': 2,
  'look for trucks': 2,
}

export async function runCardHistory(
  app: FastifyInstance,
  database: Database,
  { seed, steps }: { seed: number; steps: number },
): Promise<string[]> {
  const world = await openWorld(app, database, seed)
  await STEPS['change the defaults']?.(world)
  const names = Object.keys(STEPS).flatMap((name) =>
    Array.from({ length: SHARES[name] ?? 1 }, () => name),
  )
  const taken: string[] = []
  for (let step = 0; step < steps; step++) {
    const name = world.chance.oneOf(names)
    taken.push(name)
    const where = `seed ${seed}, step ${step}: ${taken.slice(-4).join(', ')}`
    await explainFailure(where, () => STEPS[name]?.(world))
    await compareLines(world, where)
    await comparePurchases(world, where)
    // Each draft is a request: every other step finds a difference as well.
    if (step % 2 === 1) await compareDrafts(world, where)
  }
  await comparePiles(world, `seed ${seed}, at the end`)
  return taken
}

async function explainFailure(where: string, step: () => Promise<void> | undefined) {
  try {
    await step()
  } catch (error) {
    throw new Error(`${where}: ${String(error)}`, { cause: error })
  }
}

async function compareLines({ model, cards, database }: World, where: string): Promise<void> {
  const { rows } =
    await sql`select card_purchase_id as id, billing_id as billing, amount, card_passed_on as passed_on
    from expenses where user_id = ${cards.userId} and kind = 'card' and not voided order by 1`.execute(
      database,
    )
  const expected = model.purchases.toSorted(byId).flatMap(({ id, line }) => {
    if (!line) return []
    const { billing, amount, passedOn } = line
    return [{ id, billing, amount: toDollars(amount), passedOn: toDollars(passedOn) }]
  })
  expect(rows.map(copy), where).toEqual(expected)
}

const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
const copy = (row: unknown) => ({ ...(row as object) })

/** What is stored of each purchase, and the figures that wait for a decision. */
async function comparePurchases({ model, cards, database }: World, where: string): Promise<void> {
  const { rows } = await sql`select id, truck_id as truck, day, kind, retail, discount,
      ignored is not null as ignored, off_reason is not null as off,
      found_by = 'person' and truck_id is not null as by_person, conflict ->> 'net' as wanted, conflict ->> 'day' as wanted_day
    from card_purchases where user_id = ${cards.userId} order by id`.execute(database)
  const expected = model.purchases.toSorted(byId).map((one) => ({
    id: one.id,
    truck: one.truck,
    day: one.day,
    kind: one.kind,
    retail: toDollars(one.retail),
    discount: toDollars(one.discount),
    ignored: one.ignored !== null,
    off: one.off,
    byPerson: one.truck !== null && one.byPerson,
    wanted: one.conflict && toDollars(one.conflict.retail - one.conflict.discount),
    wantedDay: one.conflict && one.conflict.day,
  }))
  expect(rows.map(copy), where).toEqual(expected)
}

/** On every draft what is due and what waits, with the reason. */
async function compareDrafts({ model, carrier }: World, where: string): Promise<void> {
  for (const draft of model.settlements.filter(({ state }) => state === 'pending')) {
    const { body } = await carrier.client.get<{
      due: number
      waiting: { count: number; text: string }[]
    }>(`/api/billing/${draft.id}/cards`)
    const waiting = body.waiting.map(({ count, text }) => [
      / on it ha(?:s|ve) other figures/.test(text) ? 'on it' : text.replace(/^.*? waits?: /, ''),
      count,
    ])
    const found = { due: body.due, waiting: Object.fromEntries(waiting) as object }
    expect(found, where).toEqual(countOpen(model, draft))
  }
}

async function comparePiles({ model, carrier }: World, where: string): Promise<void> {
  const found = new Map<unknown, unknown>()
  for (let offset = 0; offset < model.purchases.length; offset += PAGE) {
    const path = `/api/card-purchases?sort=id&limit=${PAGE}&offset=${offset}`
    for (const { id, pile } of (await carrier.client.get<Body[]>(path)).body) found.set(id, pile)
  }
  const expected = model.purchases.map((one) => [one.id, pileOf(model, one)] as const)
  expect(found, where).toEqual(new Map(expected))
}

const PAGE = 100
