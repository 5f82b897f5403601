import { EXCEPTION_CAUSES, type ExceptionCause } from '#core/settlements/run/exceptions.ts'
import { isHeld, type RunRow } from '#core/settlements/run/run.ts'
import { classes } from '#web/ui/classes.ts'

export type Cause = ExceptionCause | 'held'

const LABELS: Record<Cause, string> = { ...EXCEPTION_CAUSES, held: 'On hold' }
const CAUSES = Object.keys(LABELS) as Cause[]

export function readCause(text: string | null): Cause | null {
  return CAUSES.find((cause) => cause === text) ?? null
}

export function hasCause(row: RunRow, cause: Cause): boolean {
  return cause === 'held' ? isHeld(row) : row.exceptions.some((found) => found.cause === cause)
}

type CauseFilterProps = {
  rows: RunRow[]
  chosen: Cause | null
  onChoose: (cause: Cause | null) => void
}

/** The causes of the week's exceptions with their counts. A click shows only the rows of a cause; a second click, all rows. */
export function CauseFilter({ rows, chosen, onChoose }: CauseFilterProps) {
  const counts = CAUSES.map((cause) => ({
    cause,
    count: rows.filter((row) => hasCause(row, cause)).length,
  })).filter(({ cause, count }) => count > 0 || cause === chosen)
  if (counts.length === 0) return null
  return (
    <div role="group" aria-label="Exceptions" className="flex flex-wrap gap-2 print:hidden">
      {counts.map(({ cause, count }) => (
        <button
          key={cause}
          type="button"
          aria-pressed={cause === chosen}
          onClick={() => onChoose(cause === chosen ? null : cause)}
          className={classes(
            'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm pointer-coarse:min-h-11',
            cause === chosen
              ? 'border-waiting bg-waiting-soft font-medium text-waiting'
              : 'border-line-strong bg-surface hover:bg-hover',
          )}
        >
          {LABELS[cause]} <span className="tabular-nums">{count}</span>
        </button>
      ))}
    </div>
  )
}
