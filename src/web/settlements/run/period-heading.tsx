import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

/** `unit`: "Week". `onMove` hears how many of them. */
type PeriodHeadingProps = { unit: string; onMove: (units: 1 | -1) => void; children: ReactNode }

/** Which period is on the screen, between the ways to the one before and the one after. */
export function PeriodHeading({ unit, onMove, children }: PeriodHeadingProps) {
  return (
    <div className="flex items-center gap-2 print:[&_button]:hidden">
      <IconButton label={`${unit} before`} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden className="size-4" />
      </IconButton>
      <h2 className="text-base font-semibold tabular-nums" aria-live="polite">
        {children}
      </h2>
      <IconButton label={`${unit} after`} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
