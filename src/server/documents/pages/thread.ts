/** The worker thread that counts the pages of PDFs. It draws nothing and runs no script of a PDF. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { MOST_PAGES } from '#core/documents/documents.ts'
import type { PageJob, PageResult, SentPart } from './count-pages.ts'

/** A stream in a PDF can unpack to gigabytes, which the limit of the thread's heap does not count. */
const LARGEST_ARRAY = 64 * 1024 * 1024

limitArrays()
let ignoresCounts = false
hideCounts()
// The library writes there that it prefers another build, which would load a program to draw with.
Object.assign(console, { log: ignore, warn: ignore })
const { getDocument, PDFDataRangeTransport, PasswordException } = await import('pdfjs-dist')

parentPort?.on('message', (job: PageJob) => {
  void countPages(job).then((result) => parentPort?.postMessage(result))
})

async function countPages(job: PageJob): Promise<PageResult> {
  const readPart = partReader(job.port)
  try {
    const pages = await openPages(job, readPart)
    return { pages: pages > MOST_PAGES ? pages : Math.max(pages, await listPages(job, readPart)) }
  } catch (error) {
    return { failed: error instanceof PasswordException ? 'password' : 'damaged' }
  } finally {
    job.port.close()
  }
}

/** The page count of the page tree. Throws if the first or the last of them can't be opened. */
async function openPages(job: PageJob, readPart: ReadPart): Promise<number> {
  const task = openPdf(job, readPart)
  try {
    const pdf = await task.promise
    const { numPages } = pdf
    // The page tree can name pages that do not exist.
    if (numPages <= MOST_PAGES) for (const page of [1, numPages]) await pdf.getPage(page)
    return numPages
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

/** The number of pages in the page tree, which other programs show whatever count it states. 0 if it can't be listed. */
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
        throw new RangeError('The PDF is too large when unpacked')
      return Reflect.construct(target, args, made) as Uint8Array
    },
  })
}

/** Without a count in the page tree, the library lists the pages. It keeps the entries of the tree in maps. */
function hideCounts(): void {
  const { get } = Map.prototype
  Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown): unknown {
    return ignoresCounts && key === 'Count' ? undefined : get.call(this, key)
  }
}
