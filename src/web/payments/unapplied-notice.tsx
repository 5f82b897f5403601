import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney, toCents } from '#core/money.ts'
import { openPaymentsQuery } from './queries.ts'

/** Money that covers no statement, of one payee or of all payees. `payee`: a payee's key. */
export function UnappliedNotice({ payee }: { payee?: string }) {
  const { data = [] } = useQuery(openPaymentsQuery)
  const found = data.filter(
    (open) => toCents(open.unapplied) > 0n && (payee === undefined || open.payee === payee),
  )
  if (found.length === 0) return null
  const list = found.map(({ name, unapplied }) => `${formatMoney(toCents(unapplied))} for ${name}`)
  return (
    <p className="rounded-lg border border-waiting bg-waiting-soft p-3 text-sm wrap-anywhere text-waiting">
      Unapplied money: {list.join('; ')}. It covers the payee’s next statements when they are
      approved.{' '}
      <Link className="hit-area font-medium underline" to="/payments?state=unapplied">
        Review
      </Link>
    </p>
  )
}
