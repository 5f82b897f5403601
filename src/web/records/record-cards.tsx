import type { ReactNode } from 'react'
import { columnsOf, type AnyRecord, type Entity } from '#core/entity.ts'
import { Select } from '#web/ui/select.tsx'
import { Cell } from './cell.tsx'
import type { RecordsListProps } from './records-table.tsx'
import { SkeletonCards } from './skeleton-rows.tsx'
import { rowProps } from './use-row-keys.ts'

/** The list on a phone: a card a record, its first column as the head; sorted by a choice, as there are no heads. */
export function RecordCards({ entity, rows, sort, onSort, actions, empty }: RecordsListProps) {
  return (
    <div className="grid gap-3">
      <Select aria-label="Sort by" value={sort} onChange={onSort} options={orders(entity)} />
      {rows?.length === 0 && (
        <div className="rounded-lg border border-line bg-surface px-4 py-10 text-center">
          {empty}
        </div>
      )}
      <ul
        aria-label={entity.title}
        aria-busy={rows === undefined}
        className="grid gap-3 empty:hidden"
      >
        {rows === undefined && <SkeletonCards />}
        {rows?.map((record) => (
          <RecordCard key={record.id} entity={entity} record={record} actions={actions(record)} />
        ))}
      </ul>
    </div>
  )
}

type RecordCardProps = { entity: Entity; record: AnyRecord; actions: ReactNode }

function RecordCard({ entity, record, actions }: RecordCardProps) {
  const [head, ...others] = columnsOf(entity)
  return (
    <li
      {...rowProps(record.id)}
      className="grid min-w-0 gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 font-semibold">
          {head && <Cell entity={entity} column={head} record={record} />}
        </div>
        <div className="flex shrink-0">{actions}</div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {others.map((column) => (
          <div key={column.title} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{column.title}</dt>
            <dd className="text-right tabular-nums">
              <Cell entity={entity} column={column} record={record} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function orders(entity: Entity) {
  const byColumn = columnsOf(entity).flatMap(({ title, fields: [name] }) => [
    { value: name, label: `${title}, ascending` },
    { value: `-${name}`, label: `${title}, descending` },
  ])
  return [{ value: '', label: 'Newest first' }, ...byColumn]
}
