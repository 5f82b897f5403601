/** Pages that are sideways or upside down (SPEC C159). */
import type { Box } from '#core/confirmations/words/words.ts'

/** Degrees, clockwise, that turn a picture upright. */
export const TURNS = [0, 90, 180, 270] as const

export type Turn = (typeof TURNS)[number]

type Size = { width: number; height: number }

type SeenWord = { text: string; confidence: number }

const SURE = 80
/** OCR reads single letters from any marks, so shorter words do not count. */
const MIN_WORD_LENGTH = 2
const MIN_LETTERS = 20

/** Counts the letters of words that OCR is sure of. A page in a wrong orientation has hardly any. */
export function countSureLetters(words: readonly SeenWord[]): number {
  return words
    .filter(({ text, confidence }) => confidence >= SURE && text.length >= MIN_WORD_LENGTH)
    .reduce((sum, { text }) => sum + text.length, 0)
}

/** Whether most of what was read is sure, so that the page does not need a turn. */
export function looksUpright(words: readonly SeenWord[]): boolean {
  const sure = countSureLetters(words)
  const all = words.reduce((sum, { text }) => sum + text.length, 0)
  return sure >= MIN_LETTERS && sure * 2 >= all
}

/** The turn whose picture has the most sure letters; 0 if no picture has any. */
export function chooseTurn(samples: readonly { turn: Turn; sure: number }[]): Turn {
  const best = samples.toSorted((a, b) => b.sure - a.sure)[0]
  return best && best.sure > 0 ? best.turn : 0
}

/** The page's size after the turn. */
export function turnSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Maps a box of the turned page to the page as it was scanned. `page`: its size as scanned. */
export function turnBack(box: Box, page: Size, turn: Turn): Box {
  const { x, y, width, height } = box
  const turned = { width: height, height: width }
  switch (turn) {
    case 90:
      return { x: y, y: page.height - x - width, ...turned }
    case 180:
      return { x: page.width - x - width, y: page.height - y - height, width, height }
    case 270:
      return { x: page.width - y - height, y: x, ...turned }
    default:
      return box
  }
}
