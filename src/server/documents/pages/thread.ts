/** The worker thread that counts the pages of PDFs. It draws nothing and runs no script of a PDF. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { MAX_PAGES } from '#core/documents/documents.ts'
import { limitArrays } from './limit-arrays.ts'
import type { PageJob, PageResult, SentPart } from './count-pages.ts'

/** A stream in a PDF can unpack to gigabytes. */
limitArrays(64 * 1024 * 1024)
let ignoresCounts = false
hideCounts()
// The library logs that it has no library for drawing.
Object.assign(console, { log: ignore, warn: ignore })
// The other build can't open AES-256, because it calls a function that this version of Node.js does not have.
const { getDocument, PDFDataRangeTransport, PasswordException } =
  await import('pdfjs-dist/legacy/build/pdf.mjs')

parentPort?.on('message', (job: PageJob) => {
  void countPages(job).then((result) => parentPort?.postMessage(result))
})

async function countPages(job: PageJob): Promise<PageResult> {
  const readPart = partReader(job.port)
  try {
    const pages = await openPages(job, readPart)
    return { pages: pages > MAX_PAGES ? pages : Math.max(pages, await listPages(job, readPart)) }
  } catch (error) {
    return { failed: error instanceof PasswordException ? 'password' : 'damaged' }
  } finally {
    job.port.close()
  }
}

/** The page count that the page tree states. Throws if the first or the last page can't be opened. */
async function openPages(job: PageJob, readPart: ReadPart): Promise<number> {
  const task = openPdf(job, readPart)
  try {
    const pdf = await task.promise
    const { numPages } = pdf
    // The page tree can name pages that do not exist.
    if (numPages <= MAX_PAGES) for (const page of [1, numPages]) await pdf.getPage(page)
    return numPages
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

/**
 * The number of pages that are listed in the page tree. Other programs show all of them, whatever count the tree states.
 * Returns 0 if they can't be listed.
 */
async function listPages(job: PageJob, readPart: ReadPart): Promise<number> {
  ignoresCounts = true
  const task = openPdf(job, readPart)
  try {
    return (await task.promise).numPages
  } catch {
    return 0
  } finally {
    await task.destroy().catch(() => undefined)
    ignoresCounts = false
  }
}

function openPdf({ bytes, partBytes }: PageJob, readPart: ReadPart) {
  const range = new PDFDataRangeTransport(bytes, null)
  range.requestDataRange = (begin, end) => {
    void readRange(readPart, partBytes, begin, end).then((read) => range.onDataRange(begin, read))
  }
  return getDocument({
    range,
    rangeChunkSize: partBytes,
    disableAutoFetch: true,
    disableStream: true,
    stopAtErrors: true,
    useSystemFonts: false,
    verbosity: 0,
  })
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

/** `begin` is the first byte of a part. The library needs the range in one piece. */
async function readRange(readPart: ReadPart, partBytes: number, begin: number, end: number) {
  const range = new Uint8Array(end - begin)
  for (let at = begin; at < end; at += partBytes) {
    const part = await readPart(at / partBytes)
    range.set(part.subarray(0, end - at), at - begin)
  }
  return range
}

function ignore(): void {}

/** Hides the counts of the page tree, so that the library lists the pages. The library keeps the tree's entries in maps. */
function hideCounts(): void {
  const { get } = Map.prototype
  Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown): unknown {
    return ignoresCounts && key === 'Count' ? undefined : get.call(this, key)
  }
}
