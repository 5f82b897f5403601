import type { ReactNode } from 'react'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import type { Selection } from '#web/records/selection/use-selection.ts'
import { useOneTabStop } from '#web/ui/use-one-tab-stop.ts'
import { isFigure } from './cell.tsx'
import { ColumnHead } from './column-head.tsx'
import { nextSort, sortDirection } from './list-state.ts'
import { RecordRow } from './record-row.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

export type RowsProps = {
  entity: Listing
  columns: ColumnOf[]
  /** Undefined while they load. */
  rows: AnyRecord[] | undefined
  sort: string
  onSort: (sort: string) => void
  actions: (record: AnyRecord) => ReactNode
  /** Undefined if rows cannot be selected. */
  selection: Selection | undefined
  /** Shown instead of rows if there are none. */
  empty: ReactNode
}

const NO_ROWS: AnyRecord[] = []

/** The server sorts. Head, first column and actions stay in view. */
export function RecordsTable(props: RowsProps) {
  const { entity, columns, rows, sort, onSort, actions, selection, empty } = props
  const width = columns.length + (selection ? 2 : 1)
  const heads = useOneTabStop(columns.length)
  return (
    <div className="max-h-[max(24rem,calc(100dvh-19rem))] overflow-auto group-data-selecting/list:max-h-[max(20rem,calc(100dvh-23rem))] rounded-lg border border-line bg-surface print:max-h-none! print:overflow-visible">
      <table
        aria-label={entity.title}
        aria-busy={rows === undefined}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr onKeyDown={heads.onKeyDown}>
            {selection && <SelectPage selection={selection} rows={rows} />}
            {columns.map((column, index) => (
              <ColumnHead
                key={column.fields[0]}
                title={column.title}
                figure={isFigure(entity, column)}
                sorted={sortDirection(sort, column.fields[0])}
                onSort={() => onSort(nextSort(sort, column.fields[0]))}
                stop={heads.item(index)}
                position={index > 0 ? 'other' : selection ? 'after checkbox' : 'first'}
              />
            ))}
            <th
              scope="col"
              className="sticky top-0 right-0 z-20 border-b border-l border-line bg-head px-3 py-2 text-right font-medium print:hidden"
            >
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonRows columns={width} />}
          {rows?.map((record) => (
            <RecordRow
              key={record.id}
              {...{ entity, columns, actions, record }}
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
