/** The words of a PDF with their places, as the reader of rate confirmations uses them (SPEC C120). */

/** In points of the page as it is shown, from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number }

/** Set for a scan: `confidence` is 0 to 100, and `place` is where the word is on a skewed page. */
export type Word = Box & { text: string; confidence?: number; place?: Box }

export type Page = { width: number; height: number; words: readonly Word[] }

/** The smallest box around all boxes. */
export function joinBoxes(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

export function rightOf(box: Box): number {
  return box.x + box.width
}

/** The line that a word's letters are on. Words of different sizes on one line have the same baseline. */
export function baselineOf(box: Box): number {
  return box.y + box.height * ASCENT
}

/** The part of a font's size above the baseline. */
export const ASCENT = 0.8

/** The lowest confidence of several words or values; empty if none is from a scan. */
export function confidenceOf(parts: readonly { confidence?: number }[]): { confidence?: number } {
  const known = parts.flatMap(({ confidence }) => confidence ?? [])
  return known.length ? { confidence: Math.min(...known) } : {}
}

export function placeOf(word: Word): Box {
  return word.place ?? word
}
