/** Medians of enough repetitions. What is compared is measured in turns, so that a busy machine slows both. */

type Work = () => Promise<unknown>

const LEAST = 7
const MOST = 40
/** A slow case must not take the time of all the others. */
const BUDGET_MS = 1_000
const WARM_UP = 3

/** Milliseconds of each work, its median over all turns. */
export async function inTurns(works: Work[]): Promise<number[]> {
  for (const work of works) for (let n = 0; n < WARM_UP; n++) await work()
  const times: number[][] = works.map(() => [])
  const end = performance.now() + BUDGET_MS
  for (let turn = 0; turn < MOST && (turn < LEAST || performance.now() < end); turn++) {
    for (const [index, work] of works.entries()) times[index]?.push(await timed(work))
  }
  return times.map((each) => quantile(each, 0.5))
}

export async function timed(work: Work): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** `part` 0.5: the median. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`
}

export function ratio(value: number): string {
  return value.toFixed(2)
}
