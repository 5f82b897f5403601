/**
 * An independent model of a factor's account: facts with days, in BigInt cents. It shares no code with the product. A day
 * is a number from the first day on.
 */
import { dollars } from '#server/testing/receipts/model.ts'

export type HistoryInvoice = {
  id: number
  number: string
  lineId: number
  loadId: number
  broker: number
  isFactored: boolean
  day: number
  total: bigint
}

/** A change of an open amount other than by a report: a credit note, a payment to the carrier or its reversal. */
type Move = { invoice: number; day: number; cents: bigint; kind: 'credit' | 'payment' }

export type ModelSchedule = {
  id: number
  state: 'draft' | 'submitted' | 'void'
  number: number | null
  lines: { invoice: number; face: bigint }[]
  /** The receipts that were entered before the schedule was submitted. */
  receiptsBefore: number
}

export type ModelEntry = { kind: string; invoice: number | null; cents: bigint }

export type ModelReport = {
  id: number
  day: number
  voidedOn: number | null
  entries: ModelEntry[]
}

type HistoryReceipt = {
  id: number
  invoice: number
  day: number
  cents: bigint
  isReversed: boolean
}

/** `limits`: what the factor approved, by broker. */
export type FactorBook = {
  invoices: HistoryInvoice[]
  moves: Move[]
  schedules: ModelSchedule[]
  reports: ModelReport[]
  receipts: HistoryReceipt[]
  limits: Map<number, bigint>
}

/** Returns the random number at a place, below a limit. */
export type Numbers = (place: number, below: number) => number

const END = Number.MAX_SAFE_INTEGER

const CASH = new Map([
  ['advance', 1n],
  ['reserve-released', 1n],
  ['fuel-advance', 1n],
  ['chargeback', -1n],
  ['late-fee', -1n],
  ['cost', -1n],
  ['fuel-advance-repaid', -1n],
  ['forwarded', -1n],
])
export const USED_UP = ['reserve-fee', 'reserve-chargeback', 'reserve-cost']
export const BOUGHT = ['advance', 'fee', 'reserve']
/** The factor got the broker's money. */
export const COLLECTED = ['debtor-paid', 'forwarded']
const ENDED = ['chargeback', 'reserve-chargeback', ...COLLECTED]

export const sum = (amounts: readonly bigint[]) => amounts.reduce((one, other) => one + other, 0n)

export function newFactorBook(): FactorBook {
  return {
    invoices: [],
    moves: [],
    schedules: [],
    reports: [],
    receipts: [],
    limits: new Map(),
  }
}

export function cashOf(entries: readonly ModelEntry[]): bigint {
  return sum(entries.map(({ kind, cents }) => (CASH.get(kind) ?? 0n) * cents))
}

export function sumKinds(
  entries: readonly ModelEntry[],
  kinds: readonly string[],
  invoice: number,
): bigint {
  const own = entries.filter((entry) => entry.invoice === invoice && kinds.includes(entry.kind))
  return sum(own.map(({ cents }) => cents))
}

/** The entries of an invoice on a day, less those that were void by then. */
export function sumOn(
  { reports }: FactorBook,
  kinds: readonly string[],
  invoice: number,
  day = END,
): bigint {
  return sum(
    reports.map((report) => {
      const cents = sumKinds(report.entries, kinds, invoice)
      const counts = report.day <= day && (report.voidedOn === null || report.voidedOn > day)
      return counts ? cents : 0n
    }),
  )
}

export function heldOn(book: FactorBook, invoice: number, day = END): bigint {
  const used = sumOn(book, ['reserve-released', ...USED_UP], invoice, day)
  return sumOn(book, ['reserve'], invoice, day) - used
}

export const boughtOn = (book: FactorBook, invoice: number, day = END) =>
  sumOn(book, BOUGHT, invoice, day)

export const endedOn = (book: FactorBook, invoice: number, day = END) =>
  sumOn(book, ENDED, invoice, day)

export function factoredOpenOn(book: FactorBook, id: number, day = END): bigint {
  const invoice = findInvoice(book, id)
  if (invoice.day > day) return 0n
  const moves = book.moves.filter((move) => move.invoice === id && move.day <= day)
  const moved = sum(moves.map(({ cents }) => cents))
  return invoice.total + moved - sumOn(book, ['debtor-paid'], id, day)
}

export function leastFactoredOpen(book: FactorBook, id: number, day: number): bigint {
  const days = [
    ...book.moves.map((move) => move.day),
    ...book.reports.flatMap((report) => [report.day, report.voidedOn ?? 0]),
  ]
  const opens = [day, ...days.filter((one) => one > day)].map((one) =>
    factoredOpenOn(book, id, one),
  )
  return opens.reduce((least, open) => (open < least ? open : least))
}

/** The open amount that is payable to the factor and not back with the carrier. */
export function withFactorOn(book: FactorBook, id: number, day: number): bigint {
  const bought = boughtOn(book, id, day)
  const isBack = bought > 0n && endedOn(book, id, day) >= bought
  return findInvoice(book, id).isFactored && !isBack ? factoredOpenOn(book, id, day) : 0n
}

/** The last day on which something happened to the invoice with the factor. A report that was voided on its own day does not count. */
export function lastDayOf({ reports }: FactorBook, invoice: number): number {
  const own = reports.filter(
    (report) =>
      report.voidedOn !== report.day && report.entries.some((entry) => entry.invoice === invoice),
  )
  return Math.max(-1, ...own.map((report) => Math.max(report.day, report.voidedOn ?? -1)))
}

