/** Streams what a generator yields. */
import { Readable } from 'node:stream'

type Piece = string | Uint8Array

/**
 * The first piece is made before this returns, so that an error up to there still becomes a status. `end` runs once: after
 * the last piece, after an error, or when the client disconnects.
 */
export async function streamPieces(
  pieces: AsyncGenerator<Piece>,
  end: () => Promise<void> | void,
): Promise<Readable> {
  let ended: Promise<void> | undefined
  const endOnce = () => (ended ??= Promise.resolve(end()))
  try {
    const first = await pieces.next()
    const stream = Readable.from(withFirst(first, pieces, endOnce), { objectMode: false })
    // A client that disconnects leaves the generator unfinished.
    stream.once('close', () => void endOnce())
    return stream
  } catch (error) {
    await endOnce()
    throw error
  }
}

/** Calls `end` before the stream ends, so that a client that then asks for the next file finds its slot free. */
async function* withFirst(
  first: IteratorResult<Piece>,
  rest: AsyncGenerator<Piece>,
  end: () => Promise<void>,
) {
  if (!first.done) yield first.value
  yield* rest
  await end()
}
