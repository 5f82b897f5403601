import { ListFilter as FilterIcon } from 'lucide-react'
import { useState } from 'react'
import type { Filters, ListFilter } from '#core/lists/filters.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { FilterEditor } from './filter-editor.tsx'

type AddFilterProps = {
  choices: ListFilter[]
  filters: Filters
  onChange: (filters: Filters) => void
}

/** A menu of filters that becomes the editor of the chosen one. */
export function AddFilter({ choices, filters, onChange }: AddFilterProps) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ListFilter>()

  function show(next: boolean) {
    setOpen(next)
    setChosen(undefined)
  }

  return (
    <Popover
      label="Add a filter"
      open={open}
      onOpenChange={show}
      trigger={
        <Button variant="secondary">
          <FilterIcon aria-hidden className="size-4" />
          Filter
        </Button>
      }
    >
      {chosen ? (
        <FilterEditor
          filter={chosen}
          filters={filters}
          onChange={onChange}
          onDone={() => show(false)}
        />
      ) : (
        <ul aria-label="Filter by" className="grid">
          {choices.map((filter) => (
            <li key={filter.name}>
              <MenuItem onClick={() => setChosen(filter)}>{filter.label}</MenuItem>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
