/** What the marked contents of a PDF's pages stand for, which pdf.js does not say (SPEC C592). */
import { readActualTexts } from '#core/confirmations/words/lost-letters.ts'

/** The texts of a page that counts from 0; blank if the file can't be read this way. */
export type FindTexts = (page: number) => (string | null)[]

/** Loads the library, which is only needed for a page with lost letters. */
export async function openMarkedTexts(bytes: Uint8Array): Promise<FindTexts> {
  const { PDFArray, PDFDocument, PDFRawStream, decodePDFRawStream } =
    await import('@cantoo/pdf-lib')
  const options = { password: '', updateMetadata: false }
  const source = await PDFDocument.load(bytes, options).catch(() => undefined)
  return (number) => {
    const page = source?.getPages()[number]?.node
    const contents = page?.Contents()
    const parts =
      contents instanceof PDFArray
        ? contents.asArray().map((_, at) => contents.lookup(at))
        : [contents]
    const streams = parts.map((part) => (part instanceof PDFRawStream ? part : undefined))
    try {
      const texts = streams.map((part) =>
        part ? decodePDFRawStream(part).decode() : new Uint8Array(),
      )
      return readActualTexts(texts.map((text) => new TextDecoder('latin1').decode(text)).join('\n'))
    } catch {
      return []
    }
  }
}
