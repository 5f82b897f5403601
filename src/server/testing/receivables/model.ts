/**
 * What brokers owe after a random history, computed independently by adding up cents. It shares only the shapes of the facts
 * with the product.
 */
import type { Fact, StoredInvoice } from './ledger-rows.ts'

const cents = (amount: string) => BigInt(amount.replace('.', ''))

export function text(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const DAY_MS = 86_400_000

export function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function between(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

export type Model = { invoices: StoredInvoice[]; facts: Fact[] }

/** The open cents of an invoice at the end of a day, without the facts of later days. */
export function sumOpenOn({ facts }: Model, invoiceId: number, day: string): bigint {
  return sum(facts.filter((fact) => fact.invoiceId === invoiceId && fact.day <= day))
}

/** The lowest open amount of an invoice on any day from `day` on. */
export function leastOpenFrom(model: Model, invoiceId: number, day: string): bigint {
  const days = model.facts.filter((fact) => fact.invoiceId === invoiceId).map((fact) => fact.day)
  const opens = [day, ...days.filter((one) => one > day)].map((one) =>
    sumOpenOn(model, invoiceId, one),
  )
  return opens.reduce((least, open) => (open < least ? open : least))
}

/** The highest open amount of an invoice on any day from `day` on. */
export function mostOpenFrom(model: Model, invoiceId: number, day: string): bigint {
  const days = model.facts.filter((fact) => fact.invoiceId === invoiceId).map((fact) => fact.day)
  const opens = [day, ...days.filter((one) => one > day)].map((one) =>
    sumOpenOn(model, invoiceId, one),
  )
  return opens.reduce((most, open) => (open > most ? open : most))
}

/** The least unapplied money of a receipt on any day from `day` on, as a positive amount. */
export function leastHeldFrom({ facts }: Model, receiptId: number, day: string): bigint {
  const own = facts.filter((fact) => fact.receiptId === receiptId && fact.invoiceId === null)
  const days = [day, ...own.map((fact) => fact.day).filter((one) => one > day)]
  const held = days.map((one) => -sum(own.filter((fact) => fact.day <= one)))
  return held.reduce((least, open) => (open < least ? open : least))
}

export function balanceOn({ facts }: Model, brokerId: number, day: string): bigint {
  return sum(facts.filter((fact) => fact.brokerId === brokerId && fact.day <= day))
}

export function unappliedOn({ facts }: Model, brokerId: number, day: string): bigint {
  return sum(
    facts.filter(
      (fact) => fact.brokerId === brokerId && fact.invoiceId === null && fact.day <= day,
    ),
  )
}

/** Open amounts by bucket, of one broker. `past-due` has a bucket before the others. */
export function bucketsOn(
  model: Model,
  brokerId: number,
  day: string,
  basis: 'age' | 'past-due',
): string[] {
  const buckets = Array.from({ length: basis === 'age' ? 4 : 5 }, () => 0n)
  for (const invoice of model.invoices.filter((one) => one.brokerId === brokerId)) {
    const days = between(basis === 'age' ? invoice.invoiceDate : invoice.dueOn, day)
    const place = basis === 'age' ? toPlace(days) : days <= 0 ? 0 : toPlace(days) + 1
    buckets[place] = (buckets[place] ?? 0n) + sumOpenOn(model, invoice.id, day)
  }
  return buckets.map(text)
}

function toPlace(days: number): number {
  return days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3
}

function sum(facts: Fact[]): bigint {
  return facts.reduce((total, { amount }) => total + cents(amount), 0n)
}
