import { expect, test } from 'vitest'
import { estimateMiles, readZipCode, type ZipCode } from './zip-codes.ts'

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
])('The ZIP code of %j is %j', (typed, zip) => {
  expect(readZipCode(typed)).toBe(zip)
})

const DALLAS = at(32.7904, -96.8044)

test.each([
  ['Atlanta', at(33.7525, -84.3888), 781],
  ['Los Angeles', at(34.0522, -118.2437), 1436],
  ['Chicago', at(41.8858, -87.6181), 967],
])('The estimate from Dallas to %s is within 12%% of the driven miles', (_, to, driven) => {
  expect(Math.abs(estimateMiles(DALLAS, to) - driven) / driven).toBeLessThan(0.12)
})

test('The estimate is whole miles, the same in both directions, and 0 for the same place', () => {
  const atlanta = at(33.7525, -84.3888)
  expect(estimateMiles(DALLAS, atlanta)).toBe(849)
  expect(estimateMiles(atlanta, DALLAS)).toBe(849)
  expect(estimateMiles(DALLAS, DALLAS)).toBe(0)
})
