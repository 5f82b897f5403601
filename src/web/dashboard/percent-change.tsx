import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'

/** Whether more than last month is good news: of revenue it is, of expenses not. */
export type Rising = 'good' | 'bad'

type PercentChangeProps = { change: number | null; rising: Rising }

/** "+12.5% vs last month": sign, arrow and colour say the same, so that none is needed alone (SPEC A2, B35). */
export function PercentChange({ change, rising }: PercentChangeProps) {
  if (change === null) {
    return <p className="text-muted">No data from last month for comparison</p>
  }
  const Arrow = change === 0 ? Minus : change > 0 ? ArrowUp : ArrowDown
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <span
        className={classes(
          'flex items-center gap-1 font-medium tabular-nums',
          changeTone(change, rising),
        )}
      >
        <Arrow aria-hidden className="size-4 shrink-0" />
        {percent(change)}
      </span>
      <span className="text-muted">vs last month{change === 0 ? ', no change' : ''}</span>
    </p>
  )
}

function changeTone(change: number, rising: Rising): string {
  if (change === 0) return 'text-muted'
  return change > 0 === (rising === 'good') ? 'text-good' : 'text-danger-ink'
}

/** 1234.5 → "+1,234.5%". */
function percent(change: number): string {
  const figure = change.toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return `${figure}%`
}
