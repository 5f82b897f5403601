import { Link } from 'react-router'
import { pluralize } from '#core/pluralize.ts'
import { useCount } from '#web/api/queries.ts'
import { builtInView } from '#web/records/views/built-in-view.ts'
import { NOTICE } from '#web/settlements/screen/notice-style.ts'

const UNDATED = builtInView('loads', 'Not on a Settlement')

/** Loads that no pay day will ever ask for, whatever its week: nobody would be paid for them (SPEC C8). */
export function UndatedNotice() {
  const count = useCount('loads', Object.fromEntries(new URLSearchParams(UNDATED)), true)
  if (!count) return null
  return (
    <p className={NOTICE}>
      <strong>{pluralize(count, 'delivered load')} without a settlement date:</strong> no settlement
      counts {count === 1 ? 'it' : 'them'} until one is set.{' '}
      <Link className="font-medium underline" to={`/loads?${UNDATED}`}>
        Show {count === 1 ? 'it' : 'them'}
      </Link>
    </p>
  )
}
