import { expect, test } from 'vitest'
import { chooseTurn, looksUpright, turnBack, turnSize } from './turns.ts'

const word = (text: string, confidence: number) => ({ text, confidence })

test('C159 A page is not turned if OCR is sure of most of its letters', () => {
  const sure = ['Rate', 'Confirmation', 'Pickup', 'Dallas'].map((text) => word(text, 93))
  expect(looksUpright(sure)).toBe(true)
  expect(looksUpright([...sure, word('|||', 10)])).toBe(true)
  expect(looksUpright([word('ou', 96), ...Array(30).fill(word('xqw', 31))])).toBe(false)
  expect(looksUpright([])).toBe(false)
})

test('C159 The turn with the most sure letters is chosen, or no turn if there are none', () => {
  const samples = (sure: number[]) =>
    ([0, 90, 180, 270] as const).map((turn, at) => ({ turn, sure: sure[at] ?? 0 }))
  expect(chooseTurn(samples([12, 5, 0, 340]))).toBe(270)
  expect(chooseTurn(samples([0, 0, 0, 0]))).toBe(0)
})

test('C159 Words are marked where they are on the page as it was scanned', () => {
  const page = { width: 792, height: 612 }
  const box = { x: 10, y: 20, width: 100, height: 8 }
  expect(turnSize(page, 90)).toEqual({ width: 612, height: 792 })
  expect(turnBack(box, page, 0)).toEqual(box)
  expect(turnBack(box, page, 90)).toEqual({ x: 20, y: 502, width: 8, height: 100 })
  expect(turnBack(box, page, 180)).toEqual({ x: 682, y: 584, width: 100, height: 8 })
  expect(turnBack(box, page, 270)).toEqual({ x: 764, y: 10, width: 8, height: 100 })
})
