/** The steps from the 1099 figure to revenue by delivery date (SPEC C9). */
import { negate, toCents, type Amount } from '#core/money.ts'
import type { YearSums } from './responses.ts'

export type ReconciliationRow = { label: string; amount: Amount; total: boolean }

/** The steps in order. Each total is the sum of the rows above it. */
export function buildReconciliation(sums: YearSums): ReconciliationRow[] {
  const step = (label: string, amount: Amount) => ({ label, amount, total: false })
  const total = (label: string, amount: Amount) => ({ label, amount, total: true })
  const optional = (label: string, amount: Amount) =>
    toCents(amount) === 0n ? [] : [step(label, amount)]
  return [
    total('Loads on paid statements', sums.stated),
    ...optional('Extra pay', sums.extraPay),
    step('Adjustments to prior loads', sums.adjustments),
    ...optional('Unapplied money', sums.unapplied),
    ...optional('− Repaid in cash', negate(sums.repaid)),
    total('Gross by payment date (1099)', sums.reported),
    ...optional('Less unapplied money', negate(sums.unapplied)),
    ...optional('+ Repaid in cash', sums.repaid),
    step('+ Settled this year, paid in another year', sums.settledNotPaid),
    step('− Paid this year, settled in another year', negate(sums.paidNotSettled)),
    total('Gross by settlement date', sums.settled),
    ...optional('Less extra pay', negate(sums.settledExtraPay)),
    step('Less adjustments', negate(sums.settledAdjustments)),
    step('− Settled this year, delivered in another year', negate(sums.settledNotDelivered)),
    step('+ Delivered this year, settled in another year', sums.deliveredNotSettled),
    total('Loads by delivery date', sums.delivered),
  ]
}
