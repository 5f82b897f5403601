import { Link } from 'react-router'
import { pluralize } from '#core/pluralize.ts'
import { useCount } from '#web/api/queries.ts'
import { builtInView } from '#web/records/views/built-in-view.ts'
import { Notice } from '#web/settlements/notice.tsx'

const UNDATED = builtInView('loads', 'Not on a Settlement')

/** Delivered loads that no settlement run includes, because they have no settlement date (SPEC C8). */
export function UndatedNotice() {
  const count = useCount('loads', Object.fromEntries(new URLSearchParams(UNDATED)), true)
  if (!count) return null
  return (
    <Notice>
      <strong>
        {pluralize(count, 'delivered load')} {count === 1 ? 'has' : 'have'} no settlement date
      </strong>{' '}
      and won&apos;t be paid.{' '}
      <Link className="font-medium underline" to={`/loads?${UNDATED}`}>
        Review
      </Link>
    </Notice>
  )
}
