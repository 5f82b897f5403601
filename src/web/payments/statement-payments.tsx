import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import type { StatementPayments } from '#core/payments/responses.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { Query } from '#web/ui/query.tsx'
import { statementPaymentsQuery } from './queries.ts'

type PaymentsOfStatementProps = { billing: Pick<Settlement, 'id' | 'version'> }
type Paid = StatementPayments['payments'][number]

/** The payments that cover a statement, and what is still open (SPEC C11). */
export function PaymentsOfStatement({ billing: { id } }: PaymentsOfStatementProps) {
  const query = useQuery(statementPaymentsQuery(id))
  return (
    <Query of={query} skeleton={null}>
      {(data) => {
        const paid = [...data.alreadyPaid, ...data.payments]
        if (paid.length === 0) return null
        return (
          <section aria-label="Payments" className="grid gap-1 text-sm">
            <h3 className="font-semibold">Payments</h3>
            <ul className="grid gap-1">
              {paid.map((payment) => (
                <li key={`${payment.id} ${payment.amount}`} className="wrap-anywhere">
                  <Link
                    className="hit-area text-accent-strong underline"
                    to={`/payments?open=${payment.id}`}
                  >
                    {describePaid(payment)}
                  </Link>
                  {payment.wasUnapplied && <span className="text-muted"> (was unapplied)</span>}
                </li>
              ))}
              {toCents(data.openAmount) > 0n && (
                <li className="font-medium">Open: {formatMoney(toCents(data.openAmount))}</li>
              )}
            </ul>
          </section>
        )
      }}
    </Query>
  )
}

/** "$400.00 on 10/5/2026 (Check 1001)". */
export function describePaid({
  amount,
  paidOn,
  method,
  reference,
}: Pick<Paid, 'amount' | 'paidOn' | 'method' | 'reference'>): string {
  const label = STATEMENT_PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? method
  const details = [label, reference].filter(Boolean).join(' ')
  return `${formatMoney(toCents(amount))} on ${formatDay(paidOn)} (${details})`
}
