import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createQueue, type Queue } from './queue.ts'

/** Joins the queue. `end` frees the place, and is undefined while the request waits. */
function ask(turns: Queue, name: string) {
  const queued: { end?: () => void; rejected?: unknown } = {}
  turns([name, '']).then(
    (end) => (queued.end = end),
    (error: unknown) => (queued.rejected = error),
  )
  return queued
}

/** Joins the queue. Each request frees its place as soon as it has one. */
async function runAll(queue: Queue, paths: string[]): Promise<string[]> {
  const order: string[] = []
  await Promise.all(
    paths.map(async (path) => {
      const leave = await queue(path.split('/'))
      await setImmediate()
      order.push(path)
      leave()
    }),
  )
  return order
}

test('Requests under one name wait for each other, but not for another name', async () => {
  const turns = createQueue({ maxRunningEach: 2, maxWaiting: 3 })
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

test('C497 A name with a place leaves the last one to the others', async () => {
  const turns = createQueue({ maxRunning: 4, maxRunningEach: 2, keptForOthers: 1, maxWaiting: 9 })
  const begun = ['one', 'one', 'two', 'two'].map((name) => ask(turns, name))
  const third = ask(turns, 'three')
  await setImmediate()
  expect(begun.map(({ end }) => end !== undefined)).toEqual([true, true, true, false])
  expect(third.end).toBeDefined()
  begun[0]?.end?.()
  third.end?.()
  await setImmediate()
  expect(begun[3]?.end).toBeDefined()
})

test('Waiting requests run in order, one after each end', async () => {
  const turns = createQueue({ maxRunningEach: 1, maxWaiting: 9 })
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
  const turns = createQueue({ maxRunningEach: 1, maxWaiting: 9, maxWaitMs: 20 })
  const [first, second] = [ask(turns, 'me'), ask(turns, 'me')]
  await expect.poll(() => second?.rejected).toMatchObject({ statusCode: 503 })
  const third = ask(turns, 'me')
  first?.end?.()
  await setImmediate()
  expect(third.end).toBeDefined()
})

test('C39 Networks take turns, then addresses within a network, then emails within an address', async () => {
  const queue = createQueue({ maxRunning: 1, maxWaiting: 20, maxWaitMs: 5_000 })
  const flood = ['a/1/x', 'a/1/x', 'a/1/x', 'a/1/y', 'a/2/x', 'a/2/x']
  const order = await runAll(queue, ['a/1/x', ...flood, 'b/1/x', 'c/1/x', 'c/1/x'])
  expect(order).toEqual([
    ...['a/1/x', 'a/1/x', 'b/1/x', 'c/1/x'],
    ...['a/2/x', 'c/1/x', 'a/1/y', 'a/2/x', 'a/1/x', 'a/1/x'],
  ])
})

test('C39 A full line gets a 429, and other lines are served', async () => {
  const queue = createQueue({ maxRunning: 1, maxWaiting: 2, maxWaitMs: 5_000 })
  const leave = await queue(['a', 'running'])
  const waiting = [queue(['a', 'x']), queue(['a', 'y'])]
  await expect(queue(['a', 'z'])).rejects.toMatchObject({ statusCode: 429, retryAfter: 5 })
  const other = queue(['b', 'x'])
  leave()
  // A second call must not free another request's place.
  leave()
  for (const next of [waiting[0], other, waiting[1]]) (await next)?.()
  expect(await runAll(queue, ['a/x'])).toEqual(['a/x'])
})

test('C39 While the line moves, a request waits longer than one whose line stands still', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const queue = createQueue({ maxRunning: 1, maxWaiting: 9, maxWaitMs: 60_000, maxStillMs: 200 })
  const places = ['one', 'two', 'three', 'four'].map((name) => queue([name, '']))
  const refused = vi.fn()
  queue(['last', '']).catch(refused)
  for (const place of places.slice(0, 3)) {
    const leave = await place
    await vi.advanceTimersByTimeAsync(150)
    leave()
  }
  await vi.advanceTimersByTimeAsync(150)
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60)
  expect(refused).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('C39 A request that waits too long gets a 503 and frees its place', async () => {
  const queue = createQueue({ maxRunning: 1, maxWaiting: 2, maxWaitMs: 20 })
  const leave = await queue(['a', 'running'])
  const late = vi.fn()
  queue(['a', 'late']).catch(late)
  await expect.poll(() => late.mock.calls[0]?.[0]).toMatchObject({ statusCode: 503 })
  const next = queue(['a', 'next'])
  leave()
  ;(await next)()
  expect(await runAll(queue, ['a/x', 'b/x'])).toEqual(['a/x', 'b/x'])
})
