import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'
import type { TabStop } from '#web/ui/use-one-tab-stop.ts'
import type { SortDirection } from './list-state.ts'

type ColumnHeadProps = {
  title: string
  figure: boolean
  sorted: SortDirection
  onSort: () => void
  /** The first column stays in view when the table scrolls sideways. */
  position: 'first' | 'after checkbox' | 'other'
  stop: TabStop
}

/** A longer title wraps, so that it does not widen a column of two letters. */
const SHORT_TITLE = 10

const POSITIONS = {
  first: 'left-0 z-20',
  'after checkbox': 'left-11 z-20',
  other: 'z-10',
}

export function ColumnHead(props: ColumnHeadProps) {
  const { title, figure, sorted, onSort, position, stop } = props
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classes(
        'sticky top-0 border-b border-line bg-head p-0 text-left font-medium',
        POSITIONS[position],
      )}
    >
      <button
        type="button"
        {...stop}
        onClick={onSort}
        className={classes(
          'flex w-full items-center gap-1 py-2 pr-3 text-left hover:bg-hover focus-visible:-outline-offset-2',
          position === 'after checkbox' ? 'pl-0 print:pl-3' : 'pl-3',
          title.length <= SHORT_TITLE && 'whitespace-nowrap',
          figure && 'flex-row-reverse',
        )}
      >
        {title}
        <Arrow
          aria-hidden
          className={classes('size-3.5 shrink-0', sorted === 'none' && 'invisible')}
        />
      </button>
    </th>
  )
}
