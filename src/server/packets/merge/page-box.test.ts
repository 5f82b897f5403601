import { expect, test } from 'vitest'
import { extendBox, seenMatrix, seenSize, type Box, type Turn } from './page-box.ts'

const BOX: Box = { left: 10, bottom: 20, right: 110, top: 220 }

/** The page's own coordinates of a point that is given from the lower left corner of the visible part. */
function toPage(box: Box, turn: Turn, [x, y]: [number, number]) {
  const [a, b, c, d, e, f] = seenMatrix(box, turn)
  return [a * x + c * y + e, b * x + d * y + f]
}

test.each([0, 90, 180, 270] as const)(
  'C176 On a page turned by %i degrees, the space for a stamp is below and to the right of what is seen',
  (turn) => {
    const { width, height } = seenSize(BOX, turn)
    const extended = extendBox(BOX, turn, 30, 7)
    expect(seenSize(extended, turn)).toEqual({ width: width + 7, height: height + 30 })
    expect(toPage(extended, turn, [0, 30])).toEqual(toPage(BOX, turn, [0, 0]))
    expect(toPage(extended, turn, [width, height + 30])).toEqual(toPage(BOX, turn, [width, height]))
  },
)
