import { ArrowDown, ArrowUp, ChevronsRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { nextSort, sortDirection, type SortDirection } from '#web/records/list/list-state.ts'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import type { Selection } from '#web/records/selection/use-selection.ts'
import { classes } from '#web/ui/classes.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { oneTabStop } from '#web/ui/one-tab-stop.ts'
import { isFigure } from './cell.tsx'
import { COVERS, RecordRow } from './record-row.tsx'
import type { RowAction } from './row-action.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useRowMenu } from './use-row-menu.tsx'

export type RowsProps = {
  entity: Listing
  columns: ColumnOf[]
  /** Undefined while they load. */
  rows: AnyRecord[] | undefined
  actions: (record: AnyRecord) => RowAction[]
  /** Undefined if rows cannot be selected. */
  selection: Selection | undefined
  /** Shown instead of rows if there are none. */
  empty: ReactNode
}

type RecordsTableProps = RowsProps & {
  sort: string
  onSort: (sort: string) => void
  /** Whether cells have their second lines. */
  second: boolean
}

const NO_ROWS: AnyRecord[] = []

/** The server sorts the rows. The header, the first column and the actions stay in view. */
export function RecordsTable(props: RecordsTableProps) {
  const { entity, columns, rows, sort, onSort, actions, second, selection, empty } = props
  const { openMenu, menu } = useRowMenu()
  const { container, hidden, scrollRight } = useHiddenColumns(columns)
  const width = columns.length + (selection ? 2 : 1)
  return (
    <div
      ref={container}
      data-list-table
      data-two-lines={second || undefined}
      data-hidden-columns={hidden || undefined}
      className="group/rows min-h-72 overflow-auto rounded-lg border border-line bg-surface print:min-h-0 print:overflow-visible"
    >
      <table
        aria-label={entity.title}
        aria-busy={rows === undefined}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr ref={oneTabStop}>
            {selection && <SelectPage selection={selection} rows={rows} />}
            {columns.map((column, index) => (
              <ColumnHead
                key={column.fields[0]}
                title={column.title}
                figure={isFigure(entity, column)}
                sorted={sortDirection(sort, column.fields[0])}
                onSort={() => onSort(nextSort(sort, column.fields[0]))}
                position={index > 0 ? 'other' : selection ? 'after checkbox' : 'first'}
              />
            ))}
            <th
              scope="col"
              className={classes(
                'sticky top-0 right-0 z-20 h-8 border-b border-l border-line bg-head pr-3 pl-1 text-right font-medium max-[1100px]:px-1 print:hidden',
                COVERS,
              )}
            >
              <span className="flex items-center justify-between gap-1">
                {hidden ? <HiddenColumns onClick={scrollRight} /> : <span />}
                <span className="max-[1100px]:sr-only">Actions</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonRows columns={width} />}
          {rows?.map((record) => (
            <RecordRow
              key={record.id}
              {...{ entity, columns, actions, record, second }}
              onMenu={openMenu}
              selected={selection?.ids.has(record.id) ?? false}
              onSelect={selection?.toggle}
            />
          ))}
          {rows?.length === 0 && (
            <tr>
              <td colSpan={width} className="px-3 py-12 text-center">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {menu}
    </div>
  )
}

type SelectPageProps = { selection: Selection; rows: AnyRecord[] | undefined }

/** Not a `th`: a checkbox does not name a column. */
function SelectPage({ selection, rows = NO_ROWS }: SelectPageProps) {
  const all = rows.length > 0 && selection.shown === rows.length
  return (
    <td className="sticky top-0 left-0 z-20 w-11 min-w-11 border-b border-line bg-head print:hidden">
      <SelectBox
        label="Select this page"
        // A click before the rows load would do nothing.
        disabled={rows.length === 0}
        checked={all}
        some={selection.shown > 0 && !all}
        onChange={selection.togglePage}
      />
    </td>
  )
}

/** Whether columns are out of view at the right, and a function that scrolls to them. `columns`: the table's columns. */
function useHiddenColumns(columns: unknown) {
  const container = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState(false)

  useEffect(() => {
    const box = container.current
    const table = box?.firstElementChild
    if (!box || !table) return
    const measure = () => setHidden(box.scrollWidth - box.clientWidth - box.scrollLeft > 1)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(table)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [columns])

  function scrollRight() {
    const box = container.current
    box?.scrollBy({ left: box.clientWidth / 2 })
  }

  return { container, hidden, scrollRight }
}

/** A button in the header of the Actions column, which covers the columns that are out of view (SPEC C56). */
function HiddenColumns({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip text="More columns">
      <button
        type="button"
        aria-label="More columns"
        onClick={onClick}
        className="grid size-7 place-items-center rounded-md bg-accent-soft text-accent-strong hover:bg-hover pointer-coarse:size-11"
      >
        <ChevronsRight aria-hidden className="size-4" />
      </button>
    </Tooltip>
  )
}

type ColumnHeadProps = {
  title: string
  figure: boolean
  sorted: SortDirection
  onSort: () => void
  /** The first column stays in view when the table scrolls sideways. */
  position: 'first' | 'after checkbox' | 'other'
}

const POSITIONS = {
  first: 'left-0 z-20',
  'after checkbox': 'left-11 z-20',
  other: 'z-10',
}

function ColumnHead(props: ColumnHeadProps) {
  const { title, figure, sorted, onSort, position } = props
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
