/** Ends a thread whose job takes too long. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

export type Limits = {
  /** By the clock, whatever the reason. */
  timeoutMs: number
  /** Of the thread's own processor time. On a busy server a job gets it later. */
  cpuMs?: number
}

/** The thread did not end by itself: its time was up on a busy server, or the server is stopping. Another attempt can help. */
export class ThreadEndedError extends Error {}

/** Ends the thread at a limit, and when `signal` aborts. */
export function startLimits(worker: Worker, { timeoutMs, cpuMs }: Limits, signal?: AbortSignal) {
  const stopped = new AbortController()
  let usedUp = false
  const end = () => void worker.terminate()
  const timeout = setTimeout(end, timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  if (cpuMs !== undefined)
    void waitForCpuTime(worker, cpuMs, stopped.signal).then((reached) => {
      usedUp = reached
      if (reached) end()
    })
  return {
    /** Whether the job used its processor time up. */
    isUsedUp: () => usedUp,
    stop(): void {
      stopped.abort()
      clearTimeout(timeout)
      signal?.removeEventListener('abort', end)
    },
  }
}

/** Returns whether it was reached: false if the job ended before. */
async function waitForCpuTime(worker: Worker, most: number, signal: AbortSignal): Promise<boolean> {
  const before = await readCpuMs(worker)
  try {
    for (let left = most; left > 0; left = before + most - (await readCpuMs(worker)))
      await wait(Math.max(left, 50), undefined, { signal, ref: false })
    return !signal.aborted
  } catch {
    return false
  }
}

/** 0 for a thread that is still starting. */
async function readCpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}
