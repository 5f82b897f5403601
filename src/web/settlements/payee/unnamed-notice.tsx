import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pluralize } from '#core/pluralize.ts'
import { useMay } from '#web/api/may.tsx'
import { Notice } from '#web/settlements/notice.tsx'
import { unnamedQuery } from '#web/settlements/queries.ts'

/** Statements and balances of earlier versions whose driver a user must name (SPEC C10). */
export function UnnamedNotice() {
  const mayName = useMay('payroll')
  const { data } = useQuery({ ...unnamedQuery(), enabled: mayName })
  if (!data) return null
  const { statements, balances } = data
  const counts = [
    ...(statements.length ? [pluralize(statements.length, 'old statement')] : []),
    ...(balances.length ? [pluralize(balances.length, 'balance')] : []),
  ]
  if (counts.length === 0) return null
  return (
    <Notice>
      <strong>The records don&apos;t name the payee of {counts.join(' and ')}.</strong>{' '}
      <Link className="font-medium underline" to="/settlements/unnamed">
        Name the payees
      </Link>
    </Notice>
  )
}
