/** Reads an uploaded spreadsheet into memory that worker threads share: no byte is copied twice, and none is held twice (SPEC C32). */
import type { IncomingMessage } from 'node:http'
import { RequestError } from '#server/errors.ts'
import { share } from './share.ts'

type Declared = { bytes: number; limit: number }

/** `bytes`: the declared length, NaN without one. Throws 413 for more than `limit`, and 400 if the body has another length. */
export async function receiveShared(
  body: IncomingMessage,
  { bytes, limit }: Declared,
): Promise<SharedArrayBuffer> {
  if (bytes > limit) throw tooLarge(limit)
  return Number.isNaN(bytes) ? receivePieces(body, limit) : receiveDeclared(body, bytes)
}

async function receiveDeclared(body: IncomingMessage, bytes: number): Promise<SharedArrayBuffer> {
  const file = new SharedArrayBuffer(bytes)
  const view = new Uint8Array(file)
  let at = 0
  for await (const piece of read(body)) {
    if (at + piece.length > bytes) throw wrongLength()
    view.set(piece, at)
    at += piece.length
  }
  if (at < bytes) throw wrongLength()
  return file
}

/** Of a client that does not declare the length. */
async function receivePieces(body: IncomingMessage, limit: number): Promise<SharedArrayBuffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of read(body)) {
    length += piece.length
    if (length > limit) throw tooLarge(limit)
    pieces.push(piece)
  }
  return share(Buffer.concat(pieces, length))
}

/** The connection stays for the answer, also if the rest is not read. */
async function* read(body: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw body.readableAborted ? wrongLength() : error
  }
}

function wrongLength(): RequestError {
  return new RequestError(400, "Request body doesn't match Content-Length")
}

function tooLarge(limit: number): RequestError {
  return new RequestError(413, `The file must be ${limit / 1024 / 1024} MB or less`)
}
