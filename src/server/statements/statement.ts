/** A statement as it is printed: text only. The folder `pdf` lays it out. */
import type { Language } from '#core/languages.ts'
import type { Format } from './format.ts'
import type { LoadColumn, LoadColumnName } from './load-columns.ts'

export type Statement = {
  format: Format
  /** A language other than English is a translation. */
  language: Language
  title: string
  /** Printed across each page of a draft or void statement. */
  mark: string | null
  /** The document's title, and the heading of every page after the first. */
  name: string
  /** The footer of each page, as one line. */
  footer: string
  logo: Logo | null
  carrier: TextBlock
  facts: { label: string; value: string }[]
  payee: TextBlock
  truck: TextBlock
  loads: StatementLoad[]
  loadColumns: LoadColumn[]
  revenue: { lines: AmountLine[]; total: AmountLine }
  deductions: Deductions
  /** The lines from the revenue to the net payment. They add up to the net payment. */
  summary: AmountLine[]
  net: AmountLine
  sections: Sections
  balances: StatementBalance[]
  yearToDate: { title: string; note: string; lines: AmountLine[] }
  notes: string | null
  settlementDate: string
}

/** `note` is printed small, below the label. `key` names the line in a question; it is not printed. */
export type AmountLine = { label: string; amount: string; note?: string; key?: string }

export type TextBlock = { heading: string; lines: string[] }

/** A checked PNG or JPEG; width and height in pixels. */
export type Logo = { bytes: Uint8Array; width: number; height: number }

export type StatementLoad = Record<LoadColumnName, string> & {
  /** Names the load in a question; it is not printed. */
  key: string
  /** Broker, cargo and weight, if known. */
  details: string
  /** The charges that add up to the revenue. Empty for a load without charges. */
  charges: StatementCharge[]
}

export type StatementCharge = { label: string; amount: string }

export type Deductions = { groups: DeductionGroup[]; total: AmountLine }

/** The lines of one category with their total. */
export type DeductionGroup = { title: string; lines: DeductionLine[]; total: AmountLine }

export type DeductionLine = AmountLine & { date: string }

/** What prints beside loads and deductions. A table without lines is null. */
export type Sections = {
  extraPay: EntryTable | null
  grossPay: AmountLine
  reimbursements: EntryTable | null
  adjustments: EntryTable | null
  /** The card purchases among the deductions. */
  cards: CardTable | null
  /** Money of earlier payments that covers this statement, below the net. */
  applied: AmountLine[]
  payments: PrintedPaymentRow[]
  /** What is left to pay. Null if nothing was paid yet. */
  open: AmountLine | null
}

/** The purchases of each category, and of all. */
export type CardTable = { rows: CardRow[]; total: CardRow }

export type CardRow = Record<'label' | 'retail' | 'discount' | 'passedOn' | 'charged', string>

export type EntryTable = { lines: Entry[]; total: AmountLine }

/** `group`: the type of extra pay, the category, or the adjusted statement. */
export type Entry = DeductionLine & { group: string }

export type PrintedPaymentRow = { date: string; method: string; number: string; amount: string }

export type StatementBalance = { label: string; opening: string; change: string; closing: string }
