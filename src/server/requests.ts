/** Reads the id, version, idempotency key and operation id of a request. */
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { settledQuery, type SettledAnswer } from '#core/settlements/adjustments/settled-change.ts'
import { OPERATION_HEADER, undoMessages } from '#core/undo/operations.ts'
import { requireMember } from './accounts/auth.ts'
import type { Repeatable } from './database/idempotency.ts'
import { badInput, notFound, RequestError } from './errors.ts'

/** The id in the path. Throws 404 if it is not a positive whole number (SPEC B10). */
export function readId(request: FastifyRequest, name = 'id'): number {
  const { [name]: id = '' } = request.params as Record<string, string>
  const number = Number(id)
  if (!/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(number)) throw notFound()
  return number
}

/** The version in the If-Match header, undefined without one (SPEC B22). Throws 400. */
export function readVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1]
  if (version === undefined) throw new RequestError(400, 'If-Match must be a version such as "3"')
  return Number(version)
}

/** The Idempotency-Key with the request's path and body (SPEC B23). */
export function readIdempotency(request: FastifyRequest): Repeatable {
  const key = request.headers['idempotency-key']
  const { personId } = requireMember(request)
  return { personId, key: Array.isArray(key) ? key[0] : key, path: request.url, body: request.body }
}

/** The operation that the request is a part of, or a new one (SPEC C43). Throws 400 if the header is not a UUID. */
export function readOperation(request: FastifyRequest): string {
  const header = request.headers[OPERATION_HEADER]
  if (header === undefined) return randomUUID()
  const id = String(header).replaceAll('-', '').toLowerCase()
  if (!/^[\da-f]{32}$/.test(id)) throw new RequestError(400, 'Operation-Id must be a UUID')
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The operation in the path. Throws the 404 of an operation that can't be undone. */
export function readOperationId(request: FastifyRequest): string {
  const { operation = '' } = request.params as Record<string, string>
  if (!/^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i.test(operation))
    throw new RequestError(404, undoMessages.nothing)
  return operation
}

/** The answer to the question about loads on locked statements (SPEC C360). Throws 400. */
export function readSettled(request: FastifyRequest): SettledAnswer | undefined {
  const result = settledQuery.safeParse(request.query ?? {})
  if (!result.success) throw badInput(result.error)
  return result.data.settled
}
