import { classes } from './classes.ts'

/** Stands where something will be once it has been read. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classes('animate-pulse rounded-md bg-neutral-soft', className)} />
  )
}
