/** The chunks of a PNG: the size from its header, and its end. */
import { documentMessages } from '#core/documents/documents.ts'
import { badFile, MOST_SEGMENTS, rejectPixels, type Walk } from './walk.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The bytes before a chunk's data: length and type. */
const CHUNK_HEAD = 8
const CHECKSUM = 4
const HEADER_DATA = 13
/** The most bytes that are read at once: the header's data and its checksum. */
const MOST_KEPT = HEADER_DATA + CHECKSUM

export function isPngStart(head: Buffer): boolean {
  return head.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

export function walkPng(): Walk {
  const kept = Buffer.alloc(MOST_KEPT)
  let filled = 0
  let chunks = 0
  /** Bytes to pass over, and to keep before `read` sees them. */
  let [skip, wanted] = [SIGNATURE.length, CHUNK_HEAD]
  let read = readFirst
  let ended = false

  function readFirst(chunk: Buffer): void {
    const isHeader = chunk.readUInt32BE(0) === HEADER_DATA && typeOf(chunk) === 'IHDR'
    if (!isHeader) throw badFile(documentMessages.damaged)
    wanted = MOST_KEPT
    read = readSize
  }

  function readSize(data: Buffer): void {
    rejectPixels(data.readUInt32BE(0), data.readUInt32BE(4))
    wanted = CHUNK_HEAD
    read = readChunk
  }

  function readChunk(chunk: Buffer): void {
    if (++chunks > MOST_SEGMENTS) throw badFile(documentMessages.tooManySegments)
    if (!/^[A-Za-z]{4}$/.test(typeOf(chunk))) throw badFile(documentMessages.damaged)
    ended = typeOf(chunk) === 'IEND'
    skip = chunk.readUInt32BE(0) + CHECKSUM
  }

  return {
    look(piece) {
      let rest = piece
      while (rest.length) {
        if (ended && !skip) throw badFile(documentMessages.mixed)
        const passed = Math.min(skip, rest.length)
        skip -= passed
        const taken = skip || ended ? 0 : Math.min(wanted - filled, rest.length - passed)
        filled += rest.copy(kept, filled, passed, passed + taken)
        rest = rest.subarray(passed + taken)
        if (filled < wanted) continue
        filled = 0
        read(kept)
      }
    },
    finish() {
      if (!ended || skip) throw badFile(documentMessages.truncated)
    },
  }
}

function typeOf(chunk: Buffer): string {
  return chunk.toString('latin1', 4, CHUNK_HEAD)
}
