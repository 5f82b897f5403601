/** Opens PDFs in the browser. The library is loaded when the first one is opened. */
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Where the build puts the decoders of scans (`vite.config.ts`). */
const DECODERS = import.meta.env.VITE_PDF_DECODERS

/** `close` frees its memory. Throws an Error if it is not a PDF. */
export type OpenPdf = { pdf: PDFDocumentProxy; close: () => void }

/** The array then belongs to the library. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  GlobalWorkerOptions.workerSrc = workerAddress
  const task = getDocument({
    data,
    wasmUrl: DECODERS,
    enableXfa: false,
    // A picture of billions of pixels would end the page.
    maxImageSize: 100_000_000,
  })
  return { pdf: await task.promise, close: () => void task.destroy() }
}

/** The words of the first page, to guess what the file is. Blank for a scan or a broken file. */
export async function readFirstWords(file: Blob): Promise<string> {
  try {
    const { pdf, close } = await openPdf(new Uint8Array(await file.arrayBuffer()))
    const page = await pdf.getPage(1)
    const { items } = await page.getTextContent()
    close()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  } catch {
    return ''
  }
}
