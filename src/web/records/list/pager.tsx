import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { lastPage, PAGE_SIZES, type ListState } from './list-state.ts'

type PagerProps = {
  state: ListState
  /** The number of records on this page. */
  shown: number
  /** Undefined until the records are counted, which can take longer than loading the page. */
  total: number | undefined
  onChange: (changes: Partial<ListState>) => void
}

/** Lower controls for a mouse, so that one more row is visible. */
const LOW = 'pointer-fine:h-7'

const SIZES = PAGE_SIZES.map((size) => ({ value: size, label: `${size} per page` }))

export function Pager({ state, shown, total, onChange }: PagerProps) {
  const { page, size } = state
  return (
    <nav
      aria-label="Pages"
      className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted max-md:w-full max-md:justify-between"
    >
      <p aria-live="polite" className="tabular-nums">
        {formatRange(state, shown, total)}
      </p>
      <div className="flex items-center gap-1 print:hidden">
        <Select
          aria-label="Rows per page"
          className={LOW}
          value={size}
          onChange={(value) => onChange({ size: value })}
          options={SIZES}
        />
        <IconButton
          label="Previous page"
          className={LOW}
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label="Next page"
          className={LOW}
          disabled={total === undefined ? shown < Number(size) : page >= lastPage(total, size)}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
    </nav>
  )
}

/** "26–50 of 1,204"; "26–50 of …" until the total is counted. */
function formatRange({ page, size }: ListState, shown: number, total: number | undefined): string {
  const before = (page - 1) * Number(size)
  const [from, to, all] = [before + 1, before + shown, total].map((count) =>
    count === undefined ? '…' : count.toLocaleString('en-US'),
  )
  return `${from}–${to} of ${all}`
}
