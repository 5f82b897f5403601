import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { receiveShared } from './receive-shared.ts'

const LIMIT = 100

/** A body of three pieces, all in the memory of the first: who keeps a piece instead of its bytes gets the last one three times. */
function arriving(): IncomingMessage {
  async function* iterator() {
    const piece = Buffer.alloc(2)
    for (const letter of 'abc') yield piece.fill(letter)
  }
  return { iterator, readableAborted: false } as unknown as IncomingMessage
}

test('C32 The bytes of an upload go into shared memory as they arrive', async () => {
  const file = await receiveShared(arriving(), { bytes: 6, limit: LIMIT })
  expect(Buffer.from(file).toString()).toBe('aabbcc')
})

test.each([
  [5, 400, "Request body doesn't match Content-Length"],
  [7, 400, "Request body doesn't match Content-Length"],
  [LIMIT + 1, 413, /must be .* MB or less/],
])('C32 An upload that declares %d bytes and has six is %d', async (bytes, statusCode, message) => {
  await expect(receiveShared(arriving(), { bytes, limit: LIMIT })).rejects.toMatchObject({
    statusCode,
    message: expect.stringMatching(message) as string,
  })
})

test('C32 An upload without a declared length has the same limit', async () => {
  const limit = 5
  const received = receiveShared(arriving(), { bytes: Number.NaN, limit })
  await expect(received).rejects.toMatchObject({ statusCode: 413 })
})
