/** The words and the pages of a rate confirmation, read in the browser. Nothing is sent anywhere. */
import { LARGEST_FILE, MAX_PAGES } from '#core/documents/documents.ts'
import {
  hasLostLetters,
  restoreLetters,
  type PdfItem,
} from '#core/confirmations/words/lost-letters.ts'
import { toPage } from '#core/confirmations/words/pdf-words.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { openPdf } from '#web/documents/viewer/open-pdf.ts'
import { openMarkedTexts, type FindTexts } from './marked-texts.ts'

/** `pages`: the words of the first pages. `sizes`: of all pages, in points. */
export type OpenedPaper = {
  pages: Page[]
  sizes: { width: number; height: number }[]
  /** Draws a page as wide as `width` pixels. `page` counts from 0. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<void>
  close: () => void
}

/** A confirmation has all its values on the first pages; only terms follow. */
const MOST_PAGES_READ = 30
const MOST_MS = 20_000

type PdfDocument = Awaited<ReturnType<typeof openPdf>>['pdf']

/** Throws an Error that says in plain words why the file can't be read. */
export async function openPaper(file: File): Promise<OpenedPaper> {
  if (file.size > LARGEST_FILE) throw new Error('This file is larger than 25 MB.')
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('This PDF takes too long to read.')), MOST_MS)
  })
  const opening = file.arrayBuffer().then((bytes) => openPdf(new Uint8Array(bytes)))
  try {
    return await Promise.race([opening.then((opened) => readPages(opened, file)), tooLong])
  } catch (error) {
    opening.then(({ close }) => close()).catch(() => undefined)
    throw new Error(describeFailure(error), { cause: error })
  }
}

async function readPages(
  { pdf, close }: Awaited<ReturnType<typeof openPdf>>,
  file: File,
): Promise<OpenedPaper> {
  if (pdf.numPages > MAX_PAGES) {
    throw new Error(`This PDF has ${pdf.numPages} pages; the limit is ${MAX_PAGES}.`)
  }
  const pages: Page[] = []
  const sizes: OpenedPaper['sizes'] = []
  let findTexts: FindTexts | undefined
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: 1 })
    sizes.push({ width: viewport.width, height: viewport.height })
    if (number > MOST_PAGES_READ) continue
    const items: PdfItem[] = (await page.getTextContent({ includeMarkedContent: true })).items
    if (hasLostLetters(items))
      findTexts ??= await openMarkedTexts(new Uint8Array(await file.arrayBuffer()))
    pages.push(toPage(restoreLetters(items, findTexts?.(number - 1) ?? []), viewport))
  }
  return { pages, sizes, close, draw: (page, canvas, width) => drawPage(pdf, page, canvas, width) }
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
    return 'This PDF is locked with a password. Ask for one without a password.'
  if (name === 'InvalidPDFException') return 'This file is not a PDF, or it is damaged.'
  return error instanceof Error && name === 'Error' ? error.message : 'This PDF could not be read.'
}
