import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { PAGE_SIZES, type ListState } from './list-state.ts'

type PagerProps = {
  state: ListState
  total: number
  onChange: (changes: Partial<ListState>) => void
}

const SIZES = PAGE_SIZES.map((size) => ({ value: size, label: `${size} a page` }))

export function Pager({ state, total, onChange }: PagerProps) {
  const size = Number(state.size)
  const last = Math.max(1, Math.ceil(total / size))
  const first = Math.min((state.page - 1) * size + 1, total)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
      <p aria-live="polite" className="tabular-nums">
        {total === 0
          ? 'Nothing to show'
          : `${first.toLocaleString('en-US')}–${Math.min(first + size - 1, total).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </p>
      <div className="flex items-center gap-2">
        <Select
          aria-label="Rows a page"
          value={state.size}
          onChange={(value) => onChange({ size: value })}
          options={SIZES}
        />
        <IconButton
          label="Previous page"
          disabled={state.page <= 1}
          onClick={() => onChange({ page: Math.min(state.page, last + 1) - 1 })}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label="Next page"
          disabled={state.page >= last}
          onClick={() => onChange({ page: state.page + 1 })}
        >
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
