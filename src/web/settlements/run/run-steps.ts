/** The four steps of a settlement run: which settlements each step applies to and selects (SPEC C8). */
import { holdsBack } from '#core/settlements/run/exceptions.ts'
import { isHeld, isIdle, listApplicable, type RunRow } from '#core/settlements/run/run.ts'

export const RUN_STEPS = ['prepare', 'approve', 'pay', 'send'] as const

export type RunStep = (typeof RUN_STEPS)[number]

export const STEP_TITLES: Record<RunStep, string> = {
  prepare: 'Prepare',
  approve: 'Approve',
  pay: 'Pay',
  send: 'Send',
}

export function isRunStep(text: string | null): text is RunStep {
  return RUN_STEPS.some((step) => step === text)
}

/** Identifies a row by its truck and date. A selection keeps these keys, because the rows change with each step. */
export function rowKey({ truckId, settlementDate }: RunRow): string {
  return `${truckId} ${settlementDate}`
}

/** Whether the row can be selected in the step. `adjusts`: Prepare adds the waiting adjustments (SPEC C361). */
export function appliesTo(step: RunStep, row: RunRow, adjusts = false): boolean {
  const { billing, stale } = row
  if (step === 'prepare')
    return billing === null || stale || (adjusts && listApplicable(row).length > 0)
  if (step === 'approve') return billing?.status === 'pending'
  if (step === 'pay') return billing?.status === 'approved'
  return billing !== null && billing.number !== null
}

/** Whether the row has work left in the step. A held settlement or a truck without loads needs a decision first. */
export function isOpen(step: RunStep, row: RunRow, adjusts = false): boolean {
  return appliesTo(step, row, adjusts) && !isHeld(row) && !(step === 'prepare' && isIdle(row))
}

/** Whether the row is selected before the user chooses. Settlements with exceptions must be selected one by one. */
export function isSelectedByDefault(
  step: RunStep,
  row: RunRow,
  rows: RunRow[],
  adjusts = false,
): boolean {
  return isOpen(step, row, adjusts) && !(step === 'approve' && hasException(row, rows))
}

/**
 * The step with the next open work. Without open work: the last step, or the first step if nothing is saved yet. After Pay
 * comes Send, even if a draft with an exception waits (SPEC C483).
 */
export function findOpenStep(rows: RunRow[], adjusts = false, done?: RunStep): RunStep {
  if (done === 'pay') return rows.some((row) => isOpen('pay', row)) ? 'pay' : 'send'
  const open = RUN_STEPS.find(
    (step) => step !== 'send' && rows.some((row) => isOpen(step, row, adjusts)),
  )
  return open ?? (rows.some(({ billing }) => billing) ? 'send' : 'prepare')
}

/** The row and the rows that are approved in one step with it (SPEC C24). */
export function withPartners({ billing, offsets }: RunRow, rows: RunRow[]): RunRow[] {
  const ids = new Set([billing?.id, ...(offsets?.partners ?? []).map(({ id }) => id)])
  return rows.filter((row) => row.billing && ids.has(row.billing.id))
}

/**
 * The rows that the step offers while only `shown` of the week's rows are on the screen. Includes the settlements that are
 * approved in one step with them (SPEC C24), in the order of the week.
 */
export function listOffered(
  step: RunStep,
  shown: RunRow[],
  all: RunRow[],
  adjusts = false,
): RunRow[] {
  const offered = shown.filter((row) => appliesTo(step, row, adjusts))
  if (step !== 'approve') return offered
  const together = new Set(offered.flatMap((row) => addPartners(row, all)))
  return all.filter((row) => together.has(row) && appliesTo(step, row))
}

/** Also true if a settlement that is approved in one step with this one has an exception (SPEC C24). */
function hasException(row: RunRow, rows: RunRow[]): boolean {
  return addPartners(row, rows).some(({ exceptions }) => exceptions.some(holdsBack))
}

function addPartners(row: RunRow, rows: RunRow[]): RunRow[] {
  return [row, ...(row.offsets ? withPartners(row, rows) : [])]
}
