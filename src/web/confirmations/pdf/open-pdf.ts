/** Opens a PDF in the browser with pdf.js, in a worker. Nothing is sent anywhere. */
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { toPage } from '#core/confirmations/words/pdf-words.ts'
import type { Page } from '#core/confirmations/words/words.ts'

/** `pages`: the words of the first pages. `sizes`: of all pages, in points. */
export type OpenedPdf = {
  pages: Page[]
  sizes: { width: number; height: number }[]
  /** Draws a page as wide as `width` pixels. `page` counts from 0. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<void>
  close: () => void
}

/** A confirmation says everything on its first pages; terms follow. */
const MOST_PAGES_READ = 30
const MOST_PAGES = 100
const MOST_BYTES = 25_000_000
const MOST_MS = 20_000

/** Throws an Error that says in plain words why the file can't be read. */
export async function openPdf(file: File): Promise<OpenedPdf> {
  if (file.size > MOST_BYTES) throw new Error('This file is larger than 25 MB.')
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  GlobalWorkerOptions.workerSrc = workerUrl
  const data = new Uint8Array(await file.arrayBuffer())
  // Without WebAssembly: the content security policy stays as strict as on every other screen.
  const task = getDocument({
    data,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: true,
    verbosity: 0,
  })
  const close = () => void task.destroy()
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('This PDF takes too long to read.')), MOST_MS)
  })
  try {
    return await Promise.race([readDocument(task.promise, close), tooLong])
  } catch (error) {
    close()
    throw new Error(describeFailure(error), { cause: error })
  }
}

type PdfDocument = Awaited<
  ReturnType<(typeof import('pdfjs-dist/legacy/build/pdf.mjs'))['getDocument']>['promise']
>

async function readDocument(opening: Promise<PdfDocument>, close: () => void): Promise<OpenedPdf> {
  const document = await opening
  if (document.numPages > MOST_PAGES) {
    throw new Error(`This PDF has ${document.numPages} pages; ${MOST_PAGES} is the most.`)
  }
  const pages: Page[] = []
  const sizes: OpenedPdf['sizes'] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale: 1 })
    sizes.push({ width: viewport.width, height: viewport.height })
    if (number > MOST_PAGES_READ) continue
    const { items } = await page.getTextContent()
    const texts = items.filter((item) => 'str' in item)
    pages.push(toPage(texts, viewport))
  }
  return {
    pages,
    sizes,
    close,
    draw: (page, canvas, width) => drawPage(document, page, canvas, width),
  }
}

async function drawPage(
  document: PdfDocument,
  page: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  const found = await document.getPage(page + 1)
  const scale = width / found.getViewport({ scale: 1 }).width
  const viewport = found.getViewport({ scale })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  await found.render({ canvas, viewport }).promise
}

function describeFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException')
    return 'This PDF is locked with a password. Ask for one without.'
  if (name === 'InvalidPDFException') return 'This file is not a PDF, or it is damaged.'
  return error instanceof Error && name === 'Error' ? error.message : 'This PDF could not be read.'
}
