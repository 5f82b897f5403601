import { expect, test } from 'vitest'
import { findUnprintable } from '#core/fields/printable.ts'
import { bold, regular } from './fonts.ts'

const BLOCKS = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x386, 0x4ff],
  [0x1e00, 0x1eff],
  [0x2010, 0x2212],
] as const

test('C463 The fonts draw every character that a form calls printable', () => {
  const missing: string[] = []
  for (const [from, to] of BLOCKS)
    for (let code = from; code <= to; code++) {
      const character = String.fromCodePoint(code)
      if (/\s|\p{Cn}|\p{C}/u.test(character) || findUnprintable(character).length) continue
      if (!regular.hasGlyphForCodePoint(code) || !bold.hasGlyphForCodePoint(code))
        missing.push(code.toString(16))
    }
  expect(missing).toEqual([])
})
