/** The first and last bytes of a PDF. A worker thread then counts its pages. */
import { documentMessages } from '#core/documents/documents.ts'
import { badFile, type Walk } from './walk.ts'

const END = '%%EOF'
const END_OF_ZIP = 'PK\x05\x06'
/** Some programs append a signature or line ends. */
const TAIL_BYTES = 2048

/** At the very beginning: a file that starts as something else could be opened as that. */
export function isPdfStart(head: Buffer): boolean {
  return /^(?:\xEF\xBB\xBF)?\s*%PDF-\d/.test(head.toString('latin1'))
}

export function walkPdf(): Walk {
  let tail = Buffer.alloc(0)
  return {
    look(piece) {
      tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
    },
    finish() {
      const text = tail.toString('latin1')
      if (text.includes(END_OF_ZIP)) throw badFile(documentMessages.mixed)
      if (!text.includes(END)) throw badFile(documentMessages.truncated)
    },
  }
}
