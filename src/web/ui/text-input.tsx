import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

export const INPUT =
  'w-full min-w-0 rounded-md border border-line-strong bg-field px-3 text-sm text-ink placeholder:text-muted disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger-ink'

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classes(INPUT, 'h-9', className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classes(INPUT, 'min-h-16 py-2', className)} {...rest} />
}
