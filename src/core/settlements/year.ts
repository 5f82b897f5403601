/** What each owner was paid in a calendar year, by day of payment (SPEC C9; the 1099-NEC figure is its revenue). */
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Settlement } from './settlement.ts'

/** A statement paid in the year. */
export type PaidStatement = Pick<
  Settlement,
  | 'id'
  | 'number'
  | 'settlementDate'
  | 'paidOn'
  | 'paymentMethod'
  | 'paymentReference'
  | 'totalRevenue'
  | 'totalExpenses'
  | 'netPayment'
> & {
  truck: string
  /** What corrections of loads of earlier statements, which stand among its lines, add to the revenue (SPEC C7). */
  corrections: Amount
}

/**
 * The revenue of an owner's statements that stand, by what it goes by and where that differs; corrected by
 * the corrections of loads on them, but for `stated` and what goes by delivery.
 */
export type YearSums = {
  /** As the statements paid in the year say it. */
  stated: Amount
  corrections: Amount
  paid: Amount
  /** Settled in the year, but paid in another or not yet. */
  settledNotPaid: Amount
  /** Paid in the year, but settled in another. */
  paidNotSettled: Amount
  settled: Amount
  /** Corrections on what was settled in the year: the loads they are of were delivered as settled before. */
  settledCorrections: Amount
  /** Of what was settled in the year: delivered in another, or with no delivery date. */
  settledNotDelivered: Amount
  /** Delivered in the year, but settled in another. */
  deliveredNotSettled: Amount
  delivered: Amount
}

export type PayeeYear = {
  /** Null: paid to a driver, or to nobody who is known. */
  ownerId: number | null
  payee: string
  statements: PaidStatement[]
  sums: YearSums
}

export type YearSummary = { year: number; payees: PayeeYear[] }

export type BridgeStep = { label: string; amount: Amount; total: boolean }

/** From what was paid to what was settled and delivered in the year: each total is the sum of what stands above. */
export function buildBridge(sums: YearSums): BridgeStep[] {
  const less = (amount: Amount) => toAmount(-toCents(amount))
  const step = (label: string, amount: Amount) => ({ label, amount, total: false })
  const total = (label: string, amount: Amount) => ({ label, amount, total: true })
  return [
    total('Revenue of the statements paid', sums.stated),
    step('Corrections of earlier loads on them', sums.corrections),
    total('Revenue by day of payment', sums.paid),
    step('Settled this year, paid later or not yet', sums.settledNotPaid),
    step('Paid this year, settled in another', less(sums.paidNotSettled)),
    total('Revenue by settlement date', sums.settled),
    step('Without corrections of earlier loads', less(sums.settledCorrections)),
    step('Settled this year, delivered in another', less(sums.settledNotDelivered)),
    step('Delivered this year, settled in another', sums.deliveredNotSettled),
    total('Revenue by delivery date, as settled', sums.delivered),
  ]
}

/** The totals of what `paidFigures` says of each (SPEC C9). */
export function sumPaid(statements: PaidStatement[]) {
  const figures = statements.map(splitPaid)
  const sum = (name: keyof PaidFigures) => toAmount(addUp(figures.map((one) => one[name])))
  return {
    revenue: sum('revenue'),
    corrections: sum('corrections'),
    deductions: sum('deductions'),
    net: sum('net'),
  }
}

type PaidFigures = Record<'revenue' | 'corrections' | 'deductions' | 'net', Amount>

/** Revenue plus corrections less deductions is the net: a correction changes what was earned, and deducts nothing. */
export function splitPaid(statement: PaidStatement): PaidFigures {
  const { totalRevenue: revenue, totalExpenses, corrections, netPayment: net } = statement
  const deductions = toAmount(toCents(totalExpenses) + toCents(corrections))
  return { revenue, corrections, deductions, net }
}
