/** Compares each approved statement with the model's own, and keeps the model's ledgers. */
import { expect } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { MoneyCarrier } from './carrier.ts'
import { restate, restatedNet, RULES } from './model.ts'
import { findWithheldFrom, sumExtraPayLines } from './payee-figures.ts'
import { toCents, type MoneyState } from './state.ts'

export async function freeze(state: MoneyState, approved: Settlement): Promise<void> {
  const { carrier, seed, frozen } = state
  const { id, payee, number, truckId, settlementDate: date } = approved
  // The second of two simultaneous approvals returns the approved settlement.
  if (frozen.has(id)) return
  const truck = carrier.trucks.findIndex((one) => one.id === truckId)
  const loads = state.loadsAt(truck, date).map((load) => ({ ...load }))
  const { fuel, extraPay } = state.drafts.get(id) ?? { fuel: 0n, extraPay: 0n }
  const model = restate(loads, state.rulesOf(truck))
  const lines = await carrier.readLines(id)
  const figures = sumLines(lines, carrier.yardId)
  const { loan, weekly, yard, moved, withheld, adjusted, broughtForward, ...stated } = figures
  expect({ seed, number, revenue: toCents(approved.totalRevenue), ...stated }).toEqual({
    seed,
    number,
    fuel,
    extraPay,
    ...model,
  })
  expect([0n, RULES.weekly]).toContain(weekly)
  expect(loan >= 0n && loan <= RULES.loan).toBe(true)
  if (loan > 0n) expect([seed, payee]).toEqual([seed, `driver:${carrier.dan}`])
  const netBeforeYard = restatedNet(model) - fuel + extraPay - loan - weekly - adjusted - withheld
  const earned = netBeforeYard - yard - moved
  const rest = earned - broughtForward
  const carriedForward = rest < 0n ? -rest : 0n
  const net = toCents(approved.netPayment)
  expect([seed, number, net]).toEqual([seed, number, rest + carriedForward])
  const totals = { earned, broughtForward, carriedForward }
  addToLedger(state, payee, totals, 1n)
  const text = await readStatementText(carrier, id)
  const ofYard = lines.find(({ ruleId }) => ruleId === carrier.yardId)
  const left = toCents(ofYard?.deferred ?? '0.00')
  addDeferred(state, payee, left)
  frozen.set(id, {
    payee,
    truck,
    date,
    live: true,
    loads,
    net,
    text,
    ...totals,
    pay: model.revenue + sumExtraPayLines(lines),
    withheld,
    withheldFrom: findWithheldFrom(lines),
    yard,
    left,
    moved,
    netBeforeYard,
    hasYard: ofYard !== undefined,
  })
}

export function addDeferred({ deferred }: MoneyState, payee: string, cents: bigint): void {
  deferred.set(payee, (deferred.get(payee) ?? 0n) + cents)
}

/** Whether the statement has the revenue of the model's loads as they are now. */
export function hasRevenueOfLoads(state: MoneyState, approved: Settlement): boolean {
  const truck = state.carrier.trucks.findIndex(({ id }) => id === approved.truckId)
  const loads = state.loadsAt(truck, approved.settlementDate)
  const revenue = loads.reduce((sum, load) => sum + load.revenue, 0n)
  return revenue === toCents(approved.totalRevenue)
}

/** Removes a void statement from the ledgers. */
export function unfreeze(state: MoneyState, id: number): void {
  const statement = state.frozen.get(id)
  if (!statement) throw new Error(`Statement ${id} was never approved`)
  addToLedger(state, statement.payee, statement, -1n)
  addDeferred(state, statement.payee, -statement.left)
  statement.live = false
}

type Totals = Record<'earned' | 'broughtForward' | 'carriedForward', bigint>

function addToLedger({ ledger }: MoneyState, payee: string, totals: Totals, sign: bigint): void {
  const known = ledger(payee)
  known.earned += sign * totals.earned
  known.broughtForward += sign * totals.broughtForward
  known.carriedForward += sign * totals.carriedForward
}

function sumLines(lines: Line[], yardId: number) {
  const sum = (matches: (line: Line) => boolean) =>
    lines.filter(matches).reduce((total, { amount }) => total + toCents(amount), 0n)
  const kind = (name: string) => sum((line) => line.kind === name)
  const rule = (name: string) => sum((line) => line.kind === 'rule' && line.description === name)
  return {
    fee: rule('Carrier fee'),
    perLoad: rule('Per load'),
    perMile: rule('Per mile'),
    fuel: sum((line) => line.kind === 'entered' && line.category === 'fuel'),
    extraPay: -kind('extra-pay'),
    loan: rule('Loan'),
    weekly: rule('Insurance'),
    yard: sum(({ ruleId }) => ruleId === yardId),
    moved: sum(({ ruleId, description }) => description === 'Yard' && ruleId !== yardId),
    withheld: kind('withholding'),
    adjusted: kind('correction'),
    broughtForward: kind('carry-in'),
  }
}

/** What must never change on a frozen statement. */
export async function readStatementText(carrier: MoneyCarrier, id: number): Promise<string> {
  const { totalRevenue, totalExpenses, netPayment, number, payee } =
    await carrier.readSettlement(id)
  const lines = (await carrier.readLines(id)).map((line) => [
    line.id,
    line.kind,
    line.amount,
    line.description,
  ])
  return JSON.stringify([totalRevenue, totalExpenses, netPayment, number, payee, lines])
}
