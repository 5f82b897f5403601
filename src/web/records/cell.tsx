import type { AnyRecord, ColumnOf, Entity } from '#core/entity.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { initials, readable, route } from './format.ts'

type CellProps = { entity: Entity; column: ColumnOf; record: AnyRecord }

/** What a list shows of a record in one column, as its declaration says. */
export function Cell({ entity, column, record }: CellProps) {
  const [first] = column.fields
  if (column.show === 'route') return route(record)
  if (column.show === 'badge') return <StatusBadge status={String(record[first] ?? '')} />
  const text = column.fields
    .map((name) => {
      const field = entity.fields[name]
      return field ? readable(name, field, record) : ''
    })
    .filter(Boolean)
    .join(' ')
  if (column.show === 'avatar') return <WithAvatar name={text} />
  return text || '–'
}

function WithAvatar({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
      >
        {initials(name)}
      </span>
      <span className="min-w-0">{name}</span>
    </span>
  )
}

/** Figures stand at the right, one below the other. */
export function isFigure(entity: Entity, column: ColumnOf): boolean {
  const control = entity.fields[column.fields[0]]?.control
  return control === 'money' || control === 'quantity'
}
