import { ChevronsRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

/** Whether columns are out of view at the right, and a function that scrolls to them. `columns`: the table's columns. */
export function useHiddenColumns(columns: unknown) {
  const container = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState(false)

  useEffect(() => {
    const box = container.current
    const table = box?.firstElementChild
    if (!box || !table) return
    const measure = () => setHidden(box.scrollWidth - box.clientWidth - box.scrollLeft > 1)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(table)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [columns])

  function scrollRight() {
    const box = container.current
    box?.scrollBy({ left: box.clientWidth / 2 })
  }

  return { container, hidden, scrollRight }
}

/** A button in the header of the Actions column, which covers the columns that are out of view (SPEC C56). */
export function HiddenColumns({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip text="More columns">
      <button
        type="button"
        aria-label="More columns"
        onClick={onClick}
        className="grid size-7 place-items-center rounded-md bg-accent-soft text-accent-strong hover:bg-hover pointer-coarse:size-11"
      >
        <ChevronsRight aria-hidden className="size-4" />
      </button>
    </Tooltip>
  )
}
