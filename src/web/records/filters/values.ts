/** Changes the values of a filter without bounds. */
import type { Filters, ListFilter } from '#core/lists/filters.ts'
import { parameterNames } from '#core/lists/filters.ts'

export function splitValues({ name }: ListFilter, filters: Filters): string[] {
  return (filters[name] ?? '').split(',').filter(Boolean)
}

/** The filters with `value` added or removed. */
export function toggleValue(
  filter: ListFilter,
  filters: Filters,
  value: string,
  checked: boolean,
): Filters {
  const others = splitValues(filter, filters).filter((other) => other !== value)
  return { ...filters, [filter.name]: (checked ? [...others, value] : others).join(',') }
}

export function removeFilter(filter: ListFilter, filters: Filters): Filters {
  const names = parameterNames(filter)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)))
}
