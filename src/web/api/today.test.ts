import { afterEach, expect, test, vi } from 'vitest'
import { today } from './today.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  [new Date(2026, 10, 20, 0, 5), '2026-11-20'],
  [new Date(2026, 10, 20, 23, 55), '2026-11-20'],
  [new Date(2026, 11, 31, 23, 55), '2026-12-31'],
  [new Date(2027, 0, 1, 0, 5), '2027-01-01'],
])('B12 Today is the day of the browser, early and late (%s)', (now, day) => {
  vi.useFakeTimers({ now })
  expect(today()).toBe(day)
})
