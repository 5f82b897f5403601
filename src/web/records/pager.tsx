import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { lastPage, PAGE_SIZES, type ListState } from './list-state.ts'

type PagerProps = {
  state: ListState
  total: number
  onChange: (changes: Partial<ListState>) => void
}

const SIZES = PAGE_SIZES.map((size) => ({ value: size, label: `${size} a page` }))

/** How much there is, which part of it is shown, and the way to the rest. */
export function Pager({ state, total, onChange }: PagerProps) {
  const { page, size } = state
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted"
    >
      <p aria-live="polite" className="tabular-nums">
        {shownPart(state, total)}
      </p>
      <div className="flex items-center gap-2">
        <Select
          aria-label="Rows a page"
          value={size}
          onChange={(value) => onChange({ size: value })}
          options={SIZES}
        />
        <IconButton
          label="Previous page"
          className="pointer-coarse:size-11"
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label="Next page"
          className="pointer-coarse:size-11"
          disabled={page >= lastPage(total, size)}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
    </nav>
  )
}

/** "26–50 of 1,204". */
function shownPart({ page, size }: ListState, total: number): string {
  const before = (page - 1) * Number(size)
  const last = Math.min(before + Number(size), total)
  const [from, to, all] = [before + 1, last, total].map((count) => count.toLocaleString('en-US'))
  return `${from}–${to} of ${all}`
}
