/** Reads why a request changes a closed month (SPEC C375). */
import type { FastifyRequest } from 'fastify'
import { CLOSED_REASON_HEADER } from '#core/api.ts'
import { closedReasonSchema } from '#core/books/closing.ts'
import { RequestError } from './errors.ts'

/** Null without the header. Throws 400 if the reason is blank, too long or not in percent-encoding. */
export function readClosedReason(request: FastifyRequest): string | null {
  const header = request.headers[CLOSED_REASON_HEADER]
  if (header === undefined) return null
  const { data, error } = closedReasonSchema.safeParse(decode(String(header)))
  if (data === undefined)
    throw new RequestError(400, error?.issues[0]?.message ?? 'The reason is not valid')
  return data
}

/** Undefined if the text is not in percent-encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
