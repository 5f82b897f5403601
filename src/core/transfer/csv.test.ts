import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, escapeFormula, unescapeFormula } from './csv.ts'

test.each([
  ['Łukasz', 'Łukasz'],
  ['Smith, Pat', '"Smith, Pat"'],
  ['the "Duke"', '"the ""Duke"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('B50 the cell %j stands in the file as %j', (cell, written) => {
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
  ])('S14 B50 %j is made harmless', (cell) => expect(escapeFormula(cell)).toBe(`'${cell}`))

  test.each(['-12.00', '12', '-3', "O'Brien", "'90s Freight", 'a=b', ''])(
    'B50 %j stays as it is',
    (cell) => expect(escapeFormula(cell)).toBe(cell),
  )

  test('B50 reading a cell undoes it, whatever it holds', () => {
    const awkward = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '1', '.', 'a') })
    fc.assert(fc.property(awkward, (cell) => unescapeFormula(escapeFormula(cell)) === cell))
  })
})
