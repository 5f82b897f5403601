/** Makes a page as OCR reads it from typed text, for tests. */
import type { ScannedLine } from '#core/confirmations/scan/scanned-page.ts'
import { toScannedPage } from '#core/confirmations/scan/scanned-page.ts'
import { turnSize, type Turn } from '#core/confirmations/scan/turns.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { baselineOf } from '#core/confirmations/words/words.ts'
import { typedPage } from './typed-page.ts'

/** `confidence`: of words, if it is not 95. `slope`: how much the page falls to the right. `turn`: how OCR turned the page. */
type Scanning = { confidence?: Record<string, number>; slope?: number; turn?: Turn }

const SCALE = 200 / 72
const HALF_UP = 0.72

/** Each word of the text becomes a separate line: OCR often divides a row. */
export function scannedPage(
  text: string,
  { confidence = {}, slope = 0, turn = 0 }: Scanning = {},
): Page {
  const { width, height, words } = typedPage(text)
  const lines = words.map((word): ScannedLine => {
    const bottom = (at: number) => (baselineOf(word) + (at - width / 2) * slope) * SCALE
    const [left, right] = [word.x * SCALE, (word.x + word.width) * SCALE]
    const middle = bottom(word.x + word.width / 2)
    const top = middle - word.height * HALF_UP * SCALE
    return {
      baseline: { x0: left, y0: bottom(word.x), x1: right, y1: bottom(word.x + word.width) },
      rowAttributes: { rowHeight: word.height * 0.92 * SCALE },
      words: [
        {
          text: word.text,
          confidence: confidence[word.text] ?? 95,
          bbox: { x0: left, y0: top, x1: right, y1: middle },
        },
      ],
    }
  })
  return toScannedPage(lines, { ...turnSize({ width, height }, turn), scale: SCALE, turn })
}
