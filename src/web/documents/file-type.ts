/** What a file is, by its first bytes: names and declared types are often wrong or missing (SPEC C111). */
import { PDF_HEAD_BYTES } from '#core/documents/documents.ts'
import { isHeic } from './photos/heic/is-heic.ts'

/** Printers and web servers put lines of their own before the mark of a PDF (SPEC C420). */
export async function isPdf(file: Blob): Promise<boolean> {
  const start = file.slice(0, PDF_HEAD_BYTES)
  const head = new Uint8Array(await start.arrayBuffer().catch(() => new ArrayBuffer()))
  const isPicture = head[0] === JPEG_START || head[0] === PNG_START
  return !isPicture && new TextDecoder('latin1').decode(head).includes('%PDF-')
}

/** The first byte of a picture, whose text can contain the mark. */
const [JPEG_START, PNG_START] = [0xff, 0x89]

/** A picture that the browser may show, or the photo of an iPhone. */
export async function isPicture(file: Blob): Promise<boolean> {
  return file.type.startsWith('image/') || (await isHeic(file).catch(() => false))
}
