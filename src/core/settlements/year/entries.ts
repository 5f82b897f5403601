/** The entries of a payee's year, one for each payment of a statement (SPEC C9). */
import { toCents, type Amount } from '#core/money.ts'
import type { YearEntry } from './responses.ts'
import { NO_FIGURES, toAmounts, type Counted } from './shares.ts'
import type { PaidInYear, RepaidInYear, YearPart, YearStatement } from './year-data.ts'

/** `own`: the parts of payments that cover the statement. `inYear`: the part that counts in the year. */
type CountedInYear = { statement: YearStatement; own: YearPart[]; inYear: Counted[] }

/** Builds the entries of a payee's year, sorted by day. */
export function buildEntries(
  counted: CountedInYear[],
  payments: readonly PaidInYear[],
  repaid: readonly RepaidInYear[],
): YearEntry[] {
  const entries = [
    ...counted.flatMap(({ statement, own, inYear }) =>
      inYear.map((part) => toEntry(statement, own, part)),
    ),
    ...payments.filter(({ unapplied }) => toCents(unapplied) !== 0n).map(toUnappliedEntry),
    ...repaid.map(toRepaidEntry),
  ]
  return entries.toSorted(compareEntries)
}

function toEntry(
  { id, number, truck, settlementDate, paymentMethod, paymentReference }: YearStatement,
  own: YearPart[],
  { kind, day, part, figures }: Counted,
): YearEntry {
  const payment = own.find(({ id: partId }) => partId === part?.id)
  return {
    kind: kind === 'rest' ? 'rest' : 'statement',
    day,
    billingId: id,
    number,
    truck,
    settlementDate,
    paymentId: payment?.payoutId ?? null,
    method: payment ? payment.method : paymentMethod,
    reference: payment ? payment.reference : paymentReference,
    ...toAmounts(figures),
  }
}

const NO_STATEMENT = { billingId: null, number: null, truck: null, settlementDate: null }

function toUnappliedEntry({ id, paidOn, method, reference, unapplied }: PaidInYear): YearEntry {
  const payment = { day: paidOn, paymentId: id, method, reference }
  return { kind: 'unapplied', ...NO_STATEMENT, ...payment, ...toMoney(unapplied) }
}

function toRepaidEntry({ payoutId, day, method, reference, amount }: RepaidInYear): YearEntry {
  const payment = { day, paymentId: payoutId, method, reference }
  return { kind: 'repaid', ...NO_STATEMENT, ...payment, ...toMoney(`-${amount}`) }
}

/** Money without a statement: gross without deductions. */
function toMoney(amount: Amount) {
  const cents = toCents(amount)
  return toAmounts({ ...NO_FIGURES, gross: cents, net: cents })
}

function compareEntries(one: YearEntry, other: YearEntry): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return (one.number ?? 0) - (other.number ?? 0)
}
