import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import { today } from '#web/api/today.ts'
import { Cell, CellBadge, isFigure } from './cell.tsx'
import { cellText, rowName, secondLine } from '#web/records/format.ts'
import { RowActions, type OpenMenu, type RowAction } from './row-action.tsx'
import type { RowsProps } from './records-table.tsx'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import type { Selection } from '#web/records/selection/use-selection.ts'
import { SkeletonCards } from './skeleton-rows.tsx'
import { rowProps } from '#web/records/list/use-row-keys.ts'
import { useRowMenu } from './use-row-menu.tsx'

/** The list on a phone: a card of two lines per record (SPEC C545). `chosen`: the person or the view chose the columns. */
export function RecordCards(props: RowsProps & { chosen: boolean }) {
  const { entity, columns, rows, actions, selection, empty, chosen } = props
  const { openMenu, menu } = useRowMenu()
  const parts = divideColumns(entity, columns, chosen)
  return (
    <div className="grid">
      {rows?.length === 0 && (
        <div className="rounded-lg border border-line bg-surface px-4 py-10 text-center">
          {empty}
        </div>
      )}
      <ul
        aria-label={entity.title}
        aria-busy={rows === undefined}
        className="grid gap-2 empty:hidden"
      >
        {rows === undefined && <SkeletonCards />}
        {rows?.map((record) => (
          <RecordCard
            key={record.id}
            {...{ entity, parts, record, selection }}
            actions={actions(record)}
            onMenu={openMenu}
          />
        ))}
      </ul>
      {menu}
    </div>
  )
}

type Parts = ReturnType<typeof divideColumns>

/** First line: head and figure. Second line: texts and badges. Below: what was chosen and is not of the card. */
function divideColumns(listing: Listing, [head, ...others]: ColumnOf[], chosen: boolean) {
  const isOfCard = ({ fields: [name] }: ColumnOf) => listing.card?.includes(name) ?? true
  const ofCard = others.filter(isOfCard)
  const isText = (column: ColumnOf) => column.show !== 'badge' && !isFigure(listing, column)
  return {
    head,
    figure: ofCard.findLast((column) => isFigure(listing, column)),
    texts: ofCard.filter(isText),
    badges: ofCard.filter(({ show }) => show === 'badge'),
    more: chosen ? others.filter((column) => !isOfCard(column)) : [],
  }
}

type RecordCardProps = {
  entity: Listing
  parts: Parts
  record: AnyRecord
  actions: RowAction[]
  onMenu: OpenMenu
  selection: Selection | undefined
}

function RecordCard({ entity, parts, record, actions, onMenu, selection }: RecordCardProps) {
  const { figure, badges, more } = parts
  const { head, texts } = withHead(entity, parts, record)
  const name = rowName(entity, [...(head ? [head] : []), ...texts], record)
  const below = head ? secondLine(entity, head, record, today()) : ''
  return (
    <li
      {...rowProps(record.id)}
      className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 rounded-lg border border-line bg-surface px-1 pt-0.5 pb-2 text-sm"
    >
      {selection ? (
        <SelectBox
          label={`Select ${name}`}
          checked={selection.ids.has(record.id)}
          onChange={(checked, range) => selection.toggle(record.id, checked, range)}
        />
      ) : (
        <span className="w-1" />
      )}
      <div className="flex min-w-0 items-center gap-x-2">
        <span className="min-w-0 font-semibold">
          {head && <Cell {...{ entity, record }} column={head} />}
        </span>
        <span className="min-w-0 grow basis-0 truncate text-muted">{below}</span>
        {figure && (
          <span className="shrink-0 font-medium tabular-nums">
            <Title of={figure} />
            {cellText(entity, figure, record)}
          </span>
        )}
      </div>
      <RowActions actions={actions} name={name} onMenu={onMenu} />
      <div className="col-span-3 flex min-w-0 items-start justify-between gap-x-3 px-2">
        <p className="line-clamp-2 min-w-0 wrap-anywhere">
          {texts
            .map((column) => cardText(entity, column, record))
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="flex max-w-2/3 shrink-0 flex-wrap justify-end gap-1">
          {badges.map((column) => (
            <span key={column.title}>
              <Title of={column} />
              <CellBadge {...{ entity, column, record }} />
            </span>
          ))}
        </p>
      </div>
      {more.length > 0 && <MoreFields {...{ entity, record }} columns={more} />}
    </li>
  )
}

/** A draft has no number: the last of its texts, its day, heads its card instead. */
function withHead(entity: Listing, { head, texts }: Parts, record: AnyRecord) {
  const isNamed = !head || cellText(entity, head, record) !== ''
  return isNamed ? { head, texts } : { head: texts.at(-1) ?? head, texts: texts.slice(0, -1) }
}

type MoreFieldsProps = { entity: Listing; columns: ColumnOf[]; record: AnyRecord }

function MoreFields({ entity, columns, record }: MoreFieldsProps) {
  return (
    <dl className="col-span-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 px-2">
      {columns.map((column) => (
        <div key={column.title} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-muted">{column.title}</dt>
          <dd className="text-right tabular-nums">
            <Cell {...{ entity, column, record }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A figure or a status alone says nothing to a screen reader. */
function Title({ of: { title } }: { of: ColumnOf }) {
  return <span className="sr-only">{title}: </span>
}

/** A number alone says nothing: "Truck 102". Neither does "None", without the column's head. */
function cardText(listing: Listing, column: ColumnOf, record: AnyRecord): string {
  const text = cellText(listing, column, record)
  const to = listing.fields[column.fields[0]]?.to
  const linked = to && getEntity(to)
  const isNumber = linked && linked.fields[linked.label]?.number
  if (linked && record[column.fields[0]] === null) return text === 'None' ? '' : text
  return isNumber && text ? `${column.title} ${text}` : text
}
