/** What each owner was paid in a calendar year, by payment date (SPEC C9; its revenue is the 1099-NEC figure). */
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
  /** The amount that adjustments for loads of earlier statements add to the revenue (SPEC C7). */
  corrections: Amount
}

/**
 * Revenue of an owner's approved and paid statements, by payment, settlement and delivery date, and the differences
 * between these. Adjustments are included, except in `stated` and in the figures by delivery date.
 */
export type YearSums = {
  /** Total revenue on the statements paid in the year. */
  stated: Amount
  /** Adjustments on these statements. */
  corrections: Amount
  paid: Amount
  /** Settlement date in the year, but paid in another year or not yet. */
  settledNotPaid: Amount
  /** Paid in the year, but settlement date in another year. */
  paidNotSettled: Amount
  settled: Amount
  /** Adjustments on the settlements of the year: their loads were delivered earlier. */
  settledCorrections: Amount
  /** Settlement date in the year, but delivered in another year or without a delivery date. */
  settledNotDelivered: Amount
  /** Delivered in the year, but settlement date in another year. */
  deliveredNotSettled: Amount
  delivered: Amount
}

export type PayeeYear = {
  /** Key of the payee (`payeeKey`). "truck:3": the records do not tell the driver. */
  key: string
  ownerId: number | null
  driverId: number | null
  /** Name on the latest statement. */
  payee: string
  statements: PaidStatement[]
  sums: YearSums
}

export type YearSummary = { year: number; payees: PayeeYear[] }

export type BridgeStep = { label: string; amount: Amount; total: boolean }

/** The steps from revenue by payment date to revenue by delivery date. Each total is the sum of the rows above it. */
export function buildBridge(sums: YearSums): BridgeStep[] {
  const step = (label: string, amount: Amount) => ({ label, amount, total: false })
  const total = (label: string, amount: Amount) => ({ label, amount, total: true })
  return [
    total('Gross on paid statements', sums.stated),
    step('Adjustments to prior loads', sums.corrections),
    total('Gross by payment date', sums.paid),
    step('+ Settled this year, paid later', sums.settledNotPaid),
    step('− Paid this year, settled in another year', negate(sums.paidNotSettled)),
    total('Gross by settlement date', sums.settled),
    step('Less adjustments', negate(sums.settledCorrections)),
    step('− Settled this year, delivered in another year', negate(sums.settledNotDelivered)),
    step('+ Delivered this year, settled in another year', sums.deliveredNotSettled),
    total('Gross by delivery date', sums.delivered),
  ]
}

type PaidFigures = Record<'revenue' | 'corrections' | 'deductions' | 'net', Amount>

/** Totals of the figures of `splitPaid` (SPEC C9). */
export function sumPaid(statements: PaidStatement[]): PaidFigures {
  const figures = statements.map(splitPaid)
  const sum = (name: keyof PaidFigures) => toAmount(addUp(figures.map((paid) => paid[name])))
  return {
    revenue: sum('revenue'),
    corrections: sum('corrections'),
    deductions: sum('deductions'),
    net: sum('net'),
  }
}

/** Revenue plus adjustments less deductions is the net. An adjustment changes what was earned: it is not a deduction. */
export function splitPaid(statement: PaidStatement): PaidFigures {
  const { totalRevenue: revenue, totalExpenses, corrections, netPayment: net } = statement
  const deductions = toAmount(toCents(totalExpenses) + toCents(corrections))
  return { revenue, corrections, deductions, net }
}

function negate(amount: Amount): Amount {
  return toAmount(-toCents(amount))
}
