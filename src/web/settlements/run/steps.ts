/** The settlement run's bulk steps. Each row is a separate request, so a run can stop and start again (SPEC C8). */
import { formatDay } from '#core/calendar.ts'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import { groupByTruck, type RunRow } from '#core/settlements/run/run.ts'

/** Groups processed at the same time: enough to keep the server busy without delaying other users. */
const CONCURRENT_GROUPS = 3

/** A bulk step. The rows of a group are processed in order, the groups at the same time. */
export type Steps<Row> = {
  /** "settlements created", after the count. */
  result: string
  groups: Row[][]
  step: (row: Row) => Promise<unknown>
  /** Names a row that failed: "Truck 101, 11/20/2026". */
  describe: (row: Row) => string
}

export type StepFailure = { row: string; message: string }

/** A step for each settlement. The dates of one truck are processed in order. */
export function stepsOfTrucks(
  result: string,
  rows: RunRow[],
  step: (row: RunRow) => Promise<unknown>,
): Steps<RunRow> {
  return { result, groups: groupByTruck(rows), step, describe: describeRow }
}

/** A step for each settlement in the order shown, one at a time: statement numbers follow it (SPEC C8). */
export function stepsInOrder(
  result: string,
  rows: RunRow[],
  step: (row: RunRow) => Promise<unknown>,
): Steps<RunRow> {
  return { result, groups: [rows], step, describe: describeRow }
}

function describeRow({ truck, settlementDate }: RunRow): string {
  return `Truck ${truck}, ${formatDay(settlementDate)}`
}

export type Progress = {
  /** "settlements created", after the count. */
  result: string
  /** Rows processed so far, failed ones included. */
  done: number
  total: number
  running: boolean
  failures: StepFailure[]
}

export function startProgress(result: string, total: number): Progress {
  return { result, done: 0, total, running: true, failures: [] }
}

/** Counts one more row as done. `failure`: null if the row succeeded. */
export function countRow(progress: Progress, failure: StepFailure | null): Progress {
  const failures = failure ? [...progress.failures, failure] : progress.failures
  return { ...progress, done: progress.done + 1, failures }
}

/** "13 of 15 settlements created"; failed rows are not counted. */
export function describeProgress({ result, done, total, running, failures }: Progress): string {
  const succeeded = (done - failures.length).toLocaleString('en-US')
  const stopped = !running && done < total ? ' (stopped)' : ''
  return `${succeeded} of ${total.toLocaleString('en-US')} ${result}${stopped}`
}

/**
 * Runs a step for each row. `onRow` receives null, or why the row failed. Resolves to true if the user canceled a question of
 * the server: no further row starts, and the canceled row is not counted (SPEC C8).
 */
export async function runSteps<Row>(
  steps: Steps<Row>,
  { isStopped, onRow }: { isStopped: () => boolean; onRow: (failure: StepFailure | null) => void },
): Promise<boolean> {
  const groups = [...steps.groups]
  let isCanceled = false
  const processGroups = async () => {
    for (let group = groups.shift(); group; group = groups.shift())
      for (const row of group) {
        if (isCanceled || isStopped()) return
        const failure = await tryStep(steps, row)
        if (failure?.message === CANCELED_MESSAGE) isCanceled = true
        else onRow(failure)
      }
  }
  await Promise.all(Array.from({ length: CONCURRENT_GROUPS }, processGroups))
  return isCanceled
}

async function tryStep<Row>({ step, describe }: Steps<Row>, row: Row): Promise<StepFailure | null> {
  try {
    await step(row)
    return null
  } catch (error) {
    return { row: describe(row), message: error instanceof Error ? error.message : String(error) }
  }
}
