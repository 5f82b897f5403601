import { expect, test } from 'vitest'
import { describeSeen } from './describe-seen.ts'

const NOW = new Date('2026-11-22T17:30:00')

function local(text: string): string {
  return new Date(text).toISOString()
}

test.each([
  [null, 'Never'],
  [local('2026-11-22T16:00:00'), 'Within the last 2 hours'],
  [local('2026-11-22T17:45:00'), 'Within the last 2 hours'],
  [local('2026-11-22T09:00:00'), 'Today, 9 AM'],
  [local('2026-11-21T23:00:00'), '11/21/2026'],
])('C68 A member who was last seen at %s: %s', (instant, text) => {
  expect(describeSeen(instant, NOW)).toBe(text)
})
