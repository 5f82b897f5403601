import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

type BarProps = {
  value: number | null
  /** Of the account's 13 weeks before: the mark. */
  before: number | null
  title: string
  /** The figure as text. */
  children: ReactNode
}

/** The mark is at this part of the bar, so that a figure of one and a half times the mark still fits. */
const MARK_AT = 66

/** A figure with a bar below it: its length against the mark of the account's own 13 weeks before (SPEC C584). */
export function Bar({ value, before, title, children }: BarProps) {
  const isShown = value !== null && before !== null && before > 0
  return (
    <span title={title} className="inline-grid gap-0.5">
      <span>{children}</span>
      {isShown && (
        <span aria-hidden className="relative ml-auto block h-1 w-14 rounded-full bg-neutral-soft">
          <span
            className={classes(
              'absolute inset-y-0 left-0 rounded-full',
              value >= before ? 'bg-good' : 'bg-waiting',
            )}
            style={{ width: `${lengthOf(value, before)}%` }}
          />
          <span className="absolute -inset-y-0.5 w-px bg-ink" style={{ left: `${MARK_AT}%` }} />
        </span>
      )}
    </span>
  )
}

function lengthOf(value: number, before: number): number {
  return Math.min(100, Math.max(0, (value / before) * MARK_AT))
}
