/** The server's memory, and how long other requests wait, while it does something. */
import type { Bench } from './bench.ts'
import { measureOnce } from './measure.ts'
import { readMemory } from './processes.ts'

const CHECK_EVERY_MS = 5

/** `waits`: of /healthz, in milliseconds. `before` and `peak`: resident bytes. */
type Watched = { waits: number[]; before: number; peak: number; ms: number }

export async function watchServer(
  { large, pid }: Pick<Bench, 'large' | 'pid'>,
  task: () => Promise<unknown>,
): Promise<Watched> {
  const before = await readMemory(pid)
  const waits: number[] = []
  let peak = before
  let done = false
  const running = measureOnce(task).finally(() => (done = true))
  while (!done) {
    waits.push(await measureOnce(() => large.get('/healthz')))
    peak = Math.max(peak, await readMemory(pid))
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
  return { waits, before, peak, ms: await running }
}
