import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { nameMethod } from '#core/receipts/kinds.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Query } from '#web/ui/query.tsx'
import { invoiceReceiptsQuery } from './queries.ts'
import { describeDifference } from './shown/describe-difference.ts'

/** The payments and differences of an invoice, including ended ones (SPEC C192, C194). */
export function InvoicePayments({ invoiceId }: { invoiceId: number }) {
  const query = useQuery(invoiceReceiptsQuery(invoiceId))
  return (
    <Query of={query} skeleton={null}>
      {(data) => {
        if (data.parts.length + data.differences.length === 0) return null
        return (
          <Card title="Payments">
            <ul className="grid gap-2 text-sm">
              {data.parts.map(
                ({ id, receiptId, amount, appliedOn, method, reference, endedOn, ended }) => (
                  <li key={id} className="flex flex-wrap justify-between gap-x-4">
                    <span className={classes('min-w-0 wrap-anywhere', endedOn && 'text-muted')}>
                      <Link
                        className="hit-area text-accent-strong underline"
                        to={`/receipts/${receiptId}`}
                      >
                        {[nameMethod(method), reference].filter(Boolean).join(' ')}
                      </Link>{' '}
                      on {formatDay(appliedOn)}
                      {endedOn &&
                        `, ${ended === 'reversed' ? 'reversed' : 'unapplied'} on ${formatDay(endedOn)}`}
                    </span>
                    <span className={classes('tabular-nums', endedOn && 'text-muted line-through')}>
                      {formatMoney(toCents(amount))}
                    </span>
                  </li>
                ),
              )}
              {data.differences.map((one) => (
                <li key={`difference ${one.id}`} className="flex flex-wrap justify-between gap-x-4">
                  <span className={classes('min-w-0 wrap-anywhere', one.endedOn && 'text-muted')}>
                    {describeDifference(one)} on {formatDay(one.day)}
                  </span>
                  <span
                    className={classes('tabular-nums', one.endedOn && 'text-muted line-through')}
                  >
                    {formatMoney(toCents(one.amount))}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )
      }}
    </Query>
  )
}
