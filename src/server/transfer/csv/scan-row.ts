/**
 * Finds where a row of a CSV file ends and counts its cells before they are made: a line of commas would become a
 * million of them (SPEC C32).
 */

/** A spreadsheet writes a row of at most this many columns, most of them blank. */
export const MAX_CELLS = 16_384
/** Bytes. A row of 100 cells of 10,000 characters. */
const LONGEST_ROW = 1024 * 1024

export type ScannedRow = {
  /** Cells up to the last one that is not blank. */
  used: number
  /** Where the last used cell ends. */
  usedEnd: number
  /** Where the next row begins. */
  next: number
  /** Why the row cannot be read. */
  problem?: 'too many cells' | 'open quote' | 'too long'
}

const QUOTE = 0x22
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const FIRST_BEYOND_ASCII = 0x80

/** A quote opens a cell only as its first character. The parser rejects every other one. */
export function scanRow(bytes: Uint8Array, start: number, delimiter: number): ScannedRow {
  const end = Math.min(bytes.length, start + LONGEST_ROW)
  const row: ScannedRow = { used: 0, usedEnd: start, next: end }
  let from = start
  for (let cells = 1; ; cells++) {
    const cell = scanCell(bytes, from, end, delimiter)
    if (cell.isUsed) [row.used, row.usedEnd] = [cells, cell.end]
    if (cell.end === end) {
      if (end < bytes.length) row.problem = cell.isOpen ? 'open quote' : 'too long'
      return row
    }
    if (bytes[cell.end] !== delimiter) {
      row.next =
        cell.end + (bytes[cell.end] === RETURN && bytes[cell.end + 1] === LINE_FEED ? 2 : 1)
      return row
    }
    if (cells === MAX_CELLS) return { ...row, problem: 'too many cells' }
    from = cell.end + 1
  }
}

type ScannedCell = { end: number; isUsed: boolean; isOpen: boolean }

function scanCell(bytes: Uint8Array, start: number, end: number, delimiter: number): ScannedCell {
  const isQuoted = bytes[start] === QUOTE
  const closed = isQuoted ? findClosingQuote(bytes, start + 1, end) : start
  if (closed === end && isQuoted) return { end, isUsed: true, isOpen: true }
  let at = isQuoted ? closed + 1 : start
  while (at < end && !endsCell(bytes[at], delimiter)) at++
  // The parser must see what follows a closing quote: it is an error.
  const isUsed = isQuoted
    ? at > closed + 1 || hasText(bytes, start + 1, closed)
    : hasText(bytes, start, at)
  return { end: at, isUsed, isOpen: false }
}

/** The position of the closing quote; `end` if there is none. Two quotes in a row are one quote of the text. */
function findClosingQuote(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== QUOTE) continue
    if (bytes[at + 1] !== QUOTE) return at
    at++
  }
  return end
}

function endsCell(byte: number | undefined, delimiter: number): boolean {
  return byte === delimiter || byte === LINE_FEED || byte === RETURN
}

/** False for blanks, wide ones beyond ASCII too. */
function hasText(bytes: Uint8Array, from: number, to: number): boolean {
  let isAscii = true
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? SPACE
    if (byte >= FIRST_BEYOND_ASCII) isAscii = false
    else if (byte > SPACE) return true
  }
  return !isAscii && Buffer.from(bytes.slice(from, to)).toString('utf8').trim() !== ''
}
