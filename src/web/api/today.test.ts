import { afterEach, expect, test, vi } from 'vitest'
import { MIDNIGHTS } from '#server/testing/midnights.ts'
import { setTimeZone, today } from './today.ts'

afterEach(() => {
  vi.useRealTimers()
  setTimeZone(null)
})

test.each([
  [new Date(2026, 10, 20, 0, 5), '2026-11-20'],
  [new Date(2026, 10, 20, 23, 55), '2026-11-20'],
  [new Date(2026, 11, 31, 23, 55), '2026-12-31'],
  [new Date(2027, 0, 1, 0, 5), '2027-01-01'],
])('B12 Today is the day of the browser, early and late (%s)', (now, day) => {
  vi.useFakeTimers({ now })
  expect(today()).toBe(day)
})

test.each(Object.entries(MIDNIGHTS))(
  'C518 Today is the day of an account in %s, wherever the browser is',
  (zone, instants) => {
    setTimeZone(zone)
    const days = instants.map((instant) => {
      vi.useFakeTimers({ now: new Date(instant) })
      return today()
    })
    expect(days).toEqual(instants.map((instant) => instant.slice(0, 10)))
  },
)
