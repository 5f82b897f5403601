/** Prints statements in worker threads. */
import { openThreadPool } from '#server/thread-pool.ts'
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import type { Statement } from '#server/statements/statement.ts'
import type { Printable, Printed } from './thread.ts'

/** Several of one kind become one file. */
export type Papers = Statement | PrintedDocument | Printable

export type Printer = {
  /** Several statements become one document. Throws if printing fails, takes too long or ends its thread. The next statement gets a new thread. */
  print: (papers: Papers) => Promise<Uint8Array>
  /** Rejects the statements that are still waiting. */
  close: () => Promise<void>
}

const THREAD = new URL('./thread.ts', import.meta.url)
/** The memory of a thread. A statement of 5,000 loads needs more than 128 MB. */
const MEMORY_MB = 256
/** A hundred times what a statement of 5,000 loads takes. */
const TIMEOUT_MS = 120_000

/** The threads keep their parsed fonts. */
export function openPrinter(maxThreads?: number, thread = THREAD, timeoutMs = TIMEOUT_MS): Printer {
  const limits = { memoryMb: MEMORY_MB, timeoutMs, maxThreads }
  const { run, close } = openThreadPool<Printable, Printed>(thread, limits)
  return {
    async print(papers) {
      const printed = await run([papers].flat() as Printable)
      if ('error' in printed) throw new Error(printed.error)
      return printed.pdf
    },
    close,
  }
}
