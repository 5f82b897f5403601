/** The first and last bytes of a PDF. A worker thread then counts its pages. */
import { documentMessages } from '#core/documents/documents.ts'
import { badFile, type Walk } from './walk.ts'

const END = '%%EOF'
/** Some programs append a signature or line ends. */
const END_WITHIN = 2048
const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1')
/** A ZIP ends with its directory's end of 22 bytes and a comment of up to 65,535. */
const TAIL_BYTES = 22 + 65_535

/** The mark of a PDF must be the first bytes: a file that starts as another type could be opened as that type. */
export function isPdfStart(head: Buffer): boolean {
  return /^(?:\xEF\xBB\xBF)?\s*%PDF-\d/.test(head.toString('latin1'))
}

export function walkPdf(): Walk {
  const tail = Buffer.alloc(TAIL_BYTES)
  return {
    look(piece) {
      const kept = piece.subarray(-TAIL_BYTES)
      tail.copyWithin(0, kept.length)
      tail.set(kept, TAIL_BYTES - kept.length)
    },
    finish() {
      if (isEndOfZip(tail)) throw badFile(documentMessages.mixed)
      if (!tail.includes(END, TAIL_BYTES - END_WITHIN, 'latin1'))
        throw badFile(documentMessages.truncated)
    },
  }
}

/**
 * Whether a program that opens ZIP files finds an end of one in `tail`. Far from the end of the file, four zeros must follow, as in a
 * ZIP on one disk: a picture has the four bytes of the mark by chance once in 65,000 files.
 */
function isEndOfZip(tail: Buffer): boolean {
  for (let at = tail.indexOf(END_OF_ZIP); at >= 0; at = tail.indexOf(END_OF_ZIP, at + 1))
    if (at >= TAIL_BYTES - END_WITHIN || tail.readUInt32LE(at + 4) === 0) return true
  return false
}
