/**
 * A random history of one carrier, and what must always hold (SPEC C7, C10–C13, C320–C322). A step that the product rejects changes
 * nothing in the model. A step that the product accepts changes the model by the model's own arithmetic.
 */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { hasRevenueOfLoads } from './frozen-statements.ts'
import { createMoneyCarrier } from './carrier.ts'
import { checkAdjustments, checkMoney, checkStatements } from './checks.ts'
import { checkOpenDeferred, checkPayeeFigures } from './payee-figures.ts'
import { createMoneyState } from './state.ts'
import { STEPS } from './steps.ts'
import { checkUnapplied } from './unapplied.ts'

/** How often each step is taken, compared with the others. */
export type Shares = Record<string, number>

const ALL_STEPS: Shares = Object.fromEntries(
  Object.entries(STEPS).map(([name, [share]]) => [name, share]),
)

/** Statements of one owner's two trucks are paid, voided and settled again. The money is kept and covers other statements. */
export const KEPT_MONEY: Shares = {
  'add load': 8,
  'change load': 12,
  settle: 6,
  recalculate: 20,
  approve: 40,
  'pay a payee': 8,
  'void and settle again': 14,
}

/**
 * The order in which the product must have run two simultaneous steps, if it accepted both: a line is added only to a draft, and
 * after a deletion, a void or a reversal a step of the same load or statement fails. An approval is rejected after a
 * change of the loads, unless the draft was older than its loads and the change made it right again.
 */
const ORDER: Record<string, number> = {
  fuel: -2,
  'extra pay': -2,
  approve: -1,
  'delete load': 1,
  void: 1,
  'void and settle again': 1,
  reverse: 1,
  reissue: 1,
}

/** Takes `count` steps. One of six is taken together with another step. Returns how often each step was accepted. */
export async function runMoneyHistory(
  app: FastifyInstance,
  seed: number,
  count: number,
  shares: Shares = ALL_STEPS,
) {
  const carrier = await createMoneyCarrier(app)
  const trucks = shares === KEPT_MONEY ? carrier.trucks.slice(0, 2) : carrier.trucks
  const state = createMoneyState({ ...carrier, trucks }, seed)
  const accepted = new Map<string, number>()
  for (let step = 0; step < count; step++) {
    const taken = await takeSteps(state, shares)
    for (const { name, status, apply, approved } of taken) {
      expect([seed, step, name, status >= 500]).toEqual([seed, step, name, false])
      if (status >= 300) continue
      accepted.set(name, (accepted.get(name) ?? 0) + 1)
      await apply?.()
      if (!approved || taken.length > 1) continue
      await checkUnapplied(state, approved)
      await checkPayeeFigures(state, approved)
    }
    if (step % 10 === 9) await checkMoney(state)
    if (step % 10 === 9) await checkOpenDeferred(state)
    if (step % 50 === 49) await checkAdjustments(state)
  }
  await checkMoney(state)
  await checkAdjustments(state)
  await checkStatements(state)
  return accepted
}

async function takeSteps(state: ReturnType<typeof createMoneyState>, shares: Shares) {
  const { chance } = state
  const all = Object.entries(shares).flatMap(([name, share]) => Array<string>(share).fill(name))
  const names = chance.in(1 / 6) ? [chance.oneOf(all), chance.oneOf(all)] : [chance.oneOf(all)]
  const prepared = []
  for (const name of names) prepared.push({ name, take: await STEPS[name]?.[1](state) })
  const results = await Promise.all(
    prepared.map(async ({ name, take }) => {
      const { status, apply, approved } = take ? await take() : { status: 404 }
      return { name, status, apply, approved }
    }),
  )
  const sorted = results.toSorted((one, other) => (ORDER[one.name] ?? 0) - (ORDER[other.name] ?? 0))
  const approved = sorted[0]?.status === 200 ? sorted[0].approved : undefined
  return approved && !hasRevenueOfLoads(state, approved) ? sorted.toReversed() : sorted
}