/** Finds the schedule that has the invoice. A void schedule does not count. */
export function findStanding({ schedules }: FactorBook, invoice: number) {
  for (const { id, state, lines, receiptsBefore } of schedules) {
    const line = lines.find((one) => one.invoice === invoice)
    if (line && state !== 'void') return { id, state, face: line.face, receiptsBefore }
  }
  return null
}

/** What the broker paid the carrier since the invoice was submitted, and the factor has not got. `own`: entries of a new report. */
export function toForward(book: FactorBook, id: number, own: readonly ModelEntry[] = []): bigint {
  const standing = findStanding(book, id)
  if (standing?.state !== 'submitted') return 0n
  const receipts = book.receipts
    .slice(standing.receiptsBefore)
    .filter(({ invoice, isReversed }) => invoice === id && !isReversed)
  const received = sum(receipts.map(({ cents }) => cents)) - sumOn(book, ['forwarded'], id)
  const withFactor =
    boughtOn(book, id) + sumKinds(own, BOUGHT, id) - endedOn(book, id) - sumKinds(own, ENDED, id)
  const open = factoredOpenOn(book, id) - sumKinds(own, ['debtor-paid'], id)
  const least = received < withFactor - open ? received : withFactor - open
  return least > 0n ? least : 0n
}

/** Whether the app asks before it records the payment, which the book already has. */
export function asksFactor(book: FactorBook, id: number): boolean {
  if (findStanding(book, id)?.state !== 'submitted') return false
  return boughtOn(book, id) === 0n || toForward(book, id) > 0n
}

export function findInvoice({ invoices }: FactorBook, id: number): HistoryInvoice {
  const found = invoices.find((one) => one.id === id)
  if (!found) throw new Error(`The model has no invoice ${id}`)
  return found
}

/** "1234.50". */
export function faceOfSchedule({ schedules }: FactorBook, id: number): string {
  return dollars(sum(schedules.find((one) => one.id === id)?.lines.map(({ face }) => face) ?? []))
}

export function canSchedule(book: FactorBook, ids: readonly number[], except?: number): boolean {
  return (
    ids.length > 0 &&
    new Set(ids).size === ids.length &&
    ids.every((id) => {
      const standing = findStanding(book, id)
      const isFree = standing === null || standing.id === except
      return isFree && findInvoice(book, id).isFactored && factoredOpenOn(book, id) > 0n
    })
  )
}

export function canSubmit(book: FactorBook, { state, lines }: ModelSchedule): boolean {
  if (state !== 'draft') return false
  if (lines.some(({ invoice, face }) => face !== factoredOpenOn(book, invoice))) return false
  return [...book.limits].every(([broker, limit]) => {
    const own = lines.filter(({ invoice }) => findInvoice(book, invoice).broker === broker)
    return own.length === 0 || sum(own.map(({ face }) => face)) <= limit - usedLimit(book, broker)
  })
}

/** Faces of submitted, open invoices that are not back with the carrier. */
function usedLimit(book: FactorBook, broker: number): bigint {
  const used = book.invoices.filter(
    ({ id, broker: own }) =>
      own === broker &&
      findStanding(book, id)?.state === 'submitted' &&
      withFactorOn(book, id, END) > 0n,
  )
  return sum(used.map(({ id }) => findStanding(book, id)?.face ?? 0n))
}

export function canVoidSchedule(book: FactorBook, { state, lines }: ModelSchedule): boolean {
  return state === 'submitted' && lines.every(({ invoice }) => !isNamed(book, invoice))
}

/** Whether a report that is not void has an entry of the invoice. */
function isNamed({ reports }: FactorBook, invoice: number): boolean {
  return reports.some(
    ({ voidedOn, entries }) =>
      voidedOn === null && entries.some((entry) => entry.invoice === invoice),
  )
}

type Reported = { day: number; amount: bigint; entries: readonly ModelEntry[] }

export function canReport(book: FactorBook, { day, amount, entries }: Reported): boolean {
  const ids = new Set(entries.flatMap(({ invoice }) => invoice ?? []))
  return (
    cashOf(entries) === amount && [...ids].every((id) => canReportInvoice(book, id, day, entries))
  )
}

function canReportInvoice(
  book: FactorBook,
  id: number,
  day: number,
  entries: readonly ModelEntry[],
): boolean {
  const standing = findStanding(book, id)
  if (standing?.state !== 'submitted' || day < lastDayOf(book, id)) return false
  const own = (kinds: readonly string[]) => sumKinds(entries, kinds, id)
  const [before, bought] = [boughtOn(book, id), own(BOUGHT)]
  const isPurchase = before === 0n && bought === standing.face && day >= findInvoice(book, id).day
  if (!(bought > 0n ? isPurchase : before > 0n)) return false
  if (endedOn(book, id) + own(ENDED) > before + bought) return false
  if (heldOn(book, id) + own(['reserve']) < own(['reserve-released', ...USED_UP])) return false
  const others = entries.filter(({ kind }) => kind !== 'forwarded')
  if (own(['forwarded']) > toForward(book, id, others)) return false
  const paid = own(['debtor-paid'])
  return paid === 0n || paid <= leastFactoredOpen(book, id, day)
}

export function canVoidReport(book: FactorBook, report: ModelReport, on: number): boolean {
  if (report.voidedOn !== null || on < report.day) return false
  const after = {
    ...book,
    reports: book.reports.map((one) => (one === report ? { ...one, voidedOn: on } : one)),
  }
  const ids = new Set(report.entries.flatMap(({ invoice }) => invoice ?? []))
  return [...ids].every(
    (id) =>
      on >= lastDayOf(book, id) &&
      heldOn(after, id) >= 0n &&
      endedOn(after, id) <= boughtOn(after, id),
  )
}
