/** The invoice CSV of QuickBooks Online: its rows, its limits, and what it can't have (SPEC C222, C371, C372). */
import { formatMoney, negate, toAmount, toCents, type Amount } from '#core/money.ts'
import type { BookLine, BookRecord } from './records.ts'

/** What QuickBooks Online imports at once. */
export const MOST_INVOICES = 100
export const MOST_ROWS = 1000

/** A row of an invoice. `amount`: above 0.00. */
type InvoiceRow = Pick<BookLine, 'account' | 'text' | 'quantity' | 'rate'> & {
  amount: Amount
}

/** The lines of an invoice as rows with amounts above 0.00. `taken`: by which amount a discount lowers which row. */
export type InvoiceRows = { rows: InvoiceRow[]; taken: { text: string; amount: Amount }[] }

/**
 * QuickBooks Online refuses negative amounts. They lower the largest line, then the next one. The total stays the same, and
 * is above 0.00, as the total of every invoice.
 */
export function toInvoiceRows({ lines }: Pick<BookRecord, 'lines'>): InvoiceRows {
  const income = lines
    .filter(({ account }) => account !== 'receivable')
    .map((line) => ({ ...line, amount: negate(line.amount) }))
  let left = income.reduce(
    (sum, { amount }) => sum - (isBelowZero(amount) ? toCents(amount) : 0n),
    0n,
  )
  const taken: InvoiceRows['taken'] = []
  const lowered = new Map<BookLine, bigint>()
  const largestFirst = income
    .filter(({ amount }) => !isBelowZero(amount))
    .toSorted((a, b) => Number(toCents(b.amount) - toCents(a.amount)))
  for (const line of largestFirst) {
    const cents = toCents(line.amount)
    const off = left < cents ? left : cents
    lowered.set(line, cents - off)
    if (off > 0n) taken.push({ text: line.text, amount: toAmount(off) })
    left -= off
  }
  const rows = income.flatMap((line): InvoiceRow[] => {
    const cents = lowered.get(line) ?? 0n
    if (cents <= 0n) return []
    const isWhole = cents === toCents(line.amount)
    const { account, text, quantity, rate } = line
    const amount = toAmount(cents)
    return [{ account, text, amount, ...(isWhole ? { quantity, rate } : {}) }]
  })
  return { rows, taken }
}

/** "Invoice 7: its negative lines of $50.00 are taken off Line Haul - 4711 ($50.00)." */
export function describeTaken(records: readonly BookRecord[]): string[] {
  return records.flatMap((record) => {
    const { taken } = toInvoiceRows(record)
    if (!taken.length) return []
    const from = taken.map(({ text, amount }) => `${text} (${formatMoney(toCents(amount))})`)
    return `${record.text}: negative lines are taken off ${from.join(', ')}. QuickBooks Online imports no negative amounts.`
  })
}

/** The invoices of each part. An invoice is never split. */
export function splitInvoices(records: readonly BookRecord[]): BookRecord[][] {
  const parts: BookRecord[][] = []
  let rows = 0
  for (const record of records) {
    const more = toInvoiceRows(record).rows.length
    const part = parts.at(-1)
    if (part && part.length < MOST_INVOICES && rows + more <= MOST_ROWS) {
      part.push(record)
      rows += more
    } else {
      parts.push([record])
      rows = more
    }
  }
  return parts.length ? parts : [[]]
}

function isBelowZero(amount: Amount): boolean {
  return toCents(amount) < 0n
}
