import type { SortDirection } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'

type ColumnHeadProps = {
  title: string
  figure: boolean
  sorted: false | SortDirection
  onSort: () => void
}

/** A longer title takes two lines rather than widen a column of two letters. */
const SHORT_TITLE = 10

const ARIA = { asc: 'ascending', desc: 'descending' } as const

/** A click sorts upwards, a second one downwards, a third goes back to the newest first. */
export function ColumnHead({ title, figure, sorted, onSort }: ColumnHeadProps) {
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? ARIA[sorted] : 'none'}
      className="sticky top-0 z-10 border-b border-line bg-head p-0 text-left font-medium"
    >
      <button
        type="button"
        onClick={onSort}
        className={classes(
          'flex w-full items-center gap-1 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
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
