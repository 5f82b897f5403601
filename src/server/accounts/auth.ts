/** Authenticates requests: changes only from the same origin, and a session for every route that is not open. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { User } from '#core/accounts/accounts.ts'
import type { Access } from '#core/team/access.ts'
import type { Member } from '#core/team/member.ts'
import { listPermissions, ROLE_DEFAULTS } from '#core/team/roles.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError, unauthorized } from '#server/errors.ts'
import { setToken, readToken } from './cookie.ts'
import { lookUp } from './look-ups.ts'
import { findSessionUser } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Null only on open routes. */
    user: User | null
  }
  interface FastifyContextConfig {
    /** The route needs no session. */
    open?: boolean
    /** The permission that a member needs for the route, or several that are all needed (SPEC V7). */
    access?: Access
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Checks every request, including unknown routes (SPEC B6). */
export function addAuth(app: FastifyInstance, database: Database): void {
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!READING.has(request.method)) rejectCrossSite(request)
    if (!needsSession(request)) return
    const token = readToken(request)
    const user = token && (await lookUp(request.ip, token, () => findSessionUser(database, token)))
    if (!token || !user) throw unauthorized()
    request.user = user
    if (request.url.startsWith('/api/auth/user')) setToken(request, reply, token)
  })
}

/** The signed-in user's id, which is the account's id. Throws 401. */
export function requireAccount(request: FastifyRequest): string {
  return requireUser(request).id
}

/** Throws 401 without a session. */
export function requireUser(request: FastifyRequest): User {
  if (!request.user) throw unauthorized()
  return request.user
}

/** The member who sent the request. Throws 401 without a session. */
export function requireMember(request: FastifyRequest): Member {
  const { id } = requireUser(request)
  const permissions = listPermissions('admin', ROLE_DEFAULTS)
  return { accountId: id, personId: id, role: 'admin', ownerId: null, driverId: null, permissions }
}

/** Recognizes encoded and doubled characters too: "//%61pi". */
export function isApiPath(url: string): boolean {
  return /^\/+api(?:[/?#]|$)/i.test(decoded(url))
}

function needsSession(request: FastifyRequest): boolean {
  if (request.is404) return isApiPath(request.url)
  return !request.routeOptions.config.open
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** SPEC B7: a page of another site must not change anything. */
function rejectCrossSite(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin !== undefined && parseHost(origin) !== host
  if (foreign) throw new RequestError(403, 'Requests from another site are not allowed')
}

function parseHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
