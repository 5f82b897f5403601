import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatQuarter, quarterBefore, quarterOf } from '#core/balances/interest.ts'
import { toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { today } from '#web/api/today.ts'
import { interestQuery } from './queries.ts'

/** Interest of the last quarter that is not posted yet (SPEC C21). */
export function InterestNotice() {
  const quarter = quarterBefore(quarterOf(today()))
  const { data } = useQuery(interestQuery(quarter))
  const due = (data?.balances ?? []).filter(
    ({ posted, interest }) => posted === null && (interest === null || toCents(interest) > 0n),
  )
  if (!data?.isOver || due.length === 0) return null
  return (
    <p className="rounded-lg border border-waiting bg-waiting-soft p-3 text-sm wrap-anywhere text-waiting">
      {formatQuarter(quarter)} interest is not posted for {pluralize(due.length, 'escrow balance')}.{' '}
      <Link className="hit-area font-medium underline" to="/settlements/balances">
        Post interest
      </Link>
    </p>
  )
}
