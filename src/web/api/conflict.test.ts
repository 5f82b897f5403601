import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { conflictFrom } from './conflict.ts'

const current = { id: 7, version: 4 }
const read = (id: number | undefined) => Promise.resolve(id === 7 ? current : null)

test('B22 A 412 contains the current record', async () => {
  expect(await conflictFrom(new ApiError(412, '', { current }))).toEqual(current)
})

test('B27 B36 A 409 names the record’s id, which is then read', async () => {
  expect(await conflictFrom(new ApiError(409, '', { id: 7 }), read)).toEqual(current)
  expect(await conflictFrom(new ApiError(409, '', { id: 8 }), read)).toBeNull()
})

test('B22 Any other error is not a conflict', async () => {
  expect(await conflictFrom(new ApiError(400, '', { current }), read)).toBeNull()
  expect(await conflictFrom(new ApiError(412, '', undefined), read)).toBeNull()
  expect(await conflictFrom(new ApiError(0, '', new TypeError()), read)).toBeNull()
  expect(await conflictFrom(new Error('Bug'), read)).toBeNull()
})

test('B27 If the other record cannot be read, the 409 stays an error', async () => {
  const fail = () => Promise.reject(new Error('Gone'))
  expect(await conflictFrom(new ApiError(409, '', { id: 7 }), fail)).toBeNull()
})
