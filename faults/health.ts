/** Measures `/healthz` in a separate thread: a test that also sends large files would measure itself. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Haulbook } from './haulbook.ts'

const THREAD = new URL('./health-thread.ts', import.meta.url)

/** Milliseconds. */
export type Waited = { median: number; p99: number; longest: number; count: number }

/** Sends a request every 5 ms while the work runs. Throws if a response is not 200. */
export async function measureHealth({ url }: Haulbook, work: () => Promise<void>): Promise<Waited> {
  const worker = new Worker(THREAD, { workerData: `${url}/healthz` })
  await once(worker, 'message')
  await work()
  const measured = once(worker, 'message')
  worker.postMessage('stop')
  const [waited] = (await measured) as [number[]]
  await worker.terminate()
  const sorted = waited.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { median: at(0.5), p99: at(0.99), longest: at(1), count: sorted.length }
}

export function describeWaited({ median, p99, longest, count }: Waited): string {
  const [p50, high, most] = [median, p99, longest].map((ms) => `${ms.toFixed(0)} ms`)
  return `p50 ${p50}, p99 ${high}, longest ${most} of ${count} responses`
}
