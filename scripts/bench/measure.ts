/** Measures medians of repeated runs. Compared tasks run alternately, so that a busy machine slows both. */

type Task = () => Promise<unknown>

const MIN_TURNS = 7
const MAX_TURNS = 40
/** A slow case stops after this time, but not before it has run the minimum number of turns. */
const BUDGET_MS = 1_000
const WARM_UP_TURNS = 3

/** The milliseconds of each task: the median, or another `part` of its runs. */
export async function measureInTurns(tasks: Task[], part = 0.5): Promise<number[]> {
  const warmUp = performance.now() + BUDGET_MS
  for (const task of tasks)
    for (let n = 0; n < WARM_UP_TURNS && (n === 0 || performance.now() < warmUp); n++) await task()
  const times: number[][] = tasks.map(() => [])
  const end = performance.now() + BUDGET_MS
  for (let turn = 0; turn < MAX_TURNS && (turn < MIN_TURNS || performance.now() < end); turn++) {
    for (const [index, task] of tasks.entries()) times[index]?.push(await measureOnce(task))
  }
  return times.map((each) => quantile(each, part))
}

/** Runs the task once and returns its duration in milliseconds. */
export async function measureOnce(task: Task): Promise<number> {
  const began = performance.now()
  await task()
  return performance.now() - began
}

/** A `part` of 0.5 gives the median. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

export function formatMs(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`
}

export function formatRatio(value: number): string {
  return value.toFixed(2)
}
