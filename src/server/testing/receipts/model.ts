/**
 * An independent model of money received: a list of facts with days, in BigInt cents. It shares no code with the
 * product.
 */
export type MoneyFact = {
  invoice: number | null
  receipt: number | null
  day: number
  cents: bigint
}

export type ModelInvoice = { id: number; broker: number; day: number; total: bigint; void: boolean }

export type ModelReceipt = {
  id: number
  broker: number
  day: number
  amount: bigint
  parts: { id: number; invoice: number; cents: bigint; day: number; live: boolean }[]
  /** `kept`: an accepted difference, which a reversal does not end. `part`: the part that it was recorded with; 0 without money. */
  differences: {
    invoice: number
    part: number
    cents: bigint
    day: number
    live: boolean
    kept: boolean
  }[]
  refunds: { id: number; cents: bigint; day: number; live: boolean }[]
  reversed: boolean
  /** The last day on which anything happened to it. */
  last: number
}

/** A credit note. */
type ModelCredit = { id: number; invoice: number; cents: bigint; day: number; live: boolean }

export type Book = {
  facts: MoneyFact[]
  invoices: ModelInvoice[]
  receipts: ModelReceipt[]
  credits: ModelCredit[]
}

export function newBook(): Book {
  return { facts: [], invoices: [], receipts: [], credits: [] }
}

export function findOpenOn(
  { facts }: Book,
  invoice: number,
  day = Number.MAX_SAFE_INTEGER,
): bigint {
  return sum(facts.filter((fact) => fact.invoice === invoice && fact.day <= day))
}

export function findUnappliedOn(
  { facts }: Book,
  receipt: number,
  day = Number.MAX_SAFE_INTEGER,
): bigint {
  const held = facts.filter(
    (fact) => fact.receipt === receipt && fact.invoice === null && fact.day <= day,
  )
  return -sum(held)
}

/** The smallest open amount of the invoice on the day and each later day. */
export function leastOpen(book: Book, invoice: number, day: number): bigint {
  return least(laterDays(book, day).map((one) => findOpenOn(book, invoice, one)))
}

export function leastUnapplied(book: Book, receipt: number, day: number): bigint {
  return least(laterDays(book, day).map((one) => findUnappliedOn(book, receipt, one)))
}

export function post(book: Book, ...facts: MoneyFact[]): void {
  book.facts.push(...facts.filter(({ cents }) => cents !== 0n))
}

/** Describes a day with an amount below zero or above the invoice's total; null if there is none. */
export function findBrokenDay(book: Book): string | null {
  const days = new Set(book.facts.map(({ day }) => day))
  for (const day of days) {
    for (const { id, total } of book.invoices) {
      const open = findOpenOn(book, id, day)
      if (open < 0n || open > total) return `invoice ${id} has ${open} open on day ${day}`
    }
    for (const { id } of book.receipts)
      if (findUnappliedOn(book, id, day) < 0n) return `receipt ${id} is below 0 on day ${day}`
  }
  return null
}

/** "12.34". */
export function dollars(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function laterDays({ facts }: Book, day: number): number[] {
  return [day, ...facts.map((fact) => fact.day).filter((one) => one > day)]
}

function sum(facts: readonly MoneyFact[]): bigint {
  return facts.reduce((total, { cents }) => total + cents, 0n)
}

function least(amounts: readonly bigint[]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one))
}
