import { expect, test } from 'vitest'
import { toIsoTime } from './values.ts'

test.each([
  '2026-11-22 10:30:19+00',
  '2026-11-22 10:30:19.1+00',
  '2026-11-22 10:30:19.123+00',
  '2026-11-22 10:30:19.123456+00',
  '2026-11-22 23:59:59.999999+00',
  '0099-01-01 00:00:00.0004+00',
  '2026-11-22 10:30:19.5+02',
  '2026-11-22 10:30:19-03:30',
  '2026-11-22T10:30:19.123Z',
])('An instant of PostgreSQL becomes the same ISO text as with a Date: %s', (text) => {
  expect(toIsoTime(text)).toBe(
    new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString(),
  )
})
