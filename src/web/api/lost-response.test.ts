import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { isResponseLost } from './lost-response.ts'

test.each([
  [0, true],
  [502, true],
  [504, true],
  [404, false],
  [409, false],
  [503, false],
  [507, false],
])('C43 After status %i a change may be stored: %s', (status, isLost) => {
  expect(isResponseLost(new ApiError(status, 'Message', undefined))).toBe(isLost)
})

test('C43 An error that no request caused is not a lost response', () => {
  expect(isResponseLost(new Error('Message'))).toBe(false)
})
