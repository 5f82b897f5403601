import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createQueue } from './queue.ts'

/** Joins the queue. `end` frees the place, and is undefined while the request waits. */
function ask(turns: ReturnType<typeof createQueue>, name: string) {
  const queued: { end?: () => void; rejected?: unknown } = {}
  turns(name).then(
    (end) => (queued.end = end),
    (error: unknown) => (queued.rejected = error),
  )
  return queued
}

test('Requests under one name wait for each other, but not for another name', async () => {
  const turns = createQueue({ maxRunning: 2, maxWaiting: 3 })
  const first = Array.from({ length: 6 }, () => ask(turns, 'me'))
  const other = ask(turns, 'them')
  await setImmediate()
  expect(first.map(({ end }) => end !== undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(first[5]?.rejected).toMatchObject({ statusCode: 429, retryAfter: 5 })
  expect(other.end).toBeDefined()
})

test('Waiting requests run in order, one after each end', async () => {
  const turns = createQueue({ maxRunning: 1, maxWaiting: 9 })
  const requests = Array.from({ length: 4 }, () => ask(turns, 'me'))
  for (let at = 0; at < 4; at++) {
    await setImmediate()
    expect(requests.map(({ end }) => end !== undefined).lastIndexOf(true)).toBe(at)
    // A second call must not free the place of another request.
    requests[at]?.end?.()
    requests[at]?.end?.()
  }
})

test('A request that waited too long fails and lets the next one run', async () => {
  const turns = createQueue({ maxRunning: 1, maxWaiting: 9, maxWaitMs: 20 })
  const [first, second] = [ask(turns, 'me'), ask(turns, 'me')]
  await vi.waitFor(() => expect(second?.rejected).toMatchObject({ statusCode: 503 }))
  const third = ask(turns, 'me')
  first?.end?.()
  await setImmediate()
  expect(third.end).toBeDefined()
})
