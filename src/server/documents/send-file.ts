/** Sends a stored file, or a range of it, piece by piece (SPEC C111). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentFacts } from '#core/documents/documents.ts'
import type { Database } from '#server/database/open.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { streamPieces } from '#server/streaming/stream-pieces.ts'
import { readByteRange } from './byte-range.ts'
import { readPieces } from './file-parts.ts'

type Sent = Pick<DocumentFacts, 'name' | 'type' | 'bytes' | 'sha256'>

/** A browser that opens the address must not run a script that the file may contain. */
const NO_SCRIPTS = "default-src 'none'; frame-ancestors 'none'; sandbox"

type Sending = {
  userId: string
  file: Sent
  /** True if the browser saves the file instead of showing it. */
  asDownload: boolean
}

/** The caller has checked who may open it, and has taken a slot. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  database: Database,
  { userId, file, asDownload }: Sending,
): Promise<FastifyReply> {
  const { name, type, bytes, sha256 } = file
  const tag = `"${sha256}"`
  const ifRange = request.headers['if-range']
  const asked = ifRange === undefined || ifRange === tag ? request.headers.range : undefined
  const range = readByteRange(asked, bytes)
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'accept-ranges': 'bytes', 'content-range': `bytes */${bytes}` })
      .send()
  const { from, to } = range ?? { from: 0, to: bytes }
  const pieces = readPieces(database, userId, sha256, { from, to })
  // The first piece is read before the headers are set, so that an error gets an error's status and headers.
  const body = await streamPieces(pieces, () => undefined)
  if (range) void reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${bytes}`)
  endWhenStalled(reply)
  return reply
    .type(type)
    .headers({
      'content-security-policy': NO_SCRIPTS,
      'content-disposition': describeDisposition(name, asDownload),
      'accept-ranges': 'bytes',
      etag: tag,
      'content-length': to - from,
    })
    .send(body)
}

/** RFC 6266: a name in ASCII for old browsers, and the real name. */
function describeDisposition(name: string, asDownload: boolean): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, encodeByte)
  return `${asDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
