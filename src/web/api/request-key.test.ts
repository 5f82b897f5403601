import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { isFinal, messageFor, newKey } from './request-key.ts'

const failWith = (status: number) => new ApiError(status, 'Rejected', undefined)

test.each([
  ['a success', undefined, 'a new'],
  ['a 400', failWith(400), 'a new'],
  ['a 409', failWith(409), 'a new'],
  ['a 500', failWith(500), 'the same'],
  ['a 503', failWith(503), 'the same'],
  ['no response', failWith(0), 'the same'],
  ['another error', new Error('Bug'), 'the same'],
])('B23 After $0 the next save has $2 key', (_, error, key) => {
  expect(isFinal(error)).toBe(key === 'a new')
})

test('B23 A 422 says that the earlier attempt was saved', () => {
  expect(messageFor(failWith(422))).toContain('Your earlier attempt was saved')
  expect(messageFor(failWith(409))).toBe('Rejected')
  expect(messageFor(new Error('Bug'))).toBe('Bug')
})

test('B23 Keys are 32 hexadecimal digits and differ', () => {
  const keys = Array.from({ length: 100 }, newKey)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
  expect(new Set(keys).size).toBe(keys.length)
})
