/**
 * Detects the type of a file from its bytes, while they arrive (SPEC C112). It never decodes a picture, and it keeps only the
 * end of the file that it has to search.
 */
import {
  documentMessages,
  LARGEST_FILE,
  PDF_HEAD_BYTES,
  type FileType,
} from '#core/documents/documents.ts'
import { RequestError } from '#server/errors.ts'
import { badFile, type Walk } from './walk.ts'
import { isJpegStart, walkJpeg } from './walk-jpeg.ts'
import { isPdfStart, walkPdf } from './walk-pdf.ts'
import { isPngStart, walkPng } from './walk-png.ts'

type Kind = { type: FileType; isStart: (head: Buffer) => boolean; walk: () => Walk }

/** A picture can have the mark of a PDF in its first bytes. */
const KINDS: Kind[] = [
  { type: 'image/jpeg', isStart: isJpegStart, walk: walkJpeg },
  { type: 'image/png', isStart: isPngStart, walk: walkPng },
  { type: 'application/pdf', isStart: isPdfStart, walk: walkPdf },
]
/** Enough bytes to distinguish the three file types, unless something is before the mark of a PDF. */
const HEAD_BYTES = 16

/** `look` and `finish` throw 400, 413 and 415 with what the user can do. */
export type FileCheck = { look: (piece: Uint8Array) => void; finish: () => FileType }

export function checkFile(): FileCheck {
  let head = Buffer.alloc(0)
  let found: { type: FileType; walk: Walk } | undefined
  let bytes = 0

  function recognize(isAll: boolean): void {
    const kind = KINDS.find(({ isStart }) => isStart(head))
    if (!kind && !isAll && head.length < PDF_HEAD_BYTES) return
    if (!kind) throw new RequestError(415, documentMessages.type)
    found = { type: kind.type, walk: kind.walk() }
    found.walk.look(head)
  }

  return {
    look(piece) {
      bytes += piece.length
      if (bytes > LARGEST_FILE) throw new RequestError(413, documentMessages.tooLarge)
      if (found) return found.walk.look(toBuffer(piece))
      head = Buffer.concat([head, piece])
      if (head.length >= HEAD_BYTES) recognize(false)
    },
    finish() {
      if (!bytes) throw badFile(documentMessages.empty)
      if (!found) recognize(true)
      if (!found) throw new RequestError(415, documentMessages.type)
      found.walk.finish()
      return found.type
    },
  }
}

function toBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
