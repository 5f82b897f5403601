/** Words of files that anyone may have made (SPEC C611). */
import { expect, test } from 'vitest'
import { kindOfWord } from './codes.ts'

test.each([
  ['diesel', ['Diesel Fuel', 'ULSD #2', 'Truck Diesel', 'FUEL']],
  ['diesel-1', ['Diesel #1', '#1 Diesel']],
  ['reefer', ['Reefer Fuel', 'ULSR', 'Dyed Diesel']],
  ['def', ['DEF Fluid', 'Diesel Exhaust Fluid']],
  ['toll', ['Tolls', 'TOLL']],
  ['scale', ['CAT Scale', 'Scales']],
  ['advance', ['Cash', 'Cash Advance', 'Lumper']],
  ['oil', ['Oil', 'Additive', 'Anti-Freeze']],
  ['parking', ['Parking Fee']],
  ['merchandise', ['Shower', 'Wash', 'Snacks']],
  ['fee', ['Transaction Fee']],
])('C611 Words of a file that mean %s', (kind, words) => {
  expect(words.map(kindOfWord)).toEqual(words.map(() => kind))
})

test('C611 A word that nobody listed is unknown, also beside diesel or fuel', () => {
  const words = ['', 'XQ7', 'Diesel Mechanic', 'Fuel Card Replacement', 'constructor']
  expect(words.map(kindOfWord)).toEqual(words.map(() => 'unknown'))
})
