/** Stops that an email names in running text. */
import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import type { ReadField } from '#core/confirmations/reading.ts'
import { typedPage } from '#core/confirmations/testing/typed-page.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

const STOPS = [
  ...(['pickupCity', 'pickupState', 'pickupZip', 'pickupDate'] as const),
  ...(['deliveryCity', 'deliveryState', 'deliveryZip', 'deliveryDate'] as const),
] satisfies ReadField[]

/** "Dallas TX 2026-11-23 → Atlanta GA 2026-11-25". */
function read(text: string): string {
  const { fields } = readConfirmation([typedPage(text)], OPTIONS)
  const values = STOPS.map((name) => fields[name]?.value)
  const side = (from: number) =>
    values
      .slice(from, from + 4)
      .filter(Boolean)
      .join(' ')
  return `${side(0)} → ${side(4)}`
}

test.each([
  [
    'Load 77412. Pick up in Dallas, TX on 11/23 and deliver to Atlanta, GA on 11/25.',
    'Dallas TX 2026-11-23 → Atlanta GA 2026-11-25',
  ],
  [
    'Please pick up in Dallas, TX and deliver to Atlanta, GA on 11/25. Rate is $1,800.',
    'Dallas TX → Atlanta GA 2026-11-25',
  ],
  [
    'Picks up in Dallas, TX 11/23 at 8am, delivers in Atlanta, GA 11/25 by noon.',
    'Dallas TX 2026-11-23 → Atlanta GA 2026-11-25',
  ],
  [
    'Please pick up Monday 11/23 at Acme in Dallas, TX 75201, drop Nov 25, 2026 in Atlanta, GA 30303',
    'Dallas TX 75201 2026-11-23 → Atlanta GA 30303 2026-11-25',
  ],
  [
    'PICK UP IN DALLAS, TX ON 11/23 AND DELIVER IN ATLANTA, GA ON 11/25',
    'DALLAS TX 2026-11-23 → ATLANTA GA 2026-11-25',
  ],
  ['This load goes from Dallas, TX to Atlanta, GA.', 'Dallas TX → Atlanta GA'],
  [
    'We pick up in Dallas, TX on 11/23 and deliver\nto Atlanta, GA on Wednesday 11/25.',
    'Dallas TX 2026-11-23 → Atlanta GA 2026-11-25',
  ],
  // The cell was read as a pickup in Georgia.
  [
    'Pick up in Dallas, TX 75201 and deliver to Atlanta, GA 30303 on 11/25/2026.',
    'Dallas TX 75201 → Atlanta GA 30303 2026-11-25',
  ],
])('C505 %j is read as %j', (text, expected) => {
  expect(read(`\n${text}`)).toBe(expected)
})

test.each([
  'Pick up in Dallas, TX and deliver to Atlanta, GA. Then pick up in Macon, GA and deliver to Miami, FL.',
  'First pick up in Dallas, TX. Pick up in Waco, TX and deliver to Atlanta, GA.',
  'Pick up in Dallas, TX, stop in Waco, TX and deliver to Atlanta, GA.',
  'The carrier may pick up in Dallas, TX and deliver to Atlanta, GA only with approval.',
  'If you can’t pick up in Dallas, TX and deliver to Atlanta, GA on 11/25, call us.',
  'Pickup at Acme, Dallas, TX 75201 and deliver to Atlanta, GA 30303',
  'Deliver to Atlanta, GA 30303 after you pick up in Dallas, TX 75201',
  'Pick up in Building, ZZ and deliver to Atlanta, GA.',
])('C505 %j gives no place', (text) => {
  expect(read(`\n${text}`)).toBe(' → ')
})

test.each([
  'Pick up in Dallas, TX and deliver to Atlanta, GA and Macon, GA on 11/26.',
  'Pick up in Dallas, TX & Waco, TX and deliver to Atlanta, GA on 11/26.',
  'Pick up in Dallas, TX and deliver to Atlanta, GA and Macon on 11/26.',
  'Pick up in Dallas, TX and deliver to Atlanta, GA, Macon, Georgia on 11/26.',
  'Pick up in Dallas, TX and deliver to Atlanta, GA, Macon GA 31201.',
  'Pick up in Dallas, TX on 11/23 and Macon on 11/24 and deliver to Atlanta, GA on 11/25.',
  'Pick up in Dallas, TX and deliver to Atlanta, GA. Extra stop: Macon, GA.',
  'Pick up at Sysco Houston, TX on 11/23 and deliver to Costco Atlanta, GA',
  'Load from Sysco Houston, TX to Atlanta, GA',
])('C505 C553 %j gives no place', (text) => {
  expect(read(`\n${text}`)).toBe(' → ')
})

test.each([
  'and deliver to Atlanta, GA\nDate: 11/20/2026\nRate: $1,800',
  'and deliver to Atlanta, GA\n11/20/2026\nRate: $1,800',
  'and deliver to Atlanta, GA, invoice due 12/24/2026',
  '(booked 11/20/2026) and deliver to Atlanta, GA',
  'and deliver the load that was booked on 11/20/2026 to Atlanta, GA',
])('C505 C553 A day that is not beside the place is none: %j', (text) => {
  expect(read(`\nPlease pick up in Dallas, TX ${text}`)).toBe('Dallas TX → Atlanta GA')
})

test('C505 C553 The address of a signature is no further place', () => {
  const text = 'Pick up in Dallas, TX and deliver to St. Louis, MO. Thanks, Acme, Chicago, IL'
  expect(read(`\n${text}`)).toBe('Dallas TX → St. Louis MO')
})

test('C505 C553 A city of two words is read behind the name of none', () => {
  expect(
    read(
      '\nPick up at San Antonio, TX (Monday 11/23) and deliver the load on 11/25 to New York, NY',
    ),
  ).toBe('San Antonio TX 2026-11-23 → New York NY 2026-11-25')
})

test('C505 C553 The days of a sentence about other places than the lane are not read', () => {
  const lane = 'Dallas, TX to Atlanta, GA'
  expect(
    read(`\n${lane}\n\n\nPick up in Waco, TX on 11/24 and deliver to Macon, GA on 11/26`),
  ).toBe('Dallas TX → Atlanta GA')
  expect(
    read(`\n${lane}\n\n\nPick up in Dallas, TX on 11/24 and deliver to Atlanta, GA on 11/26`),
  ).toBe('Dallas TX 2026-11-24 → Atlanta GA 2026-11-26')
})

test.each(['on 11/23 or 11/24', 'for a 1/2 load', 'on Monday 11/25'])(
  'C505 The day of a pickup %s is not read',
  (day) => {
    expect(read(`\nPick up in Dallas, TX ${day} and deliver to Atlanta, GA.`)).toBe(
      'Dallas TX → Atlanta GA',
    )
  },
)

test('C505 The stops of a paper have precedence over its sentences', () => {
  const stops = 'Pickup\nDallas, TX 75201\n11/23/2026\nDelivery\nEagan, MN 55121\n11/25/2026'
  expect(read(`${stops}\n\nPick up in Waco, TX and deliver to Miami, FL on 11/26.`)).toBe(
    'Dallas TX 75201 2026-11-23 → Eagan MN 55121 2026-11-25',
  )
})
