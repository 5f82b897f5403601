import { classes } from './classes.ts'

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classes('animate-pulse rounded-md bg-neutral-soft', className)} />
  )
}
