import { expect, test } from 'vitest'
import { findPaidTwice } from './paid-twice.ts'

const load = (number: string, ...kinds: string[]) => ({
  number,
  names: [number, `TQL-${number}`],
  isCharged: kinds.length > 0,
  kinds,
})
const LOADS = [
  load('L-1042', 'line-haul', 'fuel-surcharge'),
  load('L-1043', 'line-haul', 'detention'),
]
const PLAIN = load('L-1044')

const line = (extraPay: 'detention' | 'layover' | 'other', description: string | null = null) => ({
  extraPay,
  description,
  reference: null,
})

test.each<[string, Parameters<typeof findPaidTwice>[0], string[]]>([
  ['a description with its number', [line('other', 'Tarp, load #l-1042')], ['L-1042']],
  ['a reference with its number', [{ ...line('other'), reference: 'L-1042' }], ['L-1042']],
  ['the broker’s number', [line('layover', 'TQL-L-1042, 2 nights')], ['L-1042']],
  ['a charge of the same type', [line('detention', 'Dock 4')], ['L-1043']],
  ['both', [line('detention'), line('other', 'L-1042 and L-1043')], ['L-1042', 'L-1043']],
])('C105 A load may be paid twice by %s', (_what, lines, numbers) => {
  expect(findPaidTwice(lines, [...LOADS, PLAIN])).toEqual(numbers)
})

test('C105 Extra pay for another load, or of another type, is not for a load with charges', () => {
  const lines = [
    line('detention', 'Load L-1044'),
    line('other', 'Load L-10421'),
    line('layover'),
    line('other', 'Washed the truck'),
  ]
  expect(findPaidTwice(lines, [...LOADS, PLAIN])).toEqual([])
  expect(findPaidTwice([line('other', '2 h at the dock')], [load('2', 'line-haul')])).toEqual([])
})
