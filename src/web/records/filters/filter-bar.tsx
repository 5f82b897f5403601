import { listFilters, parameterNames, type Filters } from '#core/lists/filters.ts'
import type { Listing } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { AddFilter } from './add-filter.tsx'
import { FilterChip } from './filter-chip.tsx'

type FilterBarProps = {
  listing: Listing
  filters: Filters
  onChange: (filters: Filters) => void
}

/** A menu that adds a filter (SPEC B20). */
export function FilterButton({ listing, filters, onChange }: FilterBarProps) {
  const choices = listFilters(listing.fields)
  if (!choices.length) return null
  return <AddFilter choices={choices} filters={filters} onChange={onChange} />
}

/** A chip per filter that is set (SPEC B20). */
export function FilterChips({ listing, filters, onChange }: FilterBarProps) {
  const set = listFilters(listing.fields).filter((filter) =>
    parameterNames(filter).some((name) => filters[name]),
  )
  if (!set.length) return null
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap gap-2 print:hidden">
      {set.map((filter) => (
        <FilterChip key={filter.name} filter={filter} filters={filters} onChange={onChange} />
      ))}
      {set.length > 1 && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
