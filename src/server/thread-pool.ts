/**
 * Runs jobs in worker threads. A job takes much longer than a request, and requests must not wait for it (SPEC S29). The
 * threads run the same script: it sends one message for each message it gets.
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker, type Transferable } from 'node:worker_threads'

/** The thread did not end by itself: its time was up on a busy server, or the server is stopping. Another attempt can help. */
export class ThreadEndedError extends Error {}

export type ThreadPool<Job, Result> = {
  /**
   * Throws if the job takes too long, needs too much memory or ends its thread: `ThreadEndedError` if the job is not to blame.
   * The next job gets a new thread. `ports`: the message ports in the job. `signal`: ends the job and its thread. `readStep`: the
   * number of the job's step; the limit of CPU time is for each step. `cpuMs`: instead of the pool's limit.
   */
  run: (job: Job, options?: JobOptions) => Promise<Result>
  /** Rejects the jobs that are still waiting. */
  close: () => Promise<void>
}

type JobOptions = {
  ports?: readonly Transferable[]
  signal?: AbortSignal
  readStep?: () => number
  cpuMs?: number | undefined
}

/** A job that needs more memory or time ends its thread, not the server. */
type Limits = {
  memoryMb: number
  /** Elapsed time, even if the thread only waited. */
  timeoutMs: number
  /** The thread's own CPU time. On a busy server a job gets it later. */
  cpuMs?: number
  maxThreads?: number | undefined
}

type Thread = { worker: Worker; isRunning: boolean }

/** How often the step of a job is read. */
const LOOK_MS = 500

const MAX_THREADS = availableParallelism() > 2 ? 2 : 1

/** Threads start when needed, are used again and run one job at a time. Waiting jobs run in order. */
export function openThreadPool<Job, Result>(
  script: URL,
  { memoryMb, maxThreads = MAX_THREADS, ...limits }: Limits,
): ThreadPool<Job, Result> {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 }
  const threads = new Set<Thread>()
  const idle: Thread[] = []
  const waiting: (() => void)[] = []
  let closed = false

  async function takeThread(): Promise<Thread> {
    for (;;) {
      if (closed) throw new ThreadEndedError('The server is stopping')
      const idleThread = idle.pop()
      if (idleThread?.isRunning) return idleThread
      if (idleThread) continue
      if (threads.size < maxThreads) return startThread()
      await new Promise<void>((wake) => waiting.push(wake))
    }
  }

  function startThread(): Thread {
    const started = { worker: new Worker(script, { resourceLimits }), isRunning: true }
    threads.add(started)
    const markEnded = () => {
      started.isRunning = false
      threads.delete(started)
    }
    // An idle thread must neither keep the process running nor end it.
    started.worker.on('error', markEnded).on('exit', markEnded).unref()
    return started
  }

  function returnThread(thread: Thread): void {
    if (thread.isRunning) idle.push(thread)
    waiting.shift()?.()
  }

  return {
    async run(job, { ports = [], ...options } = {}) {
      const { signal } = options
      const thread = await takeThread()
      const limited = startLimits(thread.worker, limits, options)
      try {
        signal?.throwIfAborted()
        return (await runOn(thread.worker, job, ports)) as Result
      } catch (error) {
        signal?.throwIfAborted()
        throw limited.isUsedUp() ? new Error('The job needs too much processor time') : error
      } finally {
        limited.stop()
        returnThread(thread)
      }
    },
    async close() {
      closed = true
      for (const wake of waiting.splice(0)) wake()
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

async function runOn(
  worker: Worker,
  job: unknown,
  ports: readonly Transferable[],
): Promise<unknown> {
  const listening = new AbortController()
  const { signal } = listening
  const throwOnExit = async () => {
    await once(worker, 'exit', { signal })
    throw new ThreadEndedError('The worker thread ended')
  }
  try {
    // `once` also throws an error of the thread.
    const reply = Promise.race([once(worker, 'message', { signal }), throwOnExit()])
    worker.postMessage(job, ports)
    const [message] = (await reply) as [unknown]
    return message
  } finally {
    listening.abort()
  }
}

/** Ends the thread at a limit, and when `signal` aborts. */
function startLimits(
  worker: Worker,
  { timeoutMs, ...pool }: Omit<Limits, 'memoryMb'>,
  { signal, readStep = () => 0, cpuMs = pool.cpuMs }: JobOptions,
) {
  const stopped = new AbortController()
  let usedUp = false
  const end = () => void worker.terminate()
  const timeout = setTimeout(end, timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  if (cpuMs !== undefined)
    void waitForCpuTime(worker, { most: cpuMs, readStep, signal: stopped.signal }).then(
      (reached) => {
        usedUp = reached
        if (reached) end()
      },
    )
  return {
    /** Whether the job used all of its CPU time. */
    isUsedUp: () => usedUp,
    stop(): void {
      stopped.abort()
      clearTimeout(timeout)
      signal?.removeEventListener('abort', end)
    },
  }
}

type CpuTime = { most: number; readStep: () => number; signal: AbortSignal }

/** Returns true when one step has used `most` milliseconds, false if the job ended before. */
async function waitForCpuTime(worker: Worker, { most, readStep, signal }: CpuTime) {
  let [start, step] = [await readCpuMs(worker), readStep()]
  try {
    for (let left = most; left > 0;) {
      await wait(Math.min(Math.max(left, 50), LOOK_MS), undefined, { signal, ref: false })
      const [used, now] = [await readCpuMs(worker), readStep()]
      if (now !== step) [start, step] = [used, now]
      left = start + most - used
    }
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
