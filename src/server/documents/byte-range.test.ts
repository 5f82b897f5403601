import { describe, expect, test } from 'vitest'
import { readByteRange } from './byte-range.ts'

describe('C111 The range of a request for a file of 100 bytes', () => {
  test.each([
    [undefined, null],
    ['bytes=0-0', { from: 0, to: 1 }],
    ['bytes=10-', { from: 10, to: 100 }],
    ['bytes=90-1000', { from: 90, to: 100 }],
    ['bytes=-10', { from: 90, to: 100 }],
    ['bytes=-1000', { from: 0, to: 100 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-2', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['pages=1-2', null],
    ['bytes=99999999999999999999-', null],
  ])('%s', (header, expected) => {
    expect(readByteRange(header, 100)).toEqual(expected)
  })
})
