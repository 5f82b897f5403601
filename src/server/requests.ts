/** What routes read of a request beside its body. */
import type { FastifyRequest } from 'fastify'
import type { Repeatable } from './database/idempotency.ts'
import { notFound, RequestError } from './errors.ts'

/** The id in the path. Anything but a positive whole number is no record's: 404 (SPEC B10). */
export function readId(request: FastifyRequest, name = 'id'): number {
  const { [name]: id = '' } = request.params as Record<string, string>
  const number = Number(id)
  if (!/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(number)) throw notFound()
  return number
}

/** The version that an If-Match names, undefined without one (SPEC B22). Throws 400. */
export function readVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1]
  if (version === undefined) throw new RequestError(400, 'If-Match must be a version such as "3"')
  return Number(version)
}

/** The Idempotency-Key and what it is for (SPEC B23). */
export function readIdempotency(request: FastifyRequest): Repeatable {
  const key = request.headers['idempotency-key']
  return { key: Array.isArray(key) ? key[0] : key, path: request.url, body: request.body }
}
