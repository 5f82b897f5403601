/** The body of an upload as it arrives. It never waits in memory (SPEC C111). */
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentMessages, LARGEST_FILE } from '#core/documents/documents.ts'
import { RequestError } from '#server/errors.ts'
import { badFile } from './check/walk.ts'

/** Routes of the scope get the file as the body, whatever type the client declares. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/**
 * Takes a slot until the response is sent. `take`: of one of the limits in `slots.ts`. Throws 411, 413 and 429. Call it
 * before the body is read.
 */
export function startUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  take: () => () => void,
): void {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) throw refuseBody(reply, 411, documentMessages.noLength)
  if (length > LARGEST_FILE) throw refuseBody(reply, 413, documentMessages.tooLarge)
  finished(reply.raw, take())
}

/** Reads the rest after an error too, or the client would see a broken connection instead of the message. */
export async function* readBody({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw raw.readableAborted ? badFile(documentMessages.truncated) : error
  } finally {
    raw.resume()
  }
}

/** The client may be sending gigabytes. */
function refuseBody(reply: FastifyReply, status: number, message: string): RequestError {
  void reply.header('connection', 'close')
  return new RequestError(status, message)
}
