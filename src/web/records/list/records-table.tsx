import {
  createColumnHelper,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { isFigure } from './cell.tsx'
import { ColumnHead } from './column-head.tsx'
import { RecordRow } from './record-row.tsx'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import type { Selection } from '#web/records/selection/use-selection.ts'
import { SkeletonRows } from './skeleton-rows.tsx'

export type RowsProps = {
  entity: Listing
  columns: ColumnOf[]
  /** Undefined while they are being read. */
  rows: AnyRecord[] | undefined
  sort: string
  onSort: (sort: string) => void
  actions: (record: AnyRecord) => ReactNode
  /** Undefined where nothing can be selected. */
  selection: Selection | undefined
  /** What stands in place of rows where there are none. */
  empty: ReactNode
}

const features = tableFeatures({ rowSortingFeature })
const helper = createColumnHelper<typeof features, AnyRecord>()
const NONE: AnyRecord[] = []

/** A list out of an entity's declaration. The server sorts; head, first column and actions stay in view. */
export function RecordsTable(props: RowsProps) {
  const { entity, columns, rows, sort, onSort, actions, selection, empty } = props
  const width = columns.length + (selection ? 2 : 1)
  const sorting = useMemo(() => toSorting(sort), [sort])
  const model = useMemo(() => columns.map(columnModel), [columns])
  const table = useTable({
    features,
    columns: model,
    data: rows ?? NONE,
    state: { sorting },
    onSortingChange: (change) => onSort(fromSorting(functionalUpdate(change, sorting))),
    manualSorting: true,
    enableMultiSort: false,
    getRowId: ({ id }) => String(id),
  })

  return (
    <div className="max-h-[max(24rem,calc(100dvh-19rem))] overflow-auto group-data-selecting/list:max-h-[max(20rem,calc(100dvh-23rem))] rounded-lg border border-line bg-surface print:max-h-none! print:overflow-visible">
      <table
        aria-label={entity.title}
        aria-busy={rows === undefined}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr>
            {selection && <SelectPage selection={selection} rows={rows} />}
            {table.getFlatHeaders().map(({ column }, index) => (
              <ColumnHead
                key={column.id}
                title={columns[index]?.title ?? ''}
                figure={columns[index] ? isFigure(entity, columns[index]) : false}
                sorted={column.getIsSorted()}
                onSort={() => column.toggleSorting()}
                place={index > 0 ? 'among others' : selection ? 'first after a checkbox' : 'first'}
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
          {table.getRowModel().rows.map(({ id, original }) => (
            <RecordRow
              key={id}
              {...{ entity, columns, actions }}
              record={original}
              selected={selection?.ids.has(original.id) ?? false}
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

/** No head: a checkbox is not the name of a column. */
function SelectPage({ selection, rows = NONE }: SelectPageProps) {
  const all = rows.length > 0 && selection.shown === rows.length
  return (
    <td className="sticky top-0 left-0 z-20 w-11 min-w-11 border-b border-line bg-head print:hidden">
      <SelectBox
        label="Select this page"
        // Before the rows are there a click would be lost without a word.
        disabled={rows.length === 0}
        checked={all}
        some={selection.shown > 0 && !all}
        onChange={selection.togglePage}
      />
    </td>
  )
}

/** A column sorts by its first field, upwards first, then downwards, then as it was. */
function columnModel({ fields: [name] }: ColumnOf) {
  return helper.accessor((record) => record[name], { id: name, sortDescFirst: false })
}

/** "-revenue" ↔ what the table's model calls the same. */
function toSorting(sort: string): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }]
}

function fromSorting([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : ''
}
