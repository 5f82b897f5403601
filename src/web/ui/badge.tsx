import type { ReactNode } from 'react'
import { type Badges, findBadge, type Tone } from '#core/statuses.ts'
import { classes } from './classes.ts'

const TONES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  waiting: 'bg-waiting-soft text-waiting',
  moving: 'bg-moving-soft text-moving',
  bad: 'bg-danger-soft text-danger-ink',
  primary: 'bg-accent text-on-accent',
  neutral: 'bg-neutral-soft text-ink',
}

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-block max-w-full rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

type StatusBadgeProps = {
  status: string
  options?: Badges | undefined
}

/** A status by its label and tone; an unknown status by its raw text, neutral (SPEC A4). */
export function StatusBadge({ status, options }: StatusBadgeProps) {
  const { label, tone, meaning } = findBadge(status, options)
  const badge = <Badge tone={tone}>{label}</Badge>
  return meaning ? <span title={meaning}>{badge}</span> : badge
}
