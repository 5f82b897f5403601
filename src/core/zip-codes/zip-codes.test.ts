import { expect, test } from 'vitest'
import { estimatedMiles, readZipCode, type ZipCode } from './zip-codes.ts'

function at(latitude: number, longitude: number): ZipCode {
  return { zip: '00000', city: '', state: '', latitude, longitude }
}

test.each([
  ['75201', '75201'],
  [' 75201 ', '75201'],
  ['75201-1234', '75201'],
  ['7520', null],
  ['752011', null],
  ['75201-12', null],
  ['K1A 0B1', null],
  ['', null],
])('%j holds the ZIP code %j', (typed, zip) => {
  expect(readZipCode(typed)).toBe(zip)
})

const DALLAS = at(32.7904, -96.8044)

test.each([
  ['Atlanta', at(33.7525, -84.3888), 781],
  ['Los Angeles', at(34.0522, -118.2437), 1436],
  ['Chicago', at(41.8858, -87.6181), 967],
])(
  'from Dallas to %s the estimate is within 12 %% of the miles that are driven',
  (_, to, driven) => {
    expect(Math.abs(estimatedMiles(DALLAS, to) - driven) / driven).toBeLessThan(0.12)
  },
)

test('whole miles, as many there as back, none where it stays', () => {
  const atlanta = at(33.7525, -84.3888)
  expect(estimatedMiles(DALLAS, atlanta)).toBe(849)
  expect(estimatedMiles(atlanta, DALLAS)).toBe(849)
  expect(estimatedMiles(DALLAS, DALLAS)).toBe(0)
})
