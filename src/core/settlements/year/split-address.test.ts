import { expect, test } from 'vitest'
import { splitAddress } from './split-address.ts'

test.each([
  ['12 Elm Street\nDallas, TX 75201', '12 Elm Street', 'Dallas', 'TX', '75201'],
  [
    '12 Elm Street, Apt 4, Dallas, TX 75201-1234',
    '12 Elm Street, Apt 4',
    'Dallas',
    'TX',
    '75201-1234',
  ],
  ['PO Box 7\nSuite 2\nSt. Paul MN 55101', 'PO Box 7, Suite 2', 'St. Paul', 'MN', '55101'],
  ['1 Main St, Winston-Salem, nc, 27101, USA', '1 Main St', 'Winston-Salem', 'NC', '27101'],
  ['9 King St W\nToronto, ON M5V 2T6\nCanada', '9 King St W', 'Toronto', 'ON', 'M5V 2T6'],
  // What cannot be split stays whole.
  ['12 Elm Street Dallas TX 75201', '12 Elm Street Dallas TX 75201', '', '', ''],
  ['1 Oak\nDallas', '1 Oak, Dallas', '', '', ''],
  ['', '', '', '', ''],
])('C462 %j', (address, street, city, state, zip) => {
  expect(splitAddress(address)).toEqual({ street, city, state, zip })
})
