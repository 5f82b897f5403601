import { X } from 'lucide-react'
import { useState } from 'react'
import { NONE, type Filters, type ListFilter } from '#core/lists/filters.ts'
import { useLabels } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { describeFilter } from './filter-text.ts'
import type { FilterProps } from './props.ts'
import { removeFilter } from './values.ts'

/** A filter that is set. The text opens its editor, the cross removes it. */
export function FilterChip({ filter, filters, onChange }: FilterProps) {
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
