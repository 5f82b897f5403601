/**
 * An independent model of what brokers owe, of money received and of a factor's books, for a year of a carrier. It shares no
 * code with the product. Money is whole cents, days are text.
 */

type YearFact = {
  day: string
  broker: number
  invoice: number | null
  receipt: number | null
  cents: bigint
  /** The account of the books on the other side. */
  contra: YearContra
}

export type YearContra =
  | 'income'
  | 'undeposited'
  | 'quick-pay'
  | 'write-off'
  | 'bank-fee'
  | 'bank'
  | 'factor'

export type YearInvoice = {
  id: number
  number: string
  broker: number
  day: string
  dueOn: string
  lines: bigint[]
  total: bigint
  loads: number[]
  /** The cents that the invoice bills for each load. */
  billed: Map<number, bigint>
  /** True if the invoice prints the factor as payee. */
  factored: boolean
  /** True if the loads are on another invoice. */
  isSupplement: boolean
  isVoid: boolean
  /** The day of its latest fact. */
  last: string
  /** Face amount on its standing schedule. */
  face: bigint | null
}

export type YearReceipt = {
  id: number
  broker: number
  amount: bigint
  day: string
  /** `day`: when it was applied. `endedOn`: when it was unapplied or reversed. */
  parts: YearApplied[]
  refunded: bigint
  isReversed: boolean
  last: string
}

type YearApplied = {
  id: number
  invoice: number
  cents: bigint
  live: boolean
  day: string
  endedOn: string | null
}

/** `owner`: the owner's share of an accepted short pay. */
export type YearCredit = {
  id: number
  number: string
  credits: number
  total: bigint
  owner: bigint
  isVoid: boolean
}

export type FactorLine = { kind: string; day: string; invoice: number | null; cents: bigint }
export type YearReport = {
  id: number
  day: string
  amount: bigint
  entries: FactorLine[]
  voidedOn: string | null
}

/** `owner`: what the load's charges pay the owner. `billed`: what the broker is billed. */
export type YearLoad = {
  id: number
  truck: number
  broker: number
  settledOn: string
  owner: bigint
  charges: YearCharge[]
}

export type YearCharge = { cents: bigint; owner: bigint; billed: boolean }

export type YearModel = {
  facts: YearFact[]
  invoices: Map<number, YearInvoice>
  receipts: Map<number, YearReceipt>
  reports: YearReport[]
  loads: Map<number, YearLoad>
  creditNotes: YearCredit[]
}

export function newYearModel(): YearModel {
  return {
    facts: [],
    invoices: new Map(),
    receipts: new Map(),
    reports: [],
    loads: new Map(),
    creditNotes: [],
  }
}

const MILLISECONDS = 86_400_000

export function yearDay(day: string, plus: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + plus * MILLISECONDS).toISOString().slice(0, 10)
}

function daysApart(from: string, to: string): number {
  return Math.round(
    (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS,
  )
}

export function laterDay(one: string, other: string): string {
  return one > other ? one : other
}

/** 123450n: "1234.50". */
export function writeCents(cents: bigint): string {
  const size = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

/** Divides, and rounds half a cent away from zero. */
export function roundCents(units: bigint, by: bigint): bigint {
  const size = units < 0n ? -units : units
  const whole = (size * 2n + by) / (by * 2n)
  return units < 0n ? -whole : whole
}

export function sumCents(amounts: Iterable<bigint>): bigint {
  let sum = 0n
  for (const cents of amounts) sum += cents
  return sum
}

function sumFacts(model: YearModel, keeps: (fact: YearFact) => boolean): bigint {
  return sumCents(model.facts.filter(keeps).map(({ cents }) => cents))
}

export function owedOnInvoice(model: YearModel, invoice: number, day = '9999-12-31'): bigint {
  return sumFacts(model, (fact) => fact.invoice === invoice && fact.day <= day)
}

/** The unapplied money of a broker: zero or less. */
export function unappliedOfBroker(model: YearModel, broker: number, day: string): bigint {
  return sumFacts(
    model,
    (fact) => fact.invoice === null && fact.broker === broker && fact.day <= day,
  )
}

export function owedByBroker(model: YearModel, broker: number, day: string): bigint {
  return sumFacts(model, (fact) => fact.broker === broker && fact.day <= day)
}

/** The unapplied part of a receipt. */
export function unappliedOfReceipt({ amount, parts, refunded, isReversed }: YearReceipt): bigint {
  if (isReversed) return 0n
  const applied = sumCents(parts.filter(({ live }) => live).map(({ cents }) => cents))
  return amount - applied - refunded
}

/** The open amounts of 0–30, 31–60, 61–90 and over 90 days. If days past due are counted, what is not due yet comes first. */
export function agedOnDay(
  model: YearModel,
  broker: number,
  day: string,
  isPastDue: boolean,
): bigint[] {
  const limits = isPastDue ? [0, 30, 60, 90] : [30, 60, 90]
  const buckets = Array.from({ length: limits.length + 1 }, () => 0n)
  for (const invoice of model.invoices.values()) {
    if (invoice.broker !== broker) continue
    const age = daysApart(isPastDue ? invoice.dueOn : invoice.day, day)
    const found = limits.findIndex((limit) => age <= limit)
    const at = found < 0 ? limits.length : found
    buckets[at] = (buckets[at] ?? 0n) + owedOnInvoice(model, invoice.id, day)
  }
  return buckets
}

export function entriesOfInvoice(model: YearModel, invoice: number): FactorLine[] {
  return model.reports
    .filter(({ voidedOn }) => voidedOn === null)
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.invoice === invoice)
}

export type YearFactorAccount = {
  advance: bigint
  fee: bigint
  held: bigint
  chargedBack: bigint
  released: bigint
  debtorPaid: bigint
}

const RESERVE_OUT = ['reserve-released', 'reserve-fee', 'reserve-chargeback', 'reserve-cost']

export function heldOf(entries: readonly FactorLine[]): bigint {
  return sumCents(
    entries.map(({ kind, cents }) => {
      if (kind === 'reserve') return cents
      return RESERVE_OUT.includes(kind) ? -cents : 0n
    }),
  )
}

/** The entries of all reports that count at the end of a day. A void report counts until the day of its void. */
export function entriesUntil(model: YearModel, day: string): FactorLine[] {
  return model.reports
    .filter((report) => report.day <= day && (report.voidedOn === null || report.voidedOn > day))
    .flatMap(({ entries }) => entries)
}

export function sumEntries(entries: readonly FactorLine[], ...kinds: string[]): bigint {
  return sumCents(entries.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))
}

