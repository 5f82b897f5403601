import type { BalanceEntryKind } from '#core/balances/entries.ts'
import type { ChargeKind } from '#core/charges/kinds.ts'
import type { BalanceKind } from '#core/settlements/rules.ts'
import type { ExtraPayType } from '#core/settlements/extra-pay.ts'
import type { ExpenseCategory, Settlement } from '#core/settlements/settlement.ts'

/**
 * Every text that a printed format adds to the data of a statement. A format holds its own copy of all of
 * them: a label that changes on a screen must not change a frozen statement.
 */
export type Captions = {
  title: string
  /** The note that the document is a translation. Only translations have it. */
  translationNote?: string
  /** The marks that are printed across each page. */
  marks: { draft: string; void: string }
  draft: string
  statement: (number: number) => string
  /** The title of the document, and the heading of every page after the first. */
  documentName: (statement: string, truckNumber: string, settlementDate: string) => string
  footer: (statement: string, settlementDate: string) => string
  page: (page: number, count: number) => string
  unknownCharacter: (replacement: string) => string

  facts: Record<'statement' | 'settlementDate' | 'period' | 'week' | 'loads', string>
  week: (settlement: Pick<Settlement, 'weekNumber' | 'weekYear' | 'settlementDate'>) => string
  /** The payment methods, by stored value. */
  paymentMethods: Readonly<Record<string, string>>

  payTo: string
  noPayee: string
  taxId: (ending: string) => string
  equipment: string
  truck: (truckNumber: string) => string
  vin: (vin: string) => string
  drivers: (names: readonly string[]) => string

  noLoads: string
  weight: (pounds: string) => string
  /** The charges below a load. */
  charges: ChargeCaptions
  totalRevenue: string
  currentLoadTotal: string
  loadChanges: string

  deductions: Record<'category' | 'date' | 'description' | 'amount' | 'total', string>
  noDeductions: string
  categories: Record<ExpenseCategory, string>
  /** How an amount was computed. */
  computation: (quantity: string, rate: string) => string
  continued: (category: string) => string
  categoryTotal: (category: string) => string
  totalDeductions: string

  summary: Record<'revenue' | 'deductions' | 'net', string>
  balances: Record<'title' | 'opening' | 'change' | 'closing', string>
  balance: (balance: PrintedBalance) => string
  yearToDate: (year: number) => string
  /** How to read the year to date of the payee (SPEC C321). */
  yearNote: string
  yearFigures: Record<'revenue' | 'deductions' | 'net', string>
  notes: string
  voidReason: (reason: string) => string
  /** What prints beside loads and deductions: extra pay, reimbursements, adjustments, payments. */
  sections: SectionCaptions
  /** The table of card purchases (SPEC C578). Format 1 has none. */
  cards?: Record<'title' | 'retail' | 'discount' | 'passedOn' | 'charged' | 'total', string>
  /** What makes each amount checkable by its payee (SPEC C323). */
  checks: CheckCaptions
}

/** What changes the gross pay to the net that a percentage of the net is taken of. */
export type NetPart = 'reimbursements' | 'adjustments' | 'withholding' | 'deductions'

type CheckCaptions = {
  /** On extra pay that percentages count. */
  inPercentages: string
  /** On a deduction with a floor that did not reduce it. */
  minimumNet: (net: string) => string
  netIs: (grossPay: string, steps: readonly string[]) => string
  netParts: Record<NetPart, string>
  plus: (amount: string, name: string) => string
  less: (amount: string, name: string) => string
  /** On a deduction that a floor reduced, what a later statement deducts. */
  leftForLater: (amount: string) => string
  /** The row of what a floor left for later statements (SPEC C322). */
  notDeducted: (description: string) => string
}

type ChargeCaptions = {
  kinds: Record<ChargeKind, string>
  /** How a part was computed: "80% of $200.00". */
  share: (percent: string, amount: string) => string
}

export type SectionCaptions = {
  earnings: string
  extraPay: Record<'type' | 'total', string>
  extraPayTypes: Record<ExtraPayType, string>
  grossPay: string
  reimbursements: Record<'category' | 'total', string>
  adjustments: Record<'statement' | 'total', string>
  /** The statement that an adjustment changes. */
  adjusted: (number: number) => string
  date: string
  description: string
  amount: string
  /** The manual entry of "other" on a draft, before its reason is entered. */
  missingReason: string
  summary: Record<'reimbursements' | 'adjustments', string>
  /** A payment of an earlier statement that covers this one. */
  alreadyPaid: (payment: { method: string; reference: string | null; day: string }) => string
  payments: Record<'date' | 'method' | 'number' | 'amount' | 'open', string>
  noMethod: string
  /** What changed a balance since the previous statement. */
  entries: Record<BalanceEntryKind, string>
  entry: (entry: { kind: string; amount: string; day: string; isUndo: boolean }) => string
}

/** `formerTotal`: the total on the previous statement, if it has changed since. */
type PrintedBalance = {
  description: string
  kind: BalanceKind
  total: string
  formerTotal: string | null
}
