import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { columnsOf, type AnyRecord, type ColumnOf, type Entity } from '#core/entity.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, isFigure } from './cell.tsx'

type RecordsTableProps = {
  entity: Entity
  /** Undefined while they are being read. */
  rows: AnyRecord[] | undefined
  sort: string
  onSort: (sort: string) => void
  actions: (record: AnyRecord) => ReactNode
  /** What stands in place of rows where there are none. */
  empty: ReactNode
}

const SKELETON_ROWS = 5

/** A list out of an entity's declaration; on a phone each row is a card of labelled lines. */
export function RecordsTable({ entity, rows, sort, onSort, actions, empty }: RecordsTableProps) {
  const columns = columnsOf(entity)
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="records w-full border-collapse text-sm" aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.title}
                column={column}
                figure={isFigure(entity, column)}
                sort={sort}
                onSort={onSort}
              />
            ))}
            <th scope="col" className="sticky right-0 bg-head px-3 py-2 text-right font-medium">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonRows columns={columns.length + 1} />}
          {rows?.map((record) => (
            <tr key={record.id} className="border-t border-line hover:bg-hover">
              {columns.map((column) => (
                <td
                  key={column.title}
                  data-label={column.title}
                  className={classes(
                    'max-w-72 px-3 py-2 align-middle wrap-anywhere',
                    isFigure(entity, column) && 'text-right tabular-nums',
                  )}
                >
                  <Cell entity={entity} column={column} record={record} />
                </td>
              ))}
              <td className="sticky right-0 bg-surface px-3 py-1">
                <div className="flex justify-end gap-1">{actions(record)}</div>
              </td>
            </tr>
          ))}
          {rows?.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1} className="px-3 py-10 text-center">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps = {
  column: ColumnOf
  figure: boolean
  sort: string
  onSort: (sort: string) => void
}

/** A click sorts upwards, a second one downwards, a third goes back to the newest first. */
function Head({ column, figure, sort, onSort }: HeadProps) {
  const [name] = column.fields
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  const next = order === undefined ? name : order === 'ascending' ? `-${name}` : ''
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={order ?? 'none'} className="bg-head p-0 text-left font-medium">
      <button
        type="button"
        onClick={() => onSort(next)}
        className={classes(
          'flex w-full items-center gap-1 px-3 py-2 whitespace-nowrap hover:text-ink',
          figure && 'justify-end',
        )}
      >
        {column.title}
        <Arrow aria-hidden className={classes('size-3.5', order === undefined && 'invisible')} />
      </button>
    </th>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} className="border-t border-line">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="px-3 py-3">
          <Skeleton className="h-4 w-24" />
        </td>
      ))}
    </tr>
  ))
}
