/** Checks the first and last bytes of a PDF (SPEC C420). A worker thread then counts its pages. */
import { documentMessages, PDF_HEAD_BYTES } from '#core/documents/documents.ts'
import { badFile, type Walk } from './walk.ts'

const END = '%%EOF'
/** Some programs append a signature or line ends. */
const END_WITHIN = 2048
const START = /%PDF-\d/
/** How other types of files start. One that contains a PDF could be opened as that type. */
const OTHER_STARTS = [
  ...['<', 'PK\x03\x04', 'GIF8', 'BM', 'RIFF', 'II*', 'MM\0*', 'MZ', '\x7FELF', '#!', '%!'],
  ...['{\\rtf', 'Rar!', '7z\xBC', '\x1F\x8B', '\xD0\xCF\x11\xE0'],
]
const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1')
/** A ZIP ends with an end record of 22 bytes and a comment of up to 65,535 bytes. */
const TAIL_BYTES = 22 + 65_535

/** Printers, mailers and web servers put lines of their own before the mark of a PDF. */
export function isPdfStart(head: Buffer): boolean {
  const text = head.toString('latin1', 0, PDF_HEAD_BYTES)
  const start = text.replace(/^(?:\xEF\xBB\xBF)?\s*/, '')
  const isOther = OTHER_STARTS.some((other) => start.startsWith(other))
  return START.test(text) && !isOther && text.slice(4, 8) !== 'ftyp'
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
      if (!isWhole(tail)) throw badFile(documentMessages.truncated)
    },
  }
}

/**
 * Many programs leave out the last line, or fill the file up with zeros after it. Such a file is whole if the place of its table
 * of objects, or its trailer, follows the last object.
 */
function isWhole(tail: Buffer): boolean {
  if (tail.includes(END, TAIL_BYTES - END_WITHIN, 'latin1')) return true
  const text = tail.toString('latin1')
  const lastObject = [...text.matchAll(/\d obj\b/g)].at(-1)?.index ?? 0
  const rest = (word: string) => text.slice(Math.max(text.lastIndexOf(word), lastObject))
  const trailer = rest('trailer')
  return (
    /^startxref\s+\d/.test(rest('startxref')) ||
    (/^trailer\s*<</.test(trailer) && trailer.includes('/Root') && trailer.includes('>>'))
  )
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
