/** Slots and connections of slow clients (SPEC C111, C152). */
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSlot } from './keep-slot.ts'
import { rejectSlow } from './slow-body.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function startRequest() {
  const raw = new PassThrough()
  const leave = vi.fn()
  const { promise: work, resolve: end } = Promise.withResolvers<string>()
  const done = keepSlot({ raw } as unknown as FastifyReply, leave, () => work)
  return { raw, leave, done, end }
}

test('C152 The slot of a client that disconnects is free once its work has ended', async () => {
  const { raw, leave, done, end } = startRequest()
  raw.destroy()
  await expect.poll(() => raw.closed).toBe(true)
  expect(leave).not.toHaveBeenCalled()
  end('stored')
  expect(await done).toBe('stored')
  await expect.poll(() => leave).toHaveBeenCalledOnce()
})

test('C111 A download keeps its slot until the client has read it', async () => {
  const { raw, leave, done, end } = startRequest()
  end('sending')
  await done
  expect(leave).not.toHaveBeenCalled()
  raw.end()
  raw.resume()
  await expect.poll(() => leave).toHaveBeenCalledOnce()
})

const asRequest = (body: PassThrough) => body as unknown as IncomingMessage
const SLOWEST = { bytes: 1000, ms: 60_000 }

test('C152 A client that stops sending loses its connection, a slow one does not', () => {
  const [stopped, slow] = [new PassThrough(), new PassThrough()]
  rejectSlow(asRequest(stopped), SLOWEST).count(1000)
  const { count, end } = rejectSlow(asRequest(slow), SLOWEST)
  for (let minute = 0; minute < 3; minute++) {
    count(1000)
    vi.advanceTimersByTime(60_000)
  }
  expect([stopped.destroyed, slow.destroyed]).toEqual([true, false])
  end()
  vi.advanceTimersByTime(120_000)
  expect(slow.destroyed).toBe(false)
})

test('C152 A client that waits for the server keeps its connection', () => {
  const body = new PassThrough()
  body.write('not read yet')
  rejectSlow(asRequest(body), SLOWEST)
  vi.advanceTimersByTime(120_000)
  expect(body.destroyed).toBe(false)
})
