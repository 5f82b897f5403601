/** Checks the first and last bytes of a PDF. A worker thread then counts its pages. */
import { documentMessages } from '#core/documents/documents.ts'
import { badFile, type Walk } from './walk.ts'

const END = '%%EOF'
/** Some programs append a signature or line ends. */
const END_WITHIN = 2048
const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1')
/** A ZIP ends with an end record of 22 bytes and a comment of up to 65,535 bytes. */
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
 * Whether a program that opens ZIP files would find an end record in `tail`. Far from the end of the file, four zeros must
 * follow the mark, as in a ZIP on one disk, because one of 65,000 files with pictures contains the mark's four bytes by chance.
 */
function isEndOfZip(tail: Buffer): boolean {
  for (let at = tail.indexOf(END_OF_ZIP); at >= 0; at = tail.indexOf(END_OF_ZIP, at + 1))
    if (at >= TAIL_BYTES - END_WITHIN || tail.readUInt32LE(at + 4) === 0) return true
  return false
}
