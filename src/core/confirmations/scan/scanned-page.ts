/** Makes the words of a scanned page from the lines that OCR read (SPEC C143). */
import { turnBack, turnSize, type Turn } from './turns.ts'
import { ASCENT, type Box, type Page, type Word } from '#core/confirmations/words/words.ts'

/** In pixels of the picture, from its top left corner. */
type Corners = { x0: number; y0: number; x1: number; y1: number }

/** A line as tesseract.js returns it. `rowHeight`: from the tops of the tallest letters to the bottoms of the lowest ones. */
export type ScannedLine = {
  baseline: Corners
  rowAttributes: { rowHeight: number }
  words: readonly { text: string; confidence: number; bbox: Corners }[]
}

/** The size of the scanned page in points. `scale`: pixels of the picture per point. `turn`: how the picture was turned for OCR. */
type ScannedSize = { width: number; height: number; scale: number; turn?: Turn }

/** The part of a font's size between the lowest and the highest points of its letters. */
const ROW_HEIGHT = 0.92

/** Frames of tables look like these letters. */
const FRAME = /^[|_~=[\]{}\\]+|[|_~=[\]{}\\]+$/g
/** OCR often reads a minus sign as a long dash. */
const LONG_DASH = /[–—−]/g
/** "Ibs" with a capital I: pounds. */
const POUNDS = /\bIb(?=s?\b)/
/** "1 of 1" of a stop, as one word and with letters for digits: "10f1", "lof1". */
const COUNT = /^([\dlI]{1,2})[o0]f([\dlI]{1,2})$/

/** Levels the words of a skewed page, so that the words of a row are on one line. */
export function toScannedPage(
  lines: readonly ScannedLine[],
  { width: scannedWidth, height: scannedHeight, scale, turn = 0 }: ScannedSize,
): Page {
  const scanned = { width: scannedWidth, height: scannedHeight }
  const { width, height } = turnSize(scanned, turn)
  const slope = findSlope(lines)
  const middle = { x: width / 2, y: height / 2 }
  const words = lines.flatMap((line) => {
    const size = line.rowAttributes.rowHeight / scale / ROW_HEIGHT
    return line.words.flatMap(({ text, confidence, bbox }): Word[] => {
      const printed = cleanWord(text)
      if (!printed) return []
      const place = toBox(bbox, scale)
      const x = place.x + place.width / 2
      const y = baselineAt(line.baseline, (bbox.x0 + bbox.x1) / 2) / scale
      const box = {
        x: x + (y - middle.y) * slope - place.width / 2,
        y: y - (x - middle.x) * slope - size * ASCENT,
        width: place.width,
        height: size,
      }
      const seen = turnBack(place, scanned, turn)
      return [{ ...box, text: printed, confidence: Math.round(confidence), place: seen }]
    })
  })
  return { width, height, words }
}

function cleanWord(text: string): string {
  return text
    .replaceAll(FRAME, '')
    .replaceAll(LONG_DASH, '-')
    .replace(POUNDS, 'lb')
    .replace(COUNT, (_, number: string, all: string) => `${toCount(number)} of ${toCount(all)}`)
}

function toCount(text: string): string {
  return /^\d+$/.test(text) ? text : '1'
}

function toBox({ x0, y0, x1, y1 }: Corners, scale: number): Box {
  return { x: x0 / scale, y: y0 / scale, width: (x1 - x0) / scale, height: (y1 - y0) / scale }
}

function baselineAt({ x0, y0, x1, y1 }: Corners, x: number): number {
  return x1 === x0 ? y0 : y0 + ((x - x0) * (y1 - y0)) / (x1 - x0)
}

/** How much the lines fall to the right: the median of their slopes, weighted by length. */
function findSlope(lines: readonly ScannedLine[]): number {
  const slopes = lines
    .map(({ baseline: { x0, y0, x1, y1 } }) => ({ length: x1 - x0, slope: (y1 - y0) / (x1 - x0) }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => a.slope - b.slope)
  const half = slopes.reduce((sum, { length }) => sum + length, 0) / 2
  let passed = 0
  return slopes.find(({ length }) => (passed += length) >= half)?.slope ?? 0
}
