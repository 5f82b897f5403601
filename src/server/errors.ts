/** Everything that is not a success, and the one place that turns it into an answer (SPEC B7). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ErrorAnswer } from '#core/api.ts'

/** An answer that is not a success. `more` stands beside the message in the body (SPEC B22, B27). */
export class RequestError extends Error {
  readonly statusCode: number
  readonly fields: Record<string, string[]> | undefined
  readonly more: Record<string, unknown>
  /** In seconds. */
  readonly retryAfter: number | undefined

  constructor(
    statusCode: number,
    message: string,
    given: {
      fields?: Record<string, string[]>
      more?: Record<string, unknown>
      retryAfter?: number
    } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.fields = given.fields
    this.more = given.more ?? {}
    this.retryAfter = given.retryAfter
  }
}

/** 404: not there, or another account's: the same answer. */
export function notFound(): RequestError {
  return new RequestError(404, 'Not found')
}

export function unauthorized(): RequestError {
  return new RequestError(401, 'Unauthorized')
}

/** 400 with one message at one field. */
export function badField(field: string, message: string): RequestError {
  return new RequestError(400, message, { fields: { [field]: [message] } })
}

/** 412: somebody changed the record after it was read; `current` is how it stands now (SPEC B22). */
export function versionConflict(current: unknown): RequestError {
  const message = 'Somebody else changed this record after you opened it'
  return new RequestError(412, message, { more: { current } })
}

/** Too much at once: 429 where it is the account's own doing, 503 where it is everybody's. */
export function retryLater(status: 429 | 503, why: string): RequestError {
  return new RequestError(status, `${why} Please try again in a moment.`, { retryAfter: 5 })
}

/** 400 with the messages of a schema at its fields. */
export function badInput(error: z.ZodError): RequestError {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? 'body')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  const messages = Object.values(fields).flat()
  return new RequestError(400, messages[0] ?? 'Invalid input', { fields })
}

/** Requests from other sites, and limits that were reached (SPEC S27). */
const LOGGED = new Set([403, 429])

/** Fastify's error handler. */
export function sendError(
  error: FastifyError | RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = error instanceof RequestError ? error : translate(error, request.id)
  if (known.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (LOGGED.has(known.statusCode)) request.log.warn({ ip: request.ip }, known.message)
  // A refused login has none: its answers are the same to the byte, whoever asks (SPEC S01).
  if (known.statusCode !== 401) void reply.header('x-request-id', request.id)
  if (known.retryAfter) void reply.header('retry-after', known.retryAfter)
  const answer: ErrorAnswer = { message: known.message, ...known.more }
  if (known.fields) answer.fields = known.fields
  return reply.code(known.statusCode).type('application/json').send(answer)
}

const FASTIFY_WORDS: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body may be at most 1 MB'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is shorter or longer than announced'],
}

/** PostgreSQL's codes that no store has given a better word for. */
const DATABASE_WORDS: Record<string, [status: number, message: string]> = {
  '22003': [400, 'A sum is larger than can be stored'],
  '22021': [400, 'Broken characters are not allowed'],
  '22P02': [400, 'Invalid input'],
  '22023': [400, 'Invalid input'],
  '22P05': [400, 'Broken characters are not allowed'],
  '22008': [400, 'Invalid input'],
  '23505': [409, 'Already exists'],
  '23503': [409, 'In use'],
  '23514': [400, 'Invalid input'],
  HB001: [409, 'A frozen statement cannot be changed: void it, or correct it on the next one'],
  HB002: [503, 'The encryption key was changed: Haulbook has to be started again'],
  '53100': [507, 'The disk of the database is full'],
}

const AWAY =
  /^(08|57P0|53[23]|57014|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|40001|40P01|25006)/
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|read timeout|not queryable|pool after calling end/i

function translate(error: FastifyError, requestId: string): RequestError {
  const words = FASTIFY_WORDS[error.code] ?? DATABASE_WORDS[error.code]
  if (words) return new RequestError(...words)
  if (isDatabaseAway(error)) {
    return new RequestError(503, 'The database cannot be reached right now', { retryAfter: 2 })
  }
  if (error.statusCode && error.statusCode < 500)
    return new RequestError(error.statusCode, error.message)
  // No request is answered with 500 (SPEC B7): what nobody foresaw is logged and may be tried again.
  const message = `Something went wrong. Please try again, or tell whoever runs Haulbook of request ${requestId}.`
  return new RequestError(503, message, { retryAfter: 2 })
}

function isDatabaseAway(error: { code?: string; message: string }): boolean {
  return AWAY.test(error.code ?? '') || AWAY_WORDS.test(error.message)
}
