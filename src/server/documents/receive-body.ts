/** Reads the body of an upload as it arrives. It is never buffered as a whole (SPEC C111). */
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentMessages, LARGEST_FILE } from '#core/documents/documents.ts'
import { RequestError } from '#server/errors.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { badFile } from './check/walk.ts'
import { rejectSlow } from '#server/streaming/slow-body.ts'

/** Routes of the scope get the file as the body, whatever type the client declares. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

export type ReceivedFile = {
  /** The file. After an error, the rest of it is discarded. */
  source: AsyncIterable<Uint8Array>
  /** The length that the client declares. The body can't be longer. */
  declaredBytes: number
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/**
 * Runs `work` while it holds a slot, which `take` gets from a limit of `transfer-limits.ts`. Throws 411, 413 and 429 before a
 * byte of the body is read.
 */
export async function receiveFile<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  take: () => () => void,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) throw rejectBody(reply, 411, documentMessages.noLength)
  if (length > LARGEST_FILE) throw rejectBody(reply, 413, documentMessages.tooLarge)
  const hangUp = new AbortController()
  const leave = take()
  finished(reply.raw, () => hangUp.abort(badFile(documentMessages.truncated)))
  const file = { source: readBody(request), declaredBytes: length, signal: hangUp.signal }
  return keepSlot(reply, leave, () => work(file))
}

/** After an error, discards the rest of the body. Otherwise the client would see a broken connection instead of the message. */
async function* readBody({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  const watched = rejectSlow(raw)
  try {
    for await (const piece of raw.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>) {
      watched.count(piece.length)
      yield piece
    }
  } catch (error) {
    throw raw.readableAborted ? badFile(documentMessages.truncated) : error
  } finally {
    watched.end()
    raw.resume()
  }
}

/** Rejects a body without reading it: the client may be sending gigabytes. */
function rejectBody(reply: FastifyReply, status: number, message: string): RequestError {
  void reply.header('connection', 'close')
  return new RequestError(status, message)
}
