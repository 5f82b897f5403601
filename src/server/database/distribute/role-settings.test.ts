import { expect, test } from 'vitest'
import { simplify } from './role-settings.ts'

test.each([
  ['16MB', '16384'],
  ['30s', '30000'],
  ['30s', '30 s'],
  ['ISO, YMD', '"ISO, YMD"'],
  ['on', 'true'],
  ['UTC', 'utc'],
])('C404 The settings %s and %s are the same', (one, other) => {
  expect(simplify(one)).toBe(simplify(other))
})

test.each([
  ['16MB', '16kB'],
  ['30s', '30'],
  ['on', 'off'],
])('C404 The settings %s and %s differ', (one, other) => {
  expect(simplify(one)).not.toBe(simplify(other))
})
