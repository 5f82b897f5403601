import { expect, test } from 'vitest'
import { parsePrintedPlace } from './places.ts'

test.each([
  ['Dallas, TX 75201', '', 'Dallas', 'TX', '75201'],
  ['DALLAS TX 75201-1234', '', 'DALLAS', 'TX', '75201'],
  ['Dallas, TX', '', 'Dallas', 'TX', ''],
  ['100 Main St, Dallas, TX 75201 USA', '100 Main St', 'Dallas', 'TX', '75201'],
  ['100 Oak Blvd Eagan, MN 55121', '100 Oak Blvd', 'Eagan', 'MN', '55121'],
  ['St. Paul, MN 55101', '', 'St. Paul', 'MN', '55101'],
  ['GARY, IN', '', 'GARY', 'IN', ''],
  ['100 Bayshore Port St Lucie, FL 34952', '100 Bayshore Port St Lucie', '', 'FL', '34952'],
  ['100 Ave A Way Dallas, TX 75201', '100 Ave A Way Dallas', '', 'TX', '75201'],
])('C122 %j is a place', (text, before, city, state, zip) => {
  expect(parsePrintedPlace(text)).toMatchObject({ before, city, state, zip })
})

test.each([
  'FEDERAL, STATE, MUNICIPAL, OR',
  'DEATH, OR',
  'INJURY, DAMAGE, OR',
  'T500J going to Charlotte, NC',
  'Dallas, TX 30301',
  'Dallas TX',
  'CALL, ME',
  'Dallas, TX 75201 and more',
  'check IN',
])('C122 %j is not a place', (text) => {
  expect(parsePrintedPlace(text)).toBeNull()
})
