import {
  createColumnHelper,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { columnsOf, type AnyRecord, type Entity } from '#core/entity.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell, isFigure, isShort } from './cell.tsx'
import { ColumnHead } from './column-head.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { rowProps } from './use-row-keys.ts'

export type RecordsListProps = {
  entity: Entity
  /** Undefined while they are being read. */
  rows: AnyRecord[] | undefined
  sort: string
  onSort: (sort: string) => void
  actions: (record: AnyRecord) => ReactNode
  /** What stands in place of rows where there are none. */
  empty: ReactNode
}

const features = tableFeatures({ rowSortingFeature })
const helper = createColumnHelper<typeof features, AnyRecord>()
const NONE: AnyRecord[] = []

/** A list out of an entity's declaration. The server sorts; head and actions stay in view. */
export function RecordsTable({ entity, rows, sort, onSort, actions, empty }: RecordsListProps) {
  const declared = useMemo(() => columnsOf(entity), [entity])
  const columns = useMemo(() => columnModel(entity), [entity])
  const sorting = useMemo(() => sortingOf(sort), [sort])
  const table = useTable({
    features,
    columns,
    data: rows ?? NONE,
    state: { sorting },
    onSortingChange: (change) => onSort(sortOf(functionalUpdate(change, sorting))),
    manualSorting: true,
    enableMultiSort: false,
    getRowId: ({ id }) => String(id),
  })

  return (
    <div className="max-h-[max(24rem,calc(100dvh-16.5rem))] overflow-auto rounded-lg border border-line bg-surface">
      <table
        aria-label={entity.title}
        aria-busy={rows === undefined}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr>
            {table.getFlatHeaders().map(({ column }, index) => (
              <ColumnHead
                key={column.id}
                title={declared[index]?.title ?? ''}
                figure={declared[index] ? isFigure(entity, declared[index]) : false}
                sorted={column.getIsSorted()}
                onSort={() => column.toggleSorting()}
              />
            ))}
            <th
              scope="col"
              className="sticky top-0 right-0 z-20 border-b border-l border-line bg-head px-3 py-2 text-right font-medium"
            >
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonRows columns={declared.length + 1} />}
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              {...rowProps(row.original.id)}
              className="group scroll-my-10 focus-visible:-outline-offset-2"
            >
              {row.getAllCells().map((cell, index) => (
                <td
                  key={cell.id}
                  className={classes(
                    CELL,
                    'px-3',
                    declared[index] &&
                      isFigure(entity, declared[index]) &&
                      'text-right tabular-nums',
                    declared[index] && isShort(entity, declared[index]) && 'whitespace-nowrap',
                  )}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              <td className={classes(CELL, 'sticky right-0 z-10 border-l px-2')}>
                <div className="flex justify-end gap-0.5">{actions(row.original)}</div>
              </td>
            </tr>
          ))}
          {rows?.length === 0 && (
            <tr>
              <td colSpan={declared.length + 1} className="px-3 py-12 text-center">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

const CELL =
  'border-b border-line bg-surface py-1 align-middle group-last:border-b-0 group-hover:bg-hover'

/** A column sorts by its first field, upwards first, then downwards, then as it was. */
function columnModel(entity: Entity) {
  return columnsOf(entity).map((column) =>
    helper.accessor((record) => record[column.fields[0]], {
      id: column.fields[0],
      sortDescFirst: false,
      cell: ({ row }) => <Cell entity={entity} column={column} record={row.original} />,
    }),
  )
}

/** "-revenue" ↔ what the table's model calls the same. */
function sortingOf(sort: string): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }]
}

function sortOf([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : ''
}
