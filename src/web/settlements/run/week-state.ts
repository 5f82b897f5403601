/** Whether a week has work left, judged by its own settlements, even before the week is due (SPEC C50). */
import { isHeld, isIdle, type RunRow } from '#core/settlements/run/run.ts'
import { isOpen, RUN_STEPS } from './run-steps.ts'

/** Why no work is left in the week; null if it has open work. */
export function describeDone(rows: RunRow[]): string | null {
  if (rows.every(isIdle))
    return 'No loads have a settlement date this week. Set it on the load’s Financial tab.'
  if (rows.some(hasOpenStep)) return null
  const held = rows.filter(isHeld).length
  if (held === 0) return 'All settlements of this week are paid.'
  if (rows.some((row) => row.billing && !isHeld(row)))
    return `All other settlements of this week are paid. ${held} on hold.`
  return held === 1
    ? 'The only settlement of this week is on hold.'
    : `All ${held} settlements of this week are on hold.`
}

function hasOpenStep(row: RunRow): boolean {
  return RUN_STEPS.some((step) => step !== 'send' && isOpen(step, row))
}
