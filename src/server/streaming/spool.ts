/**
 * Makes a download as fast as the server can, and keeps what its client has not read yet: a little in memory, the rest in a
 * file. So a slow client holds no connection and no snapshot of the database (SPEC C497).
 */
import { Readable } from 'node:stream'
import { createSealedFile, type SealedFile } from './sealed-file.ts'

type Piece = string | Uint8Array

const MB = 1024 * 1024

export type SpoolLimits = {
  /** What a download keeps in memory, what it keeps in its file, and what the files of all downloads keep, in bytes. */
  memory: number
  each: number
  all: number
  /** A client that reads nothing for this long has gone. */
  longestPauseMs: number
  /** A download without a place for more waits for its client, who has to read this much in that time. */
  slowest: { bytes: number; ms: number }
}

const LIMITS: SpoolLimits = {
  memory: MB,
  each: 256 * MB,
  all: 1024 * MB,
  longestPauseMs: 2 * 60_000,
  slowest: { bytes: 2 * MB, ms: 30_000 },
}

const CHECKS_IN_PERIOD = 10

type Ends = {
  /** Runs once when nothing more is made: after the last piece, an error, or the end of the client. */
  onMade: () => Promise<void>
  /** Runs once when the client has read everything or has gone. */
  onRead: () => void
}

/** The size of the files of all downloads, in bytes. */
let stored = 0

function onSize(change: number): void {
  stored += change
}

/** The stream of what `pieces` yields. An error of `pieces` breaks it off. */
export function spool(
  pieces: AsyncGenerator<Piece>,
  { onMade, onRead }: Ends,
  limits: SpoolLimits = LIMITS,
): Readable {
  /** Older than what is in the file. */
  const memory: Uint8Array[] = []
  let inMemory = 0
  let file: SealedFile | undefined
  let cannotStore = false
  let isMade = false
  let isOver = false
  /** The client wants a piece. */
  let isWanted = false
  let isReading = false
  let readAt = performance.now()
  let goOn: (() => void) | undefined
  let waiting: { since: number; read: number } | undefined

  const stream = new Readable({
    read() {
      isWanted = true
      readAt = performance.now()
      void pull()
    },
    destroy(error, done) {
      clearInterval(watch)
      goOn?.()
      endRead()
      void making.then(closeFile).then(
        () => done(error),
        () => done(error),
      )
    },
  })
  const everyMs = Math.min(limits.longestPauseMs, limits.slowest.ms) / CHECKS_IN_PERIOD
  const watch = setInterval(endIfSlow, everyMs).unref()
  const making = makeAll()
  return stream

  async function makeAll(): Promise<void> {
    try {
      for await (const piece of pieces) {
        await keep(typeof piece === 'string' ? Buffer.from(piece) : piece)
        if (stream.destroyed) break
      }
    } catch (error) {
      stream.destroy(error as Error)
    }
    await onMade()
    isMade = true
    void pull()
  }

  async function keep(piece: Uint8Array): Promise<void> {
    while (!stream.destroyed) {
      if (hasPlace()) {
        memory.push(piece)
        inMemory += piece.length
        break
      }
      if (await store(piece)) break
      // The client may have read everything meanwhile.
      if (!hasPlace()) await waitForClient()
    }
    void pull()
  }

  function hasPlace(): boolean {
    return !file?.unread() && inMemory < limits.memory
  }

  /** False if there is no space. */
  async function store(piece: Uint8Array): Promise<boolean> {
    if (cannotStore) return false
    try {
      file ??= await createSealedFile({ capacity: limits.each, onSize })
      const growth = file.growthBy(piece.length)
      if (growth === undefined || stored + growth > limits.all) return false
      await file.add(piece)
      return true
    } catch {
      // The disk is full: the client gets the rest as fast as it reads.
      cannotStore = true
      return false
    }
  }

  async function waitForClient(): Promise<void> {
    waiting ??= { since: performance.now(), read: 0 }
    await new Promise<void>((resolve) => (goOn = resolve))
    goOn = undefined
  }

  /** Gives the client the next piece, if it wants one and there is one. */
  async function pull(): Promise<void> {
    if (isReading || !isWanted || isOver || stream.destroyed) return
    isReading = true
    try {
      const next = takeFromMemory() ?? (await file?.read())
      if (next) give(next)
      // The last piece may have come while the file was read.
      else if (isMade && !memory.length && !file?.unread()) end()
    } catch (error) {
      stream.destroy(error as Error)
    } finally {
      isReading = false
    }
    if (memory.length || file?.unread() || isMade) void pull()
  }

  function takeFromMemory(): Uint8Array | undefined {
    const next = memory.shift()
    inMemory -= next?.length ?? 0
    return next
  }

  function give(piece: Uint8Array): void {
    isWanted = false
    if (waiting) waiting.read += piece.length
    goOn?.()
    stream.push(piece)
  }

  /** First the slot: a client that then asks for the next file finds it free. */
  function end(): void {
    isOver = true
    endRead()
    stream.push(null)
  }

  function endRead(): void {
    onRead()
    onRead = () => undefined
  }

  function endIfSlow(): void {
    const now = performance.now()
    const { bytes, ms } = limits.slowest
    const hasGone = !isWanted && now - readAt > limits.longestPauseMs
    const isDue = waiting !== undefined && now - waiting.since > ms
    // A client that reads a little lets a few pieces pass, and waits again.
    const isHeld = goOn !== undefined
    if (hasGone || (isDue && isHeld && waiting && waiting.read < bytes)) stream.destroy()
    else if (isDue) waiting = isHeld ? { since: now, read: 0 } : undefined
  }

  async function closeFile(): Promise<void> {
    await file?.close()
  }
}
