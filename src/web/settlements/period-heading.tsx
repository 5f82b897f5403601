import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

type PeriodHeadingProps = {
  unit: 'week' | 'month' | 'year'
  /** Receives the number of units to move. */
  onMove: (units: 1 | -1) => void
  children: ReactNode
}

/** The period on the screen, between the buttons for the previous and the next one. */
export function PeriodHeading({ unit, onMove, children }: PeriodHeadingProps) {
  return (
    <div className="flex items-center gap-2 print:[&_button]:hidden">
      <IconButton label={`Previous ${unit}`} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden className="size-4" />
      </IconButton>
      <h2 className="text-base font-semibold tabular-nums" aria-live="polite">
        {children}
      </h2>
      <IconButton label={`Next ${unit}`} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
