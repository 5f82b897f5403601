import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import type { Control } from '#core/fields/field.ts'
import { today } from '#web/api/today.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { cellText, initials, secondLine } from '#web/records/format.ts'
import { cellAddress } from '#web/records/page/page-address.ts'
import { CellLink } from '#web/records/page/record-link.tsx'

type CellProps = {
  entity: Pick<Listing, 'name' | 'label' | 'fields'>
  column: ColumnOf
  record: AnyRecord
  /** Whether the cell has its second line. */
  second?: boolean
  /** The page that the text links to, if it is not the page of the record that the text names. */
  to?: string
}

/** The value, and below it the column's second line (SPEC C55). */
export function Cell({ second = false, ...shown }: CellProps) {
  const { entity, column, record } = shown
  const below = second ? secondLine(entity, column, record, today()) : ''
  if (!below) return <Value {...shown} />
  return (
    // One element: beside its column's name on a phone, the lines stay one below the other.
    <div className="min-w-0">
      <Value {...shown} />
      <span
        data-second
        title={below}
        className="block max-w-52 truncate text-xs leading-4 text-muted max-md:ml-auto max-md:max-w-72"
      >
        {below}
      </span>
    </div>
  )
}

function Value({ entity, column, record, to }: Omit<CellProps, 'second'>) {
  const text = cellText(entity, column, record)
  const address = to ?? cellAddress(entity, column, record)
  if (column.show === 'badge') return <CellBadge {...{ entity, column, record }} />
  if (column.show === 'avatar') return <WithAvatar name={text} to={address} />
  if (text === '') return <span className="text-muted">–</span>
  return (
    <CellLink to={address}>
      <OneLine text={text} />
    </CellLink>
  )
}

export function CellBadge({ entity, column, record }: Omit<CellProps, 'second' | 'to'>) {
  const [name] = column.fields
  return <StatusBadge status={String(record[name] ?? '')} options={entity.fields[name]?.options} />
}

/** One line in a table, so that all rows have the same height; at most two lines on a phone. */
function OneLine({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="block max-w-64 truncate max-md:line-clamp-2 max-md:max-w-72 max-md:wrap-anywhere max-md:whitespace-normal print:whitespace-normal"
    >
      {text}
    </span>
  )
}

function WithAvatar({ name, to }: { name: string; to: string | undefined }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
      >
        {initials(name)}
      </span>
      <CellLink to={to}>
        <OneLine text={name} />
      </CellLink>
    </span>
  )
}

const FIGURES: readonly Control[] = ['money', 'quantity']
const SHORT: readonly Control[] = ['day', 'phone', 'state', 'year', 'choice', ...FIGURES]

/** Figures are aligned on the right. */
export function isFigure(entity: Pick<Listing, 'fields'>, column: ColumnOf): boolean {
  return hasControl(entity, column, FIGURES)
}

/** A phone number or a date that wraps is hard to read. */
export function isShort(entity: Pick<Listing, 'fields'>, column: ColumnOf): boolean {
  return hasControl(entity, column, SHORT)
}

function hasControl(
  { fields }: Pick<Listing, 'fields'>,
  column: ColumnOf,
  controls: readonly Control[],
) {
  const control = fields[column.fields[0]]?.control
  return control !== undefined && controls.includes(control)
}
