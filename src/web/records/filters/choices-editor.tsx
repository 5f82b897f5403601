import type { Filters, ListFilter } from '#core/lists/filters.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import type { FilterProps } from './filter-chip.tsx'

/** Any of a status's values; each click counts at once. */
export function ChoicesEditor({ filter, filters, onChange }: FilterProps) {
  const chosen = splitValues(filter, filters)
  return (
    <div className="grid">
      {filter.field.options?.map(({ value, label }) => (
        <CheckLine
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(checked) => onChange(withValue(filter, filters, value, checked))}
        />
      ))}
    </div>
  )
}

/** The values that a filter is set to. */
export function splitValues({ name }: ListFilter, filters: Filters): string[] {
  return (filters[name] ?? '').split(',').filter(Boolean)
}

/** The filters with one value more, or less. */
export function withValue(
  filter: ListFilter,
  filters: Filters,
  value: string,
  checked: boolean,
): Filters {
  const others = splitValues(filter, filters).filter((one) => one !== value)
  return { ...filters, [filter.name]: (checked ? [...others, value] : others).join(',') }
}
