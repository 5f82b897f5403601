import type { ColumnMatch, ImportCheck } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { listTargets, matchColumn } from './column-match.ts'

type ColumnMatchingProps = {
  entity: ImportList
  result: ImportCheck
  onMatch: (columns: ColumnMatch) => void
}

/** Matches each column of the file to a field. The server remembers the matching (SPEC B51). */
export function ColumnMatching({ entity, result, onMatch }: ColumnMatchingProps) {
  const { titles, columns, preview } = result
  const options = listTargets(entity).map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? `${label} *` : label,
  }))
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Columns</h3>
      <p className="text-sm text-muted">
        Match your columns to fields. Fields with * are required.
      </p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {titles.map((title, at) => (
          <li key={at} className="grid grid-cols-2 items-center gap-3 border-t border-line py-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{title || `Column ${at + 1}`}</p>
              <p className="truncate text-muted">{preview[0]?.cells[at]}</p>
            </div>
            <Select
              aria-label={`Field for ${title || `column ${at + 1}`}`}
              value={columns[at] ?? ''}
              options={options}
              placeholder="Don't import"
              onChange={(field) => onMatch(matchColumn(entity, columns, at, field || null))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
