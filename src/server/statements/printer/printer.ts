/**
 * Prints statements in threads of their own: laying out one takes as long as many answers, and whoever
 * asks for something else meanwhile must not wait for it (SPEC S29).
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Statement } from '#server/statements/text.ts'
import type { Printed } from './thread.ts'

export type Printer = {
  /** Throws where the statement cannot be laid out, or its thread ended or took too long; the next one gets a new thread. */
  print: (statement: Statement) => Promise<Uint8Array>
  /** For good: whoever still waits is refused. */
  close: () => Promise<void>
}

type Thread = { worker: Worker; alive: boolean }

const THREAD = new URL('./thread.ts', import.meta.url)
const MOST_THREADS = availableParallelism() > 2 ? 2 : 1
/** A statement that ran away ends its thread, and not the whole server. What is done with is swept often; 5,000 loads need more than 128. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

/** A hundred times what a statement of 5,000 loads takes: who would come out after it has long gone. */
const LONGEST_MS = 120_000

/** A thread starts when it is first needed, keeps its fonts, and prints one statement at a time. */
export function openPrinter(most = MOST_THREADS, thread = THREAD, longestMs = LONGEST_MS): Printer {
  const threads = new Set<Thread>()
  const idle: Thread[] = []
  const waiting: (() => void)[] = []
  let closed = false

  async function take(): Promise<Thread> {
    for (;;) {
      if (closed) throw new Error('The server is stopping')
      const free = idle.pop()
      if (free?.alive) return free
      if (free) continue
      if (threads.size < most) return start()
      await new Promise<void>((wake) => waiting.push(wake))
    }
  }

  function start(): Thread {
    const started = { worker: new Worker(thread, { resourceLimits: LIMITS }), alive: true }
    threads.add(started)
    const lose = () => {
      started.alive = false
      threads.delete(started)
    }
    // A thread that nobody waits for must not keep the process, nor end it.
    started.worker.on('error', lose).on('exit', lose).unref()
    return started
  }

  function giveBack(thread: Thread): void {
    if (thread.alive) idle.push(thread)
    waiting.shift()?.()
  }

  return {
    async print(statement) {
      const thread = await take()
      const ending = setTimeout(() => void thread.worker.terminate(), longestMs)
      try {
        return await printOn(thread.worker, statement)
      } finally {
        clearTimeout(ending)
        giveBack(thread)
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
  const ended = async () => {
    await once(worker, 'exit', { signal })
    throw new Error('The thread that prints statements ended')
  }
  try {
    // `once` also throws the thread's own error.
    const answer = Promise.race([once(worker, 'message', { signal }), ended()])
    worker.postMessage(statement)
    const [printed] = (await answer) as [Printed]
    if ('error' in printed) throw new Error(printed.error)
    return printed.pdf
  } finally {
    listening.abort()
  }
}
