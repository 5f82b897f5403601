/** Opens PDFs in the browser. The first PDF loads the library. */
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api.js'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Where the build puts the decoders of scans (`vite.config.ts`). */
const DECODERS = import.meta.env.VITE_PDF_DECODERS

/** `close` frees the PDF's memory. */
export type OpenPdf = { pdf: PDFDocumentProxy; close: () => void }

/** Transfers the array to the library: the caller can't use it afterward. Throws an Error if it is not a PDF. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  GlobalWorkerOptions.workerSrc = workerAddress
  const task = getDocument({
    data,
    wasmUrl: DECODERS,
    enableXfa: false,
    // A picture with billions of pixels would crash the page.
    maxImageSize: 100_000_000,
  })
  return { pdf: await task.promise, close: () => void task.destroy() }
}

/** The words of the first page, to guess the document type. Blank for a scan or a damaged file. */
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
