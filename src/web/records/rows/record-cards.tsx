import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { Cell } from './cell.tsx'
import { recordLabel } from '#web/records/format.ts'
import { RowActions, type OpenMenu, type RowAction } from './row-action.tsx'
import type { RowsProps } from './records-table.tsx'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import type { Selection } from '#web/records/selection/use-selection.ts'
import { SkeletonCards } from './skeleton-rows.tsx'
import { rowProps } from '#web/records/list/use-row-keys.ts'
import { useRowMenu } from './use-row-menu.tsx'

/** The list on a phone: a card per record. A select sorts, because there are no column headers. */
export function RecordCards(props: RowsProps) {
  const { entity, columns, rows, sort, onSort, actions, second, selection, empty } = props
  const { openMenu, menu } = useRowMenu()
  return (
    <div className="grid gap-3">
      <Select aria-label="Sort by" value={sort} onChange={onSort} options={sortOptions(columns)} />
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
          <RecordCard
            key={record.id}
            {...{ entity, columns, record, second, selection }}
            actions={actions(record)}
            onMenu={openMenu}
          />
        ))}
      </ul>
      {menu}
    </div>
  )
}

type RecordCardProps = {
  entity: Listing
  columns: ColumnOf[]
  record: AnyRecord
  actions: RowAction[]
  onMenu: OpenMenu
  second: boolean
  selection: Selection | undefined
}

function RecordCard(props: RecordCardProps) {
  const { entity, columns, record, actions, onMenu, second, selection } = props
  const [head, ...others] = columns
  return (
    <li
      {...rowProps(record.id)}
      className="grid min-w-0 grid-cols-1 gap-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="flex items-center justify-between gap-2">
        {selection && (
          <div className="-ml-2 pointer-coarse:-ml-3.5">
            <SelectBox
              label={`Select ${recordLabel(entity, record)}`}
              checked={selection.ids.has(record.id)}
              onChange={(checked, range) => selection.toggle(record.id, checked, range)}
            />
          </div>
        )}
        <div className="min-w-0 grow font-semibold">
          {head && <Cell {...{ entity, record, second }} column={head} />}
        </div>
        <div className="-mr-2 pointer-coarse:-mr-3.5">
          <RowActions actions={actions} name={recordLabel(entity, record)} onMenu={onMenu} />
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {others.map((column) => (
          <div key={column.title} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{column.title}</dt>
            <dd className="text-right tabular-nums">
              <Cell {...{ entity, column, record, second }} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function sortOptions(columns: ColumnOf[]) {
  const byColumn = columns.flatMap(({ title, fields: [name] }) => [
    { value: name, label: `${title}, ascending` },
    { value: `-${name}`, label: `${title}, descending` },
  ])
  return [{ value: '', label: 'Newest first' }, ...byColumn]
}
