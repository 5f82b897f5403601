/** Finds the visible part of a page, and where its bottom is after the page is rotated (SPEC C176). */
import { PDFArray, PDFName, PDFNumber, type PDFPageLeaf } from '@cantoo/pdf-lib'

/** A box in the page's own coordinates and units. */
export type Box = { left: number; bottom: number; right: number; top: number }

/** Degrees clockwise, as a PDF viewer rotates the page. */
export type Turn = 0 | 90 | 180 | 270

export const LETTER: Box = { left: 0, bottom: 0, right: 612, top: 792 }

/** What PDF viewers show: the crop box within the media box. A page without a size is Letter, as viewers show it. */
export function readBox(page: PDFPageLeaf): Box {
  const media = toBox(page.getInheritableAttribute(PDFName.MediaBox), page) ?? LETTER
  const crop = toBox(page.getInheritableAttribute(PDFName.CropBox), page)
  return (crop && overlap(media, crop)) ?? media
}

export function readTurn(page: PDFPageLeaf): Turn {
  const value = page.context.lookup(page.getInheritableAttribute(PDFName.of('Rotate')))
  const degrees = value instanceof PDFNumber ? value.asNumber() : 0
  const turn = ((degrees % 360) + 360) % 360
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0
}

/** The size of the box after the turn. */
export function seenSize({ left, bottom, right, top }: Box, turn: Turn) {
  const [across, up] = [right - left, top - bottom]
  return turn % 180 ? { width: up, height: across } : { width: across, height: up }
}

/** Adds space below the visible part and to its right. */
export function extendBox(box: Box, turn: Turn, below: number, right: number): Box {
  const { left: x0, bottom: y0, right: x1, top: y1 } = box
  if (turn === 90) return { left: x0, bottom: y0, right: x1 + below, top: y1 + right }
  if (turn === 180) return { left: x0 - right, bottom: y0, right: x1, top: y1 + below }
  if (turn === 270) return { left: x0 - below, bottom: y0 - right, right: x1, top: y1 }
  return { left: x0, bottom: y0 - below, right: x1 + right, top: y1 }
}

/** The matrix from coordinates that begin at the lower left corner of the visible part to the page's own coordinates. */
export function seenMatrix(box: Box, turn: Turn): [number, number, number, number, number, number] {
  const { left, bottom, right, top } = box
  if (turn === 90) return [0, 1, -1, 0, right, bottom]
  if (turn === 180) return [-1, 0, 0, -1, right, top]
  if (turn === 270) return [0, -1, 1, 0, left, top]
  return [1, 0, 0, 1, left, bottom]
}

function toBox(value: unknown, page: PDFPageLeaf): Box | undefined {
  const array = value instanceof PDFArray ? value : page.context.lookup(value as PDFName)
  if (!(array instanceof PDFArray) || array.size() < 4) return undefined
  const numbers = [0, 1, 2, 3].map((index) => array.lookup(index))
  const [a = 0, b = 0, c = 0, d = 0] = numbers.map((number) =>
    number instanceof PDFNumber ? number.asNumber() : Number.NaN,
  )
  const [left, bottom] = [Math.min(a, c), Math.min(b, d)]
  const [right, top] = [Math.max(a, c), Math.max(b, d)]
  return right > left && top > bottom ? { left, bottom, right, top } : undefined
}

function overlap(one: Box, other: Box): Box | undefined {
  const left = Math.max(one.left, other.left)
  const bottom = Math.max(one.bottom, other.bottom)
  const right = Math.min(one.right, other.right)
  const top = Math.min(one.top, other.top)
  return right > left && top > bottom ? { left, bottom, right, top } : undefined
}
