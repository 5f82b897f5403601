import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, escapeFormula, unescapeFormula } from './csv.ts'

test.each([
  ['Łukasz', 'Łukasz'],
  ['Smith, Pat', '"Smith, Pat"'],
  ['the "Duke"', '"the ""Duke"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  [' indented', '" indented"'],
  ['spaced ', '"spaced "'],
  ['', ''],
])('B50 The cell %j is written as %j', (cell, written) => {
  expect(csvLine([cell, 'x'])).toBe(`${written},x\r\n`)
})

describe('formulas', () => {
  test.each([
    '=1+1',
    '+1 555 010',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    '＝1+1',
    '＠SUM(A1)',
  ])('S14 B50 The formula %j is escaped', (cell) => expect(escapeFormula(cell)).toBe(`'${cell}`))

  test.each(['-12.00', '12', '-3', "O'Brien", "'90s Freight", 'a=b', ''])(
    'B50 %j stays unchanged',
    (cell) => expect(escapeFormula(cell)).toBe(cell),
  )

  test('B50 Unescaping restores every cell', () => {
    const awkward = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '1', '.', 'a') })
    fc.assert(fc.property(awkward, (cell) => unescapeFormula(escapeFormula(cell)) === cell))
  })
})
