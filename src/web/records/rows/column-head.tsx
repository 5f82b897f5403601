import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'
import type { TabStop } from '#web/ui/use-one-tab-stop.ts'
import type { SortDirection } from '#web/records/list/list-state.ts'

type ColumnHeadProps = {
  title: string
  figure: boolean
  sorted: SortDirection
  onSort: () => void
  /** The first column stays in view when the table scrolls sideways. */
  position: 'first' | 'after checkbox' | 'other'
  stop: TabStop
}

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
          'relative flex h-8 w-full items-center whitespace-nowrap hover:bg-hover focus-visible:-outline-offset-2',
          figure ? 'justify-end pr-3 pl-4' : 'pr-4',
          !figure && (position === 'after checkbox' ? 'pl-0 print:pl-3' : 'pl-3'),
        )}
      >
        {title}
        {sorted !== 'none' && (
          <Arrow
            aria-hidden
            className={classes('absolute size-3.5', figure ? 'left-0' : 'right-0')}
          />
        )}
      </button>
    </th>
  )
}
