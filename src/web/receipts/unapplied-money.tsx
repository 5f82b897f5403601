import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { UNAPPLIED_DAYS } from '#core/receipts/questions.ts'
import { unappliedReceiptsQuery } from './queries.ts'

/** The most receipts that the notice lists. */
const MOST_NAMED = 3

/** The unapplied money of one broker, or of all brokers. After 30 days it must be refunded (49 CFR 378). */
export function UnappliedMoney({ brokerId }: { brokerId?: number }) {
  const { data } = useQuery(unappliedReceiptsQuery(brokerId))
  const receipts = data?.receipts ?? []
  const [first] = receipts
  if (!first) return null
  const due = receipts.filter(({ isRefundDue }) => isRefundDue)
  const named = receipts
    .slice(0, MOST_NAMED)
    .map(
      ({ unapplied, brokerName, receivedOn }) =>
        `${formatMoney(toCents(unapplied))} from ${brokerName} since ${formatDay(receivedOn)}`,
    )
  const others = receipts.length - named.length
  return (
    <p className="rounded-lg border border-waiting bg-waiting-soft p-3 text-sm wrap-anywhere text-waiting">
      Unapplied money: {named.join('; ')}
      {others > 0 && ` and ${pluralize(others, 'other receipt')}`}.{' '}
      {due.length > 0 &&
        `${pluralize(due.length, 'receipt')} for more than ${UNAPPLIED_DAYS} days: apply or refund the money. `}
      <Link
        className="hit-area font-medium underline"
        to={
          receipts.length === 1
            ? `/receipts/${first.id}`
            : `/receipts?state=unapplied${brokerId === undefined ? '' : `&brokerId=${brokerId}`}`
        }
      >
        Review
      </Link>
    </p>
  )
}
