/** Prints statements in worker threads. */
import { openThreadPool } from '#server/thread-pool.ts'
import type { Statement } from '#server/statements/statement.ts'
import type { Printed } from './thread.ts'

export type Printer = {
  /** Several statements become one document. Throws if printing fails, takes too long or ends its thread. The next statement gets a new thread. */
  print: (statement: Statement | Statement[]) => Promise<Uint8Array>
  /** Rejects the statements that are still waiting. */
  close: () => Promise<void>
}

const THREAD = new URL('./thread.ts', import.meta.url)
/** 5,000 loads need more than 128 MB. */
const MEMORY_MB = 256
/** A hundred times what a statement of 5,000 loads takes. */
const TIMEOUT_MS = 120_000

/** The threads keep their parsed fonts. */
export function openPrinter(maxThreads?: number, thread = THREAD, timeoutMs = TIMEOUT_MS): Printer {
  const limits = { memoryMb: MEMORY_MB, timeoutMs, maxThreads }
  const { run, close } = openThreadPool<Statement[], Printed>(thread, limits)
  return {
    async print(statement) {
      const printed = await run([statement].flat())
      if ('error' in printed) throw new Error(printed.error)
      return printed.pdf
    },
    close,
  }
}
