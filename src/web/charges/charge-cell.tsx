import { useId, type ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { Aria } from '#web/ui/inputs/labeled.tsx'

type ChargeCellProps = {
  label: string
  error?: string | undefined
  className?: string
  children: (aria: Aria) => ReactNode
}

/** A control of the grid, with a small label above it. */
export function ChargeCell({ label, error, className, children }: ChargeCellProps) {
  const id = useId()
  const aria: Aria = {
    id,
    'aria-describedby': error && `${id}-error`,
    'aria-invalid': error !== undefined,
    'aria-required': false,
  }
  return (
    <div className={classes('grid min-w-0 content-start gap-0.5', className)}>
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      {children(aria)}
      {error && (
        <p id={`${id}-error`} className="text-xs font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}
