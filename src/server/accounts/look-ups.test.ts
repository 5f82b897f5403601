import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookUp } from './look-ups.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const NETWORK = '192.0.2.7'
const LOOK_UPS = 14

test('S29 On a busy computer a look-up waits for a line that moves', async () => {
  const second = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))
  const all = Array.from({ length: LOOK_UPS }, (_, n) => lookUp(NETWORK, `token ${n}`, second))
  const settled = Promise.allSettled(all)
  await vi.advanceTimersByTimeAsync(9_000)
  expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([])
})

test('S24 A look-up of a database that hangs is a 503 after two seconds', async () => {
  const { promise: never, resolve } = Promise.withResolvers<void>()
  const hanging = [1, 2].map((n) => lookUp(NETWORK, `hanging ${n}`, () => never))
  const refused = vi.fn()
  lookUp(NETWORK, 'waiting', () => never).catch(refused)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ statusCode: 503 }))
  resolve()
  await Promise.all(hanging)
})
