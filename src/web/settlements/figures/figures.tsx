import type { ReactNode } from 'react'
import { formatMoney, type Cents } from '#core/money.ts'
import { classes } from '#web/ui/classes.ts'

type FiguresProps = { title: string; description: string; children: ReactNode }

/** A heading, the dates its figures are based on, and the figures. */
export function Figures({ title, description, children }: FiguresProps) {
  return (
    <section className="grid gap-2">
      <div>
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="text-xs text-muted">{description}</p>
      </div>
      <dl className="grid gap-1.5 text-sm">{children}</dl>
    </section>
  )
}

type FigureProps = {
  label: string
  /** The basis of the figure, if the heading does not name it. */
  by?: string
  strong?: boolean
  children: ReactNode
}

/** A label and its figure. A long label has several lines; a figure too long for the line wraps below its label. */
export function Figure({ label, by, strong, children }: FigureProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-baseline justify-between gap-x-3',
        strong && 'border-t border-line pt-1.5 text-base font-semibold',
      )}
    >
      <dt className="min-w-0 grow basis-28">
        {label}
        {by && <span className="block text-xs font-normal text-muted">{by}</span>}
      </dt>
      <dd className="ml-auto tabular-nums">{children}</dd>
    </div>
  )
}

/** Says that extra pay lowers the expenses (SPEC C18). */
export function noteExtraPay(extraPay: Cents): { by?: string } {
  return extraPay === 0n ? {} : { by: `net of ${formatMoney(extraPay)} extra pay` }
}

/** Null if the amount is not known yet. A negative amount is red and has a minus sign. */
export function Money({ cents }: { cents: Cents | null }) {
  if (cents === null) return <span className="text-muted">–</span>
  return <span className={classes(cents < 0n && 'text-danger-ink')}>{formatMoney(cents)}</span>
}
