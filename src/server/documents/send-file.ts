/** Sends a stored file, or a range of it, piece by piece (SPEC C111). */
import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentFacts } from '#core/documents/documents.ts'
import type { Database } from '#server/database/open.ts'
import { readByteRange } from './byte-range.ts'
import { readPieces } from './file-parts.ts'
import { documentDownloads } from './slots.ts'

type Sent = Pick<DocumentFacts, 'name' | 'type' | 'bytes' | 'sha256'>

/** A browser that opens the address must run nothing that the bytes may contain. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** `asDownload`: the browser saves it instead of showing it. The caller has checked who may open it. Throws 429. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  database: Database,
  { userId, file, asDownload }: { userId: string; file: Sent; asDownload: boolean },
): Promise<FastifyReply> {
  const { name, type, bytes, sha256 } = file
  const tag = `"${sha256}"`
  void reply
    .type(type)
    .header('content-security-policy', NOTHING_RUNS)
    .header('content-disposition', describeDisposition(name, asDownload))
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
  const ifRange = request.headers['if-range']
  const asked = ifRange === undefined || ifRange === tag ? request.headers.range : undefined
  const range = readByteRange(asked, bytes)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  const { from, to } = range ?? { from: 0, to: bytes }
  if (range) void reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${bytes}`)
  finished(reply.raw, documentDownloads.take(userId))
  const body = await streamPieces(readPieces(database, userId, sha256, { from, to }))
  return reply.header('content-length', to - from).send(body)
}

/** Reads a piece when the client has taken those before it. Throws what the first one throws: it becomes a status. */
export async function streamPieces(pieces: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await pieces.next()
  return Readable.from(startingWith(first, pieces), { objectMode: false })
}

async function* startingWith(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>) {
  if (!first.done) yield first.value
  yield* rest
}

/** RFC 6266: a name in ASCII for old programs, and the real one. */
function describeDisposition(name: string, asDownload: boolean): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, encodeByte)
  return `${asDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
