/** Reads the id, version and idempotency key of a request. */
import type { FastifyRequest } from 'fastify'
import type { Repeatable } from './database/idempotency.ts'
import { notFound, RequestError } from './errors.ts'

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
  return { key: Array.isArray(key) ? key[0] : key, path: request.url, body: request.body }
}
