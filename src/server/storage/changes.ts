/** Which requests need space: they are rejected while the disk or the account's quota is full (SPEC C30, C31). */
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes little or nothing, although its method is not GET. It works without space. */
    worksWithoutSpace?: boolean
    /** Whether the request only deletes, although its method is not DELETE. It works past the quota. */
    onlyDeletes?: (request: FastifyRequest) => Promise<boolean>
    /** The route reserves what it needs of the quota by itself. */
    reservesSpace?: boolean
  }
  interface FastifyInstance {
    /** Why a change whose body has `bytes` can't be stored now, undefined if it can. */
    findShortage?: (bytes: number) => string | undefined
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True if the request stores something. */
export function isChange(request: FastifyRequest): boolean {
  return !READING.has(request.method) && !request.routeOptions.config.worksWithoutSpace
}
