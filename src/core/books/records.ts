/** A record of the books: one fact, with lines that add up to zero (SPEC C221). */
import type { Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'

/** What a record is made from. Each source and id is in at most one batch. */
export type BookSource =
  | 'receivable'
  | 'settlement'
  | 'settlement-void'
  | 'payment'
  | 'payment-reversal'
  | 'payment-closing'
  | 'balance-entry'
  | 'factor-entry'
  | 'factor-entry-void'
  | 'factor-deposit'
  | 'factor-deposit-void'

/** QuickBooks Desktop's kinds of transactions. */
export type BookType =
  | 'INVOICE'
  | 'CREDIT MEMO'
  | 'PAYMENT'
  | 'BILL'
  | 'CHECK'
  | 'DEPOSIT'
  | 'GENERAL JOURNAL'

/** `amount`: positive is a debit. `account`: a kind of `ACCOUNT_KINDS`. `truck`: the class. `name`: if it is not the record's. */
export type BookLine = {
  account: string
  amount: Amount
  text: string
  truck: string | null
  name?: string
  quantity?: Amount | null
  rate?: Amount | null
}

/** Money of a broker, as it was received. */
export type BookReceipt = {
  id: number
  method: string
  reference: string | null
  depositedOn: Day | null
}

/** `invoice`: the number of the invoice that it pays. Null: unapplied. */
export type ReceiptMoney = { receipt: BookReceipt; invoice: string | null }

/** `figure`: the amount that counts in the register of its group. `name`: the key of a broker, owner or driver. */
export type BookRecord = {
  source: BookSource
  id: number
  day: Day
  type: BookType
  group: string
  number: string
  name: string
  text: string
  figure: Amount
  /** Set for invoices only. */
  dueOn: Day | null
  /** Set for invoices only: the days until it is due. */
  termsDays?: number | null
  /** Set for money of a receipt. Its records of one day are one transaction in a file. */
  money?: ReceiptMoney | null
  /** The line of the receivable, the bank or the payable comes first. */
  lines: BookLine[]
}

/** Makes a record. Leaves out lines of 0.00, because no program imports them. */
export function makeRecord(record: BookRecord): BookRecord {
  return { ...record, lines: record.lines.filter(({ amount }) => toCents(amount) !== 0n) }
}

/** True if the lines add up to zero. */
export function isBalanced({ lines }: Pick<BookRecord, 'lines'>): boolean {
  return addUp(lines.map(({ amount }) => amount)) === 0n
}

export function addDebits(records: readonly BookRecord[]): Amount {
  const amounts = records.flatMap(({ lines }) => lines.map(({ amount }) => toCents(amount)))
  return toAmount(amounts.filter((cents) => cents > 0n).reduce((sum, cents) => sum + cents, 0n))
}
