/**
 * Detects the type of a file from its bytes, while they arrive (SPEC C112). It never decodes a picture, and it keeps only the
 * end of the file that it has to search.
 */
import {
  documentMessages,
  type FileType,
  LARGEST_FILE,
  PDF_HEAD_BYTES,
} from '#core/documents/documents.ts'
import { RequestError } from '#server/errors.ts'
import { isPdfStart, walkPdf } from './walk-pdf.ts'
import { isPngStart, walkPng } from './walk-png.ts'
import { badFile, MOST_SEGMENTS, rejectPixels, type Walk } from './walk.ts'

// The segments of a JPEG: the size from its frame header, and its end.

const MARK = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Frame headers. The codes between them (DHT, JPG, DAC) are something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/** Whether the byte after a mark makes the two a part of the picture's data. */
const isData = (byte: number) => byte === 0 || isRestart(byte)
/** The bytes of a frame head: length, precision, height, width. */
const FRAME_HEAD = 7
const LENGTH = 2

function isJpegStart(head: Buffer): boolean {
  return head[0] === MARK && head[1] === START && head[2] === MARK
}

type State = 'start' | 'mark' | 'marker' | 'length' | 'scan' | 'scan-mark' | 'end'

/**
 * The place of the next mark that can end the picture's data, or the length. A picture can be made of marks that don't: they are passed
 * over here, because a step for each would keep the server busy for a second.
 */
function passScan(piece: Buffer, from: number): number {
  let at = from
  while (at < piece.length) {
    if (piece[at] !== MARK) at++
    else if (at + 1 < piece.length && isData(piece[at + 1] ?? 0)) at += 2
    else break
  }
  return at
}

/** Millions of these bytes can follow each other: marks before a segment, and padding after the picture. */
function isFill(state: State, byte: number | undefined): boolean {
  if (state === 'marker' || state === 'scan-mark') return byte === MARK
  return state === 'end' && byte === 0
}

function walkJpeg(): Walk {
  let state: State = 'mark'
  let marker = 0
  let head: number[] = []
  let skip = 0
  let hasSize = false
  let segments = 0

  /** Reads the length of a segment, and the size from a frame header. */
  function readHead(): void {
    const [first = 0, second = 0, , high = 0, low = 0, wide = 0, narrow = 0] = head
    const length = first * 256 + second
    if (length < LENGTH) throw badFile(documentMessages.damaged)
    if (isFrame(marker)) {
      rejectPixels(wide * 256 + narrow, high * 256 + low)
      hasSize = true
    }
    skip = Math.max(length - head.length, 0)
    head = []
    state = marker === SCAN ? 'scan' : 'mark'
  }

  const step: Record<State, (byte: number) => void> = {
    start(byte) {
      // Phones append a second picture to the first.
      if (byte === START) state = 'mark'
      else throw badFile(documentMessages.mixed)
    },
    mark(byte) {
      if (byte !== MARK) throw badFile(documentMessages.damaged)
      state = 'marker'
    },
    marker(byte) {
      marker = byte
      if (++segments > MOST_SEGMENTS) throw badFile(documentMessages.tooManySegments)
      if (byte === END) state = 'end'
      else state = byte === START || isRestart(byte) ? 'mark' : 'length'
    },
    length(byte) {
      head.push(byte)
      if (head.length === (isFrame(marker) ? FRAME_HEAD : LENGTH)) readHead()
    },
    scan(byte) {
      if (byte === MARK) state = 'scan-mark'
    },
    'scan-mark'(byte) {
      if (isData(byte)) state = 'scan'
      else step.marker(byte)
    },
    end(byte) {
      if (byte === MARK) state = 'start'
      // Padding.
      else if (byte !== 0x0a && byte !== 0x0d) throw badFile(documentMessages.mixed)
    },
  }

  return {
    look(piece) {
      for (let at = 0; at < piece.length; at++) {
        if (skip) {
          const passed = Math.min(skip, piece.length - at)
          skip -= passed
          at += passed - 1
          continue
        }
        if (state === 'scan') at = passScan(piece, at)
        else if (isFill(state, piece[at])) continue
        if (at < piece.length) step[state](piece[at] ?? 0)
      }
    },
    finish() {
      if (state !== 'end') throw badFile(documentMessages.truncated)
      if (!hasSize) throw badFile(documentMessages.damaged)
    },
  }
}

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
