import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

/** A message above the figures that asks the user to act. `className` arranges its parts. */
export function Notice({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classes(
        'rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting',
        className,
      )}
      {...rest}
    />
  )
}

/** The server's error, shown at the button that caused it. Unlike the toast, it stays. */
export function ActionError({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return <p className="w-full text-sm font-medium wrap-anywhere text-danger-ink">{message}</p>
}
