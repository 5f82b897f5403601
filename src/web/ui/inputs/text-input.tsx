import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

/** 16 px on touch screens: a phone zooms into a field with smaller text. */
const FIELD =
  'w-full min-w-0 rounded-md border border-line-strong bg-field px-3 text-sm pointer-coarse:text-base text-ink placeholder:text-muted disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger-ink'

/** The classes of a one-line input. */
export const INPUT = `${FIELD} h-9 pointer-coarse:h-11`

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classes(INPUT, className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classes(FIELD, 'min-h-16 py-2', className)} {...rest} />
}
