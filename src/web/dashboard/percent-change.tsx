import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'
import { formatPercentChange } from './figures.ts'

/** Whether an increase is good, as for revenue, or bad, as for expenses. */
export type Increase = 'good' | 'bad'

type PercentChangeProps = { change: number | null; increase: Increase }

/** "+12.5% vs last month". Sign, arrow and color each show the direction (SPEC A2, B35). */
export function PercentChange({ change, increase }: PercentChangeProps) {
  if (change === null) {
    return <p className="text-muted">No data from last month for comparison</p>
  }
  const Arrow = change === 0 ? Minus : change > 0 ? ArrowUp : ArrowDown
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <span
        className={classes(
          'flex items-center gap-1 font-medium tabular-nums',
          changeTone(change, increase),
        )}
      >
        <Arrow aria-hidden className="size-4 shrink-0" />
        {formatPercentChange(change)}
      </span>
      <span className="text-muted">vs last month{change === 0 ? ', no change' : ''}</span>
    </p>
  )
}

function changeTone(change: number, increase: Increase): string {
  if (change === 0) return 'text-muted'
  return change > 0 === (increase === 'good') ? 'text-good' : 'text-danger-ink'
}
