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

/** A chip per filter that is set, and a menu to add one (SPEC B20). */
export function FilterBar({ listing, filters, onChange }: FilterBarProps) {
  const all = listFilters(listing.fields)
  const set = all.filter((filter) => parameterNames(filter).some((name) => filters[name]))
  if (!all.length) return null
  return (
    <div role="group" aria-label="Filters" className="contents">
      {set.map((filter) => (
        <FilterChip key={filter.name} filter={filter} filters={filters} onChange={onChange} />
      ))}
      <AddFilter choices={all} filters={filters} onChange={onChange} />
      {set.length > 1 && (
        <Button variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
