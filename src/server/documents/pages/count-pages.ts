/** Counts the pages of stored PDFs in a worker thread, which asks for the bytes that it needs (SPEC C112). */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { documentMessages, MAX_PAGES } from '#core/documents/documents.ts'
import { badFile } from '#server/documents/check/walk.ts'
import { busyError, createQueue, runQueued } from '#server/queue.ts'
import { openThreadPool, ThreadEndedError } from '#server/thread-pool.ts'

/** `port`: the thread sends the number of a part there, and gets the part. */
export type PageJob = { port: MessagePort; bytes: number; partBytes: number }

export type SentPart = { number: number; bytes: Uint8Array }

export type PageResult = { pages: number } | { failed: 'password' | 'damaged' }

type Pdf = {
  bytes: number
  partBytes: number
  /** The account and the uploader: accounts take turns, and the uploaders of one account take turns too. */
  turn: readonly [accountId: string, uploader: string]
  /** Ends the count of an upload whose client has disconnected. */
  signal: AbortSignal
}

export type PageCounter = {
  /**
   * Throws 400 for a PDF that can't be opened, needs too much time or memory, or has more than 100 pages, 503 if the server is
   * too busy, and what `readPart` throws.
   */
  count: (pdf: Pdf, readPart: ReadPart) => Promise<number>
  close: () => Promise<void>
}

/** `number`: from 0. */
type ReadPart = (number: number) => Promise<Uint8Array>

const THREAD = new URL('./thread.ts', import.meta.url)
const LIMITS = { memoryMb: 128, cpuMs: 10_000, timeoutMs: 30_000, maxThreads: 1 }
/** The queue has places for more files than can be uploaded at once. */
const TURNS = { maxRunning: 1, maxWaiting: 100, maxWaitMs: 60_000 }

export function openPageCounter(thread = THREAD, limits = LIMITS): PageCounter {
  const { run, close } = openThreadPool<PageJob, PageResult>(thread, limits)
  const queue = createQueue(TURNS)

  async function runJob({ bytes, partBytes, signal: hangUp }: Pdf, readPart: ReadPart) {
    const { port1: here, port2: port } = new MessageChannel()
    const unread = new AbortController()
    const signal = AbortSignal.any([hangUp, unread.signal])
    here.on('message', (number: number) => {
      readPart(number).then(
        (read) => here.postMessage({ number, bytes: read } satisfies SentPart),
        (error: unknown) => unread.abort(error),
      )
    })
    try {
      return await run({ port, bytes, partBytes }, { ports: [port], signal })
    } catch (error) {
      if (signal.aborted) throw error
      // `ThreadEndedError`: the file is not to blame. Any other error: the file used up the thread's time or memory.
      throw error instanceof ThreadEndedError
        ? busyError(503)
        : badFile(documentMessages.tooComplex)
    } finally {
      here.close()
    }
  }

  return {
    count: (pdf, readPart) =>
      runQueued(queue, pdf.turn, async () => readResult(await runJob(pdf, readPart))),
    close,
  }
}

/** Throws 400 if the file is damaged or has too many pages. */
function readResult(result: PageResult): number {
  if ('failed' in result) throw badFile(documentMessages[result.failed])
  if (result.pages > MAX_PAGES) throw badFile(documentMessages.tooManyPages)
  return result.pages
}
