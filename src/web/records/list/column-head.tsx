import type { SortDirection } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'

type ColumnHeadProps = {
  title: string
  figure: boolean
  sorted: false | SortDirection
  onSort: () => void
  /** The first column stays in view, sideways too. */
  place: 'first' | 'first after a checkbox' | 'among others'
}

/** A longer title takes two lines rather than widen a column of two letters. */
const SHORT_TITLE = 10

const ARIA = { asc: 'ascending', desc: 'descending' } as const

const PLACES = {
  first: 'left-0 z-20',
  'first after a checkbox': 'left-11 z-20',
  'among others': 'z-10',
}

/** A click sorts upwards, a second one downwards, a third goes back to the newest first. */
export function ColumnHead(props: ColumnHeadProps) {
  const { title, figure, sorted, onSort, place } = props
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? ARIA[sorted] : 'none'}
      className={classes(
        'sticky top-0 border-b border-line bg-head p-0 text-left font-medium',
        PLACES[place],
      )}
    >
      <button
        type="button"
        onClick={onSort}
        className={classes(
          'flex w-full items-center gap-1 py-2 pr-3 text-left hover:bg-hover focus-visible:-outline-offset-2',
          place === 'first after a checkbox' ? 'pl-0 print:pl-3' : 'pl-3',
          title.length <= SHORT_TITLE && 'whitespace-nowrap',
          figure && 'flex-row-reverse',
        )}
      >
        {title}
        <Arrow
          aria-hidden
          className={classes('size-3.5 shrink-0', sorted === false && 'invisible')}
        />
      </button>
    </th>
  )
}
