/** Errors, and the error handler that turns them into responses (SPEC B7). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ErrorResponse } from '#core/api.ts'
import { sampleMessages } from '#core/sample/messages.ts'
import { CONSTRAINT_MESSAGES, CONSTRAINT_QUESTIONS } from './database/constraint-messages.ts'
import {
  codeOf,
  constraintOf,
  detailOf,
  stripConstraintName,
  FOREIGN_KEY_VIOLATION,
} from './database/transaction.ts'
import { buildErrorPage, readPageLanguage } from './error-page/error-page.ts'
import { opensTab } from './error-page/opens-tab.ts'
import { isChange } from './storage/changes.ts'

/** An error response. Its body has the message and the properties of `more` (SPEC B22, B27). */
export class RequestError extends Error {
  readonly statusCode: number
  readonly fields: Record<string, string[]> | undefined
  readonly more: Record<string, unknown>
  /** The seconds after which the client may retry. */
  readonly retryAfter: number | undefined

  constructor(
    statusCode: number,
    message: string,
    options: {
      fields?: Record<string, string[]>
      more?: Record<string, unknown>
      retryAfter?: number
    } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.fields = options.fields
    this.more = options.more ?? {}
    this.retryAfter = options.retryAfter
  }
}

/** 404 for a missing record and, with the same response, for a record of another account. */
export function notFound(): RequestError {
  return new RequestError(404, 'Not found')
}

export function unauthorized(): RequestError {
  return new RequestError(401, 'Unauthorized')
}

/** A 400 error with one message at one field. */
export function badField(field: string, message: string): RequestError {
  return new RequestError(400, message, { fields: { [field]: [message] } })
}

/** 403 with a message at a field that the member's role hides (SPEC C73). */
export function forbiddenField(field: string, label: string): RequestError {
  const message = `You can't change ${label} in your role`
  return new RequestError(403, message, { fields: { [field]: [message] } })
}

/** 409: the user must confirm. The same request with the field in `confirmed` is accepted (SPEC C11). */
export function askToConfirm(field: string, message: string): RequestError {
  return new RequestError(409, message, { more: { confirm: field } })
}

/** A 412 error: the record was changed after it was read. `current`: the current record (SPEC B22). */
export function versionConflict(current: unknown): RequestError {
  const message = 'This record was changed after you opened it'
  return new RequestError(412, message, { more: { current } })
}

/** 429 if the account sends too much at once, 503 if the whole server is busy. */
export function retryLater(status: 429 | 503, why: string): RequestError {
  return new RequestError(status, `${why} Please try again in a moment.`, { retryAfter: 5 })
}

/** A 400 error with the schema's messages at their fields. */
export function badInput(error: z.ZodError): RequestError {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? 'body')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  const messages = Object.values(fields).flat()
  return new RequestError(400, messages[0] ?? 'Invalid input', { fields })
}

/** The disk or the account's quota is full: not a server error. */
const FULL = 507
/** Logged statuses: requests from other sites, bodies of a wrong size or type, and reached limits (SPEC S27). */
const LOGGED = new Set([403, 413, 415, 421, 429, FULL])
/** Routes of records. A 404 is normal for an unknown ZIP code and for an import that has not begun. */
const RECORD_ROUTE = /\/:(?!zip|key)/

/** Fastify's error handler. JSON, or a page for a browser that opened a link (SPEC C140). */
export function sendError(
  error: FastifyError | RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known =
    error instanceof RequestError ? error : (asRequestError(error) ?? translate(error, request))
  // What the server refuses itself, because it is busy, has no stack that would say more.
  const isRefused = error instanceof RequestError
  if (known.statusCode >= 500 && known.statusCode !== FULL && !isRefused)
    request.log.error({ err: error }, 'request failed')
  if (isRefused && known.statusCode === 503)
    request.log.warn(describeRequest(request), known.message)
  if (isLogged(known.statusCode, request)) request.log.warn(describeRequest(request), known.message)
  // Not for a failed login: all its responses must be identical, byte for byte (SPEC S01).
  if (known.statusCode !== 401) void reply.header('x-request-id', request.id)
  if (known.retryAfter) void reply.header('retry-after', known.retryAfter)
  void reply.code(known.statusCode)
  if (opensTab(request)) {
    // An attachment would be saved under the name of the file.
    void reply.removeHeader('content-disposition').type('text/html; charset=utf-8')
    return reply.send(buildErrorPage(known, readPageLanguage(request)))
  }
  const response: ErrorResponse = { message: known.message, ...known.more }
  if (known.fields) response.fields = known.fields
  return reply.type('application/json').send(response)
}

