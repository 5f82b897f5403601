import type { ColumnMatch, ImportCheck } from '#core/transfer/import.ts'
import type { Entity } from '#core/entities/entity.ts'
import { Select } from '#web/ui/inputs/select.tsx'

type ColumnMatchingProps = {
  entity: Entity
  found: ImportCheck
  onMatch: (columns: ColumnMatch) => void
}

/** Which column of the file goes into which field; it can be changed, and is remembered (SPEC B51). */
export function ColumnMatching({ entity, found, onMatch }: ColumnMatchingProps) {
  const { titles, columns, preview } = found
  const options = Object.entries(entity.fields).map(([value, { label, defaultValue }]) => ({
    value,
    label: defaultValue === undefined ? `${label} *` : label,
  }))
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Columns</h3>
      <p className="text-sm text-muted">
        Which column goes into which field. Fields with * are required.
      </p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {titles.map((title, at) => (
          <li key={at} className="grid grid-cols-2 items-center gap-3 border-t border-line py-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{title || `Column ${at + 1}`}</p>
              <p className="truncate text-muted">{preview[0]?.cells[at]}</p>
            </div>
            <Select
              aria-label={`Field of ${title || `column ${at + 1}`}`}
              value={columns[at] ?? ''}
              options={options}
              placeholder="Leave out"
              onChange={(field) => onMatch(withField(columns, at, field || null))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A field is filled by one column: the one that had it before gives it up. */
function withField(columns: ColumnMatch, at: number, field: string | null): ColumnMatch {
  return columns.map((had, index) => {
    if (index === at) return field
    return had === field ? null : had
  })
}
