import type { RunRow } from '#core/settlements/run/run.ts'
import { classes } from '#web/ui/classes.ts'
import { isOpen, RUN_STEPS, STEP_TITLES, type RunStep } from './run-steps.ts'

type StepNavProps = {
  rows: RunRow[]
  current: RunStep
  adjusts: boolean
  onChoose: (step: RunStep) => void
}

/** The steps of the run in their order, each with the number of its open settlements. */
export function StepNav({ rows, current, adjusts, onChoose }: StepNavProps) {
  return (
    <nav aria-label="Steps" className="print:hidden">
      <ol className="grid grid-cols-2 gap-2 sm:flex">
        {RUN_STEPS.map((step, index) => (
          <li key={step} className="grow">
            <button
              type="button"
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onChoose(step)}
              className={classes(
                'flex min-h-10 w-full items-center gap-2 rounded-md border px-3 text-sm pointer-coarse:min-h-11',
                step === current
                  ? 'border-accent bg-accent-soft font-semibold text-accent-strong'
                  : 'border-line bg-surface hover:bg-hover',
              )}
            >
              <span className="tabular-nums">{index + 1}</span>
              {STEP_TITLES[step]}
              <OpenCount
                count={
                  step === 'send' ? 0 : rows.filter((row) => isOpen(step, row, adjusts)).length
                }
              />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function OpenCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-neutral-soft px-2 text-xs font-medium text-ink tabular-nums">
      {count}
      <span className="sr-only"> open</span>
    </span>
  )
}
