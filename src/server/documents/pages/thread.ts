/** The worker thread that counts the pages of PDFs. It draws nothing and runs no script of a PDF. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { MOST_PAGES } from '#core/documents/documents.ts'
import type { PageJob, PageResult, SentPart } from './count-pages.ts'

/** A stream in a PDF can unpack to gigabytes, which the limit of the thread's heap does not count. */
const LARGEST_ARRAY = 64 * 1024 * 1024

limitArrays()
// The library writes there that it prefers another build, which would load a program to draw with.
Object.assign(console, { log: ignore, warn: ignore })
const { getDocument, PDFDataRangeTransport, PasswordException } = await import('pdfjs-dist')

parentPort?.on('message', (job: PageJob) => {
  void countPages(job).then((result) => parentPort?.postMessage(result))
})

async function countPages({ port, bytes, partBytes }: PageJob): Promise<PageResult> {
  const readPart = partReader(port)
  const range = new PDFDataRangeTransport(bytes, null)
  range.requestDataRange = (begin, end) => {
    void readRange(readPart, partBytes, begin, end).then((read) => range.onDataRange(begin, read))
  }
  const task = getDocument({
    range,
    ...{ rangeChunkSize: partBytes, disableAutoFetch: true, disableStream: true },
    ...{ stopAtErrors: true, useSystemFonts: false, verbosity: 0 },
  })
  try {
    const pdf = await task.promise
    const { numPages } = pdf
    // The page tree can name pages that do not exist.
    if (numPages <= MOST_PAGES) for (const page of [1, numPages]) await pdf.getPage(page)
    return { pages: numPages }
  } catch (error) {
    return { failed: error instanceof PasswordException ? 'password' : 'damaged' }
  } finally {
    port.close()
    await task.destroy().catch(() => undefined)
  }
}

type ReadPart = (number: number) => Promise<Uint8Array>

/** Asks the server for parts by their numbers. */
function partReader(port: MessagePort): ReadPart {
  const waiting = new Map<number, (bytes: Uint8Array) => void>()
  port.on('message', ({ number, bytes }: SentPart) => waiting.get(number)?.(bytes))
  return (number) =>
    new Promise((resolve) => {
      waiting.set(number, resolve)
      port.postMessage(number)
    })
}

/** `begin`: of a part. The library wants the range in one piece. */
async function readRange(readPart: ReadPart, partBytes: number, begin: number, end: number) {
  const range = new Uint8Array(end - begin)
  for (let at = begin; at < end; at += partBytes) {
    const part = await readPart(at / partBytes)
    range.set(part.subarray(0, end - at), at - begin)
  }
  return range
}

function ignore(): void {}

function limitArrays(): void {
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args: unknown[], made) {
      if (typeof args[0] === 'number' && args[0] > LARGEST_ARRAY)
        throw new RangeError('The PDF unpacks to too much')
      return Reflect.construct(target, args, made) as Uint8Array
    },
  })
}
