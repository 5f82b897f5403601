/** Measures `/healthz` in a separate thread, because a test that also sends large files would measure its own delays. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Haulbook } from './haulbook.ts'
import { startIdleServer } from './idle-server.ts'

const THREAD = new URL('./health-thread.ts', import.meta.url)

/** Response times in milliseconds. */
type Waited = { median: number; p99: number; longest: number; count: number }

/** `idle`: the response times of an idle server on the same computer, measured at the same time. */
export type Health = { own: Waited; idle: Waited }

/** Sends requests every 5 ms while the work runs. Throws if a response is not 200. */
export async function measureHealth({ url }: Haulbook, work: () => Promise<void>): Promise<Health> {
  const idle = await startIdleServer()
  const worker = new Worker(THREAD, { workerData: [`${url}/healthz`, idle.url] })
  await once(worker, 'message')
  await work()
  const measured = once(worker, 'message')
  worker.postMessage('stop')
  const [[ownTimes = [], idleTimes = []]] = (await measured) as [number[][]]
  await worker.terminate()
  idle.stop()
  return { own: summarize(ownTimes), idle: summarize(idleTimes) }
}

function summarize(waited: number[]): Waited {
  const sorted = waited.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { median: at(0.5), p99: at(0.99), longest: at(1), count: sorted.length }
}

export function describeHealth({ own, idle }: Health): string {
  return `${describeWaited(own)} (an idle server: ${describeWaited(idle)}) of ${own.count} responses`
}

function describeWaited({ median, p99, longest }: Waited): string {
  const [p50, high, most] = [median, p99, longest].map((ms) => `${ms.toFixed(0)} ms`)
  return `p50 ${p50}, p99 ${high}, longest ${most}`
}
