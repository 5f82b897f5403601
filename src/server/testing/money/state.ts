/** The state of the model of a random history. */
import type { Payment } from '#core/payments/payments.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createChance } from '#server/testing/fuzz/chance.ts'
import type { MoneyCarrier } from './carrier.ts'
import { newLedger, type Ledger, type ModelLoad } from './model.ts'

export type Cents = bigint

/** A frozen statement, as the model calculated it at its approval. */
export type Frozen = {
  payee: string
  truck: number
  date: string
  live: boolean
  loads: ModelLoad[]
  earned: Cents
  carriedForward: Cents
  broughtForward: Cents
  net: Cents
  /** Loads, extra pay and adjustments of revenue. */
  pay: Cents
  /** Backup withholding, and what it was withheld from; null without a line. */
  withheld: Cents
  withheldFrom: Cents | null
  /** What the yard took and left for later; negative: what it took from before. `moved`: taken for transferred amounts. */
  yard: Cents
  left: Cents
  hasYard: boolean
  moved: Cents
  /** The net without carry-forwards, the yard and transferred amounts. */
  netBeforeYard: Cents
  /** The columns and lines of the statement, as text: they must never change. */
  text: string
}

/** What was added to a draft. */
export type Draft = { fuel: Cents; extraPay: Cents }

export type MoneyState = ReturnType<typeof createMoneyState>

export function createMoneyState(carrier: MoneyCarrier, seed: number) {
  const chance = createChance(seed)
  const ledgers = new Map<string, Ledger>()
  const loads = new Map<number, ModelLoad>()
  let serial = 0

  const readAll = async () => (await carrier.client.get<Settlement[]>('/api/billing')).body

  return {
    carrier,
    seed,
    chance,
    loads,
    ledgers,
    readAll,
    drafts: new Map<number, Draft>(),
    frozen: new Map<number, Frozen>(),
    payments: new Map<number, Payment>(),
    /** What the yard left for later, less what was repaid, written off or transferred, by payee. */
    deferred: new Map<string, Cents>(),
    nextNumber: () => ++serial,
    ledger: (payee: string): Ledger => {
      const known = ledgers.get(payee) ?? newLedger()
      ledgers.set(payee, known)
      return known
    },
    loadsAt: (truck: number, date: string) =>
      [...loads.values()].filter((load) => load.truck === truck && load.date === date),
    rulesOf: (truck: number) => carrier.trucks[truck]?.rules ?? { perLoad: false, perMile: false },
    pick: async (...statuses: string[]) => {
      const found = (await readAll()).filter(({ status }) => statuses.includes(status))
      return found.length ? chance.oneOf(found) : undefined
    },
  }
}

export function toCents(amount: string): Cents {
  return BigInt(amount.replace('.', ''))
}

/** 1234n → "12.34". Takes no negative amounts. */
export function toText(cents: Cents): string {
  return String(cents).padStart(3, '0').replace(/(..)$/, '.$1')
}
