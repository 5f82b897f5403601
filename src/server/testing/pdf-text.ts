/** Reads the text of a PDF, as a person would copy it out: for tests. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** One string a page, its lines divided by "\n". */
export async function pdfText(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const texts = items.map((item) =>
      'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '',
    )
    pages.push(texts.join(''))
  }
  await task.destroy()
  return pages
}
