/**
 * Prints statements in worker threads. Printing one takes as long as many other requests, which must not
 * wait for it (SPEC S29).
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Statement } from '#server/statements/statement.ts'
import type { Printed } from './thread.ts'

export type Printer = {
  /** Throws if printing fails, takes too long or ends its thread. The next statement gets a new thread. */
  print: (statement: Statement) => Promise<Uint8Array>
  /** Rejects the statements that are still waiting. */
  close: () => Promise<void>
}

type Thread = { worker: Worker; alive: boolean }

const THREAD = new URL('./thread.ts', import.meta.url)
const MAX_THREADS = availableParallelism() > 2 ? 2 : 1
/** A statement that needs more memory ends its thread, not the server. 5,000 loads need more than 128 MB. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

/** A hundred times what a statement of 5,000 loads takes. */
const TIMEOUT_MS = 120_000

/** Threads start when needed, keep their parsed fonts and print one statement at a time. */
export function openPrinter(
  maxThreads = MAX_THREADS,
  thread = THREAD,
  timeoutMs = TIMEOUT_MS,
): Printer {
  const threads = new Set<Thread>()
  const idle: Thread[] = []
  const waiting: (() => void)[] = []
  let closed = false

  async function takeThread(): Promise<Thread> {
    for (;;) {
      if (closed) throw new Error('The server is stopping')
      const idleThread = idle.pop()
      if (idleThread?.alive) return idleThread
      if (idleThread) continue
      if (threads.size < maxThreads) return startThread()
      await new Promise<void>((wake) => waiting.push(wake))
    }
  }

  function startThread(): Thread {
    const started = { worker: new Worker(thread, { resourceLimits: MEMORY_LIMITS }), alive: true }
    threads.add(started)
    const markDead = () => {
      started.alive = false
      threads.delete(started)
    }
    // An idle thread must neither keep the process running nor end it.
    started.worker.on('error', markDead).on('exit', markDead).unref()
    return started
  }

  function returnThread(thread: Thread): void {
    if (thread.alive) idle.push(thread)
    waiting.shift()?.()
  }

  return {
    async print(statement) {
      const thread = await takeThread()
      const timeout = setTimeout(() => void thread.worker.terminate(), timeoutMs)
      try {
        return await printOn(thread.worker, statement)
      } finally {
        clearTimeout(timeout)
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

async function printOn(worker: Worker, statement: Statement): Promise<Uint8Array> {
  const listening = new AbortController()
  const { signal } = listening
  const throwOnExit = async () => {
    await once(worker, 'exit', { signal })
    throw new Error('The thread that prints statements ended')
  }
  try {
    // `once` also throws an error of the thread.
    const answer = Promise.race([once(worker, 'message', { signal }), throwOnExit()])
    worker.postMessage(statement)
    const [printed] = (await answer) as [Printed]
    if ('error' in printed) throw new Error(printed.error)
    return printed.pdf
  } finally {
    listening.abort()
  }
}
