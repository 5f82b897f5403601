/** The words of a PDF, read by pdf.js as the browser does. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { toPage } from '#core/confirmations/words/pdf-words.ts'
import type { Page } from '#core/confirmations/words/words.ts'

export async function readPdf(bytes: Uint8Array): Promise<Page[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Page[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const viewport = page.getViewport({ scale: 1 })
    pages.push(
      toPage(
        items.filter((item) => 'str' in item),
        viewport,
      ),
    )
  }
  await task.destroy()
  return pages
}