/** Also logs attempts to reach records of others, but not visitors who are signed out or mistyped paths. */
function isLogged(status: number, request: FastifyRequest): boolean {
  if (status === 401) return needsSession(request) && request.url !== '/api/auth/user'
  if (status === 404) return Boolean(request.member) && RECORD_ROUTE.test(readRoute(request))
  return LOGGED.has(status)
}

/** False for the login, which logs its failures itself. */
function needsSession(request: FastifyRequest): boolean {
  return !request.routeOptions.config.open
}

/** The route, never the path: a path may contain what someone typed. */
function describeRequest(request: FastifyRequest) {
  const { ip, method, member } = request
  return {
    account: member?.accountId,
    person: member?.personId,
    ip,
    method,
    route: readRoute(request),
  }
}

function readRoute(request: FastifyRequest): string {
  return request.routeOptions.url ?? ''
}

const FASTIFY_MESSAGES: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Request body must be JSON'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request body is too large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'Request body is empty'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'Request body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "Request body doesn't match Content-Length"],
}

/** Messages by PostgreSQL's error code, for errors that no store turned into a better message. */
const DATABASE_MESSAGES: Record<string, [status: number, message: string]> = {
  '22003': [400, 'The total is too large'],
  '22021': [400, "Contains characters that can't be saved"],
  '22P05': [400, "Contains characters that can't be saved"],
  '23505': [409, 'Someone else saved this at the same moment. Reload the page and try again.'],
  '23503': [409, 'In use'],
  HB001: [409, 'This statement is locked. Void it, or add an adjustment to the next settlement.'],
  HB003: [409, sampleMessages.notReal],
  HB002: [503, 'Encryption key changed. Restart Haulbook.'],
}

/** A value that PostgreSQL can't read: of the request, unless a function or a worker of a cluster wrote it (SPEC C402). */
const UNREADABLE = new Set(['22P02', '22023', '22008'])
const INSIDE = /PL\/pgSQL function|\bCOPY |executing command on/

const DISK_FULL = '53100'

const UNREACHABLE =
  /^(08|57P0|53[23]|57014|ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|40001|40P01|25006)/
const UNREACHABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|read timeout|not queryable|pool after calling end|marked as essential/i

function translate(error: FastifyError, request: FastifyRequest): RequestError {
  if (isOfDeletedAccount(error)) return unauthorized()
  const known = FASTIFY_MESSAGES[error.code] ?? DATABASE_MESSAGES[error.code]
  if (known) return new RequestError(...known)
  if (isUnreadable(error)) return new RequestError(400, 'Invalid input')
  const shortage = request.server.findShortage?.(0)
  if (error.code === DISK_FULL)
    return new RequestError(FULL, shortage ?? "The server's disk is full")
  if (isDatabaseUnreachable(error)) {
    // On a full disk running changes are canceled.
    if (shortage && isChange(request)) return new RequestError(FULL, shortage)
    return new RequestError(503, "Can't reach the database", { retryAfter: 2 })
  }
  if (error.statusCode && error.statusCode < 500)
    return new RequestError(error.statusCode, error.message)
  // SPEC B7: never 500. An unexpected error is logged, and the client may try again.
  const message = `Something went wrong. Please try again, or contact your administrator (request ${request.id}).`
  return new RequestError(503, message, { retryAfter: 2 })
}

/** The error itself, or the message of the constraint that rejected a write; undefined for other errors (SPEC C311). */
export function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (!(error instanceof Error)) return undefined
  const [status, meant, field] = CONSTRAINT_MESSAGES[constraintOf(error)] ?? []
  if (!status || !meant) return undefined
  const facts = { text: stripConstraintName(error), detail: detailOf(error) }
  const message = typeof meant === 'string' ? meant : meant(facts)
  const confirm = CONSTRAINT_QUESTIONS[constraintOf(error)]
  return new RequestError(status, message, {
    ...(field ? { fields: { [field]: [message] } } : {}),
    ...(confirm ? { more: { confirm } } : {}),
  })
}

function isUnreadable(error: FastifyError & { where?: string }): boolean {
  return UNREADABLE.has(error.code) && !INSIDE.test(error.where ?? '')
}

/** True if the account was deleted during the request. */
function isOfDeletedAccount(error: FastifyError): boolean {
  return codeOf(error) === FOREIGN_KEY_VIOLATION && constraintOf(error).endsWith('_user_id_fkey')
}

/** Also true if one machine of a distributed database is unreachable. */
export function isDatabaseUnreachable(error: { code?: string; message: string }): boolean {
  return UNREACHABLE.test(error.code ?? '') || UNREACHABLE_MESSAGES.test(error.message)
}
