/** Slow clients of downloads (SPEC C497). */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { spool, type SpoolLimits } from './spool.ts'

const LIMITS: SpoolLimits = {
  memory: 100,
  each: 1_000,
  all: 10_000,
  longestPauseMs: 60_000,
  slowest: { bytes: 100, ms: 60_000 },
}

async function* makePieces(pieces: readonly Uint8Array[], made: () => void = () => undefined) {
  for (const piece of pieces) {
    yield piece
    made()
  }
}

/** Bytes that show a wrong order. */
function count(from: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, n) => (from + n) % 251)
}

function cut(lengths: readonly number[]): Uint8Array[] {
  let from = 0
  return lengths.map((length) => count((from += length) - length, length))
}

function open(pieces: AsyncGenerator<Uint8Array>, limits: Partial<SpoolLimits> = {}) {
  const onMade = vi.fn(() => Promise.resolve())
  const onRead = vi.fn()
  return { onMade, onRead, stream: spool(pieces, { onMade, onRead }, { ...LIMITS, ...limits }) }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('C497 A download is made while its client reads nothing, and then read in order', async () => {
  const pieces = cut([90, 90, 300, 5, 200])
  const { stream, onMade, onRead } = open(makePieces(pieces))
  await expect.poll(() => onMade).toHaveBeenCalledOnce()
  expect(onRead).not.toHaveBeenCalled()
  expect(await readAll(stream)).toEqual(Buffer.concat(pieces))
  expect(onRead).toHaveBeenCalledOnce()
})

test('C497 Whatever the pieces, the places and the pauses are, the bytes arrive once and in order', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 })
  const sizes = fc.record({
    memory: fc.integer({ min: 1, max: 200 }),
    each: fc.integer({ min: 90, max: 400 }),
  })
  await fc.assert(
    fc.asyncProperty(
      lengths,
      sizes,
      fc.infiniteStream(fc.boolean()),
      async (all, limits, waits) => {
        const pieces = cut(all)
        const { stream, onMade } = open(makePieces(pieces), limits)
        const chunks: Buffer[] = []
        for await (const chunk of stream) {
          chunks.push(chunk as Buffer)
          if (waits.next().value) await pause(0)
        }
        expect(Buffer.concat(chunks)).toEqual(Buffer.concat(pieces))
        expect(onMade).toHaveBeenCalledOnce()
      },
    ),
    { numRuns: 60 },
  )
})

test('C497 Without a place for more, a download waits for its client and goes on as it reads', async () => {
  let made = 0
  const pieces = cut(Array.from({ length: 40 }, () => 100))
  const { stream, onMade } = open(makePieces(pieces, () => made++))
  await expect.poll(() => made).toBeGreaterThan(9)
  await pause(20)
  expect(made).toBeLessThan(20)
  expect(onMade).not.toHaveBeenCalled()
  expect(await readAll(stream)).toEqual(Buffer.concat(pieces))
})

test('C497 While a download waits, a client that reads too little loses its connection', async () => {
  const pieces = cut(Array.from({ length: 400 }, () => 100))
  const { stream, onMade, onRead } = open(makePieces(pieces), { slowest: { bytes: 100, ms: 50 } })
  await once(stream, 'close')
  expect([onMade.mock.calls.length, onRead.mock.calls.length]).toEqual([1, 1])
})

test('C497 So does a client that reads a little again and again', async () => {
  const { stream, onMade } = open(makePieces(cut(Array.from({ length: 200 }, () => 70_000))), {
    memory: 100_000,
    each: 200_000,
    all: 1_000_000,
    slowest: { bytes: 100_000_000, ms: 400 },
  })
  const reading = (async () => {
    for await (const _ of stream) await pause(40)
  })()
  await expect(reading).rejects.toThrow('Premature close')
  expect(onMade).toHaveBeenCalledOnce()
})

test('C497 A client that stops reading loses its connection, also after the download was made', async () => {
  const { stream, onMade, onRead } = open(makePieces(cut([90, 90, 200_000])), {
    each: 1_000_000,
    all: 1_000_000,
    longestPauseMs: 50,
  })
  await once(stream, 'close')
  expect([onMade.mock.calls.length, onRead.mock.calls.length]).toEqual([1, 1])
})

test('C497 An error of the download breaks it off, and the end of the client ends the download', async () => {
  async function* fail() {
    yield count(0, 50)
    throw new Error('no more')
  }
  const broken = open(fail())
  await expect(readAll(broken.stream)).rejects.toThrow('no more')
  expect(broken.onMade).toHaveBeenCalledOnce()

  let isOver = false
  async function* endless() {
    try {
      for (;;) yield count(0, 50)
    } finally {
      isOver = true
    }
  }
  const left = open(endless())
  await once(left.stream, 'readable')
  left.stream.destroy()
  await once(left.stream, 'close')
  expect([isOver, left.onMade.mock.calls.length, left.onRead.mock.calls.length]).toEqual([
    true,
    1,
    1,
  ])
})

test('C497 The files of all downloads together have a limit', async () => {
  const pieces = () => makePieces(cut(Array.from({ length: 20 }, () => 50)))
  const first = open(pieces(), { each: 2_000, all: 1_200 })
  await expect.poll(() => first.onMade).toHaveBeenCalledOnce()
  const second = open(pieces(), { each: 2_000, all: 1_200 })
  await pause(20)
  expect(second.onMade).not.toHaveBeenCalled()
  const [one, two] = await Promise.all([readAll(first.stream), readAll(second.stream)])
  expect([one.length, two.length]).toEqual([1_000, 1_000])
})
