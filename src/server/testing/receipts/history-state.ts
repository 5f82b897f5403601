/** The state of a random history of money, and what its steps draw. */
import { addDays } from '#core/calendar.ts'
import type { CarrierWithInvoices } from './carrier-with-invoices.ts'
import type { Book } from './model.ts'

export type Draws = {
  below: (limit: number) => number
  pick: <One>(list: readonly One[]) => One | undefined
}

/** `expect`: compares the status of a response with what the model says. */
export type History = {
  carrier: CarrierWithInvoices
  brokers: number[]
  book: Book
  chance: Draws
  expect: (what: string, status: number, isTaken: boolean) => void
}

const FIRST_DAY = '2026-08-01'
export const DAYS = 90

export const dayOf = (at: number) => addDays(FIRST_DAY, at)

export function drawDay({ chance }: History): number {
  return chance.below(DAYS)
}

/** Mostly all or a part of `most`, sometimes a cent too much. */
export function drawCents(chance: Draws, most: bigint): bigint {
  const kind = chance.below(10)
  if (kind === 0) return most + 1n
  if (kind < 5) return most
  return (most * BigInt(chance.below(100))) / 100n
}
