import { expect, test } from 'vitest'
import { toNfc } from '#core/to-nfc.ts'
import { describeUnprintable, findUnprintable } from './printable.ts'

test.each([
  'Łukasz Dąbrowski',
  'Nguyễn Thị Ánh',
  'José “Pepe” Muñoz',
  'O’Brien & Sons <b>',
  'Дмитрий',
  'Γιάννης',
  'Straße № 5 – 12½ ¢ € ™',
  'A\nB\tC',
  'e\u0301',
])('C463 %j can be printed', (text) => {
  expect(findUnprintable(text)).toEqual([])
  expect(describeUnprintable(text)).toBeUndefined()
})

test.each([
  ['王 Trucking 王伟', ['王', '伟']],
  ['محمد', ['م', 'ح', 'د']],
  ['Truck 🚚', ['🚚']],
  ['नमस्ते', ['न', 'म', 'स्ते']],
  ['דוד', ['ד', 'ו']],
])('C463 %j can not be printed whole', (text, found) => {
  expect(findUnprintable(text)).toEqual(found)
})

test('C463 The hint names at most five letters', () => {
  expect(describeUnprintable('王 Trucking')).toBe(
    'Statements and invoices print □ for 王. Use Latin letters.',
  )
  expect(describeUnprintable('一二三四五六')).toContain('一 二 三 四 五 …')
})

test.each([
  ['Paci\uFB01c Freight', 'Pacific Freight'],
  ['O\uFB03ce \uFB00\uFB02', 'Office fffl'],
  ['\uFF21\uFF22\uFF23\u3000\uFF11\uFF12', 'ABC 12'],
  ['½ ² ™ №', '½ ² ™ №'],
  ['e\u0301', 'é'],
])('C463 Ligatures and full-width letters are stored as plain ones: %j', (typed, stored) => {
  expect(toNfc(typed)).toBe(stored)
})
