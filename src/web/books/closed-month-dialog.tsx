import { useClosedQuestion } from '#web/api/closed-month.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const ClosedMonthForm = onDemand(
  async () => (await import('./closed-month-form.tsx')).ClosedMonthForm,
)

/** Asks for the reason of a change of a closed month, over any screen (SPEC C375). Pages load the form only when it opens. */
export function ClosedMonthDialog() {
  const open = useClosedQuestion()
  return open ? <ClosedMonthForm {...open} /> : null
}
