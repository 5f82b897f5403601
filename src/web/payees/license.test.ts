import { expect, test } from 'vitest'
import { describeExpiry } from './license.ts'

test.each([
  ['2026-11-21', 'Expired'],
  ['2026-11-22', 'Expires today'],
  ['2026-11-23', 'Expires in 1 day'],
  ['2026-12-22', 'Expires in 30 days'],
  ['2026-12-23', undefined],
])('C53 On 11/22/2026, a license that expires on %s shows: %s', (day, text) =>
  expect(describeExpiry(day, '2026-11-22')?.text).toBe(text),
)
