/** Counts the pages of stored PDFs in a worker thread, which asks for the bytes that it needs (SPEC C112). */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { documentMessages, MOST_PAGES } from '#core/documents/documents.ts'
import { badFile } from '#server/documents/check/walk.ts'
import { openThreadPool } from '#server/thread-pool.ts'

/** `port`: the thread sends the number of a part there, and gets the part. */
export type PageJob = { port: MessagePort; bytes: number; partBytes: number }

export type SentPart = { number: number; bytes: Uint8Array }

export type PageResult = { pages: number } | { failed: 'password' | 'damaged' }

export type PageCounter = {
  /** Throws 400 for a PDF that can't be opened, needs too much, or has more than 100 pages. */
  count: (pdf: { bytes: number; partBytes: number }, readPart: ReadPart) => Promise<number>
  close: () => Promise<void>
}

/** `number`: from 0. */
type ReadPart = (number: number) => Promise<Uint8Array>

const THREAD = new URL('./thread.ts', import.meta.url)
const LIMITS = { memoryMb: 128, timeoutMs: 10_000, maxThreads: 1 }

export function openPageCounter(thread = THREAD, limits = LIMITS): PageCounter {
  const { run, close } = openThreadPool<PageJob, PageResult>(thread, limits)
  return {
    async count(pdf, readPart) {
      const { port1: here, port2: port } = new MessageChannel()
      here.on('message', (number: number) => {
        readPart(number).then(
          (bytes) => here.postMessage({ number, bytes } satisfies SentPart),
          () => here.close(),
        )
      })
      try {
        // A thread that ran out of time or memory: the file is to blame.
        const result = await run({ port, ...pdf }, [port]).catch(() => undefined)
        if (!result) throw badFile(documentMessages.tooComplex)
        return readResult(result)
      } finally {
        here.close()
      }
    },
    close,
  }
}

/** Throws 400. */
function readResult(result: PageResult): number {
  if ('failed' in result) throw badFile(documentMessages[result.failed])
  if (result.pages > MOST_PAGES) throw badFile(documentMessages.tooManyPages)
  return result.pages
}
