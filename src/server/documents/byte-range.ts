/** The Range header of a request for a file (RFC 9110, section 14). */
import type { ByteRange } from './file-parts.ts'

/** Null: the whole file. `'unsatisfiable'`: 416. A request for several ranges gets the whole file. */
export function readByteRange(
  header: string | undefined,
  bytes: number,
): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (!first && !last) return null
  if (!first) return last === '0' || !bytes ? 'unsatisfiable' : lastBytes(Number(last), bytes)
  const from = Number(first)
  const to = last ? Math.min(Number(last) + 1, bytes) : bytes
  if (last && Number(last) < from) return null
  return from >= bytes ? 'unsatisfiable' : { from, to }
}

function lastBytes(count: number, bytes: number): ByteRange {
  return { from: Math.max(bytes - count, 0), to: bytes }
}