/** What the factor bought and has neither collected nor charged back. */
export function withFactorOf(entries: readonly FactorLine[]): bigint {
  return (
    sumEntries(entries, 'advance', 'fee', 'reserve') -
    sumEntries(entries, 'debtor-paid', 'forwarded', 'chargeback', 'reserve-chargeback')
  )
}

export function factorAccountOf(model: YearModel, invoice: number): YearFactorAccount {
  const entries = entriesOfInvoice(model, invoice)
  const of = (...kinds: string[]) =>
    sumCents(entries.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))
  return {
    advance: of('advance'),
    fee: of('fee', 'reserve-fee', 'late-fee'),
    held: heldOf(entries),
    chargedBack: of('chargeback', 'reserve-chargeback'),
    released: of('reserve-released'),
    debtorPaid: of('debtor-paid', 'forwarded'),
  }
}

const CASH_IN = ['advance', 'reserve-released', 'fuel-advance']
const CASH_OUT = ['chargeback', 'late-fee', 'cost', 'fuel-advance-repaid', 'forwarded']

/** What the factor wires for the entries. */
export function wiredFor(entries: readonly FactorLine[]): bigint {
  return sumCents(
    entries.map(({ kind, cents }) => {
      if (CASH_IN.includes(kind)) return cents
      return CASH_OUT.includes(kind) ? -cents : 0n
    }),
  )
}

const DAYS_OF_YEAR = 365

/** What the broker paid in the year before the day, and the average days from the invoice to the money, weighted by amount. */
export function daysToPayOf(model: YearModel, broker: number, day: string) {
  const since = yearDay(day, -DAYS_OF_YEAR)
  const counts = (on: string) => on > since && on <= day
  const isLive = (endedOn: string | null) => endedOn === null || endedOn > day
  const paid = [...model.receipts.values()]
    .filter((receipt) => receipt.broker === broker && counts(receipt.day))
    .flatMap((receipt) =>
      receipt.parts
        .filter((part) => part.day <= day && isLive(part.endedOn))
        .map(({ invoice, cents }) => ({ invoice, cents, day: receipt.day })),
    )
  const toFactor = model.reports
    .filter((report) => counts(report.day) && isLive(report.voidedOn))
    .flatMap(({ entries, day: on }) =>
      entries
        .filter(({ kind }) => kind === 'debtor-paid')
        .map(({ invoice, cents }) => ({ invoice: invoice ?? 0, cents, day: on })),
    )
    .filter(({ invoice }) => model.invoices.get(invoice)?.broker === broker)
  const all = [...paid, ...toFactor]
  const sum = sumCents(all.map(({ cents }) => cents))
  const weighted = sumCents(
    all.map(({ invoice, cents, day: on }) => {
      const days = daysApart(model.invoices.get(invoice)?.day ?? on, on)
      return cents * BigInt(days > 0 ? days : 0)
    }),
  )
  const days = sum > 0n ? Number(roundCents(weighted, sum)) : null
  return { days, payments: all.length, paid: writeCents(sum) }
}

/** The payment status of a load at the end of the day, by the invoices that bill it. Null without an invoice. */
export function paymentStatusOf(
  model: YearModel,
  invoices: readonly YearInvoice[],
  day: string,
): string | null {
  if (!invoices.length) return null
  const entries = entriesUntil(model, day)
  const states = invoices.map(({ id, dueOn, day: from }) => {
    const open = owedOnInvoice(model, id, laterDay(day, from)) > 0n
    const own = entries.filter(({ invoice }) => invoice === id)
    return { open, isLate: open && dueOn < day, isFunded: withFactorOf(own) > 0n }
  })
  if (states.every(({ open }) => !open)) return 'paid'
  if (states.every(({ open, isFunded }) => !open || isFunded)) return 'processed'
  return states.some(({ isLate }) => isLate) ? 'overdue' : 'pending'
}
