import { ListFilter as FilterIcon, X } from 'lucide-react'
import { useState } from 'react'
import type { Listing } from '#core/entities/entity.ts'
import { type Filters, type ListFilter, NONE, parameterNames } from '#core/lists/filters.ts'
import { useLabels } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { offeredFilters } from '#web/records/list/list-state.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { describeFilter } from './filter-text.ts'
import type { FilterProps } from './props.ts'
import { removeFilter } from './values.ts'

type FilterBarProps = {
  listing: Listing
  filters: Filters
  onChange: (filters: Filters) => void
}

type AddFilterProps = FilterBarProps & { onDone: () => void }

/** A menu that adds a filter (SPEC B20). */
export function FilterButton(props: FilterBarProps) {
  const [open, setOpen] = useState(false)
  if (!offeredFilters(props.listing).length) return null
  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary">
          <FilterIcon aria-hidden className="size-4" />
          Filter
        </Button>
      }
    >
      <AddFilter {...props} onDone={() => setOpen(false)} />
    </Popover>
  )
}

/** A chip per filter that is set (SPEC B20). */
export function FilterChips({ listing, filters, onChange }: FilterBarProps) {
  const set = listSet(listing, filters)
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

/** The filters that are set. */
export function listSet(listing: Listing, filters: Filters): ListFilter[] {
  return offeredFilters(listing).filter((filter) =>
    parameterNames(filter).some((name) => filters[name]),
  )
}

/** A filter that is set. The text opens its editor, the cross removes it. */
function FilterChip({ filter, filters, onChange }: FilterProps) {
  const [open, setOpen] = useState(false)
  const labels = useLabels(filter.field.to, listLinks(filter, filters))
  const text = describeFilter(filter, filters, today(), labels)
  return (
    <div className="flex max-w-full items-stretch rounded-full border border-line-strong bg-accent-soft text-sm text-accent-strong">
      <Popover
        label={`Filter by ${filter.label}`}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            className="min-h-8.5 min-w-0 pointer-coarse:min-h-11 rounded-l-full py-1 pr-1 pl-3 text-left"
          >
            <span className="font-medium">{filter.label}:</span> {text}
          </button>
        }
      >
        <FilterEditor {...{ filter, filters, onChange }} onDone={() => setOpen(false)} />
      </Popover>
      <button
        type="button"
        aria-label={`Remove filter: ${filter.label}`}
        className="grid min-w-8 pointer-coarse:min-w-11 place-items-center rounded-r-full pr-1 hover:bg-hover"
        onClick={() => onChange(removeFilter(filter, filters))}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}

function listLinks({ name, kind }: ListFilter, filters: Filters): string[] {
  if (kind !== 'link') return []
  return (filters[name] ?? '').split(',').filter((id) => id !== '' && id !== NONE)
}

/** A list of filters that becomes the editor of the chosen one. */
export function AddFilter({ listing, filters, onChange, onDone }: AddFilterProps) {
  const [chosen, setChosen] = useState<ListFilter>()
  if (chosen) return <FilterEditor filter={chosen} {...{ filters, onChange, onDone }} />
  return (
    <ul aria-label="Filter by" className="grid">
      {offeredFilters(listing).map((filter) => (
        <li key={filter.name}>
          <MenuItem onClick={() => setChosen(filter)}>{filter.label}</MenuItem>
        </li>
      ))}
    </ul>
  )
}
