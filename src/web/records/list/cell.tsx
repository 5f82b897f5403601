import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import type { Control } from '#core/fields/field.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { cellText, initials } from '#web/records/format.ts'
import { cellAddress } from '#web/records/page/page-address.ts'
import { CellLink } from '#web/records/page/record-link.tsx'

type CellProps = {
  entity: Pick<Listing, 'name' | 'label' | 'fields'>
  column: ColumnOf
  record: AnyRecord
  /** The page that the cell's text leads to, if it is not that of the named record. */
  to?: string
}

export function Cell({ entity, column, record, to }: CellProps) {
  const text = cellText(entity, column, record)
  const address = to ?? cellAddress(entity, column, record)
  if (column.show === 'badge')
    return <StatusBadge status={String(record[column.fields[0]] ?? '')} />
  if (column.show === 'avatar') return <WithAvatar name={text} to={address} />
  if (text === '') return <span className="text-muted">–</span>
  return (
    <span className={classes('block', column.show === 'route' && 'md:min-w-48')}>
      <CellLink to={address}>
        <TwoLines>{text}</TwoLines>
      </CellLink>
    </span>
  )
}

function WithAvatar({ name, to }: { name: string; to: string | undefined }) {
  return (
    <span className="flex items-center gap-2 md:min-w-40">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
      >
        {initials(name)}
      </span>
      <CellLink to={to}>
        <TwoLines>{name}</TwoLines>
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
