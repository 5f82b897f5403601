/** Authenticates requests: changes only from the same origin, and a session for every route that is not open. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACCOUNT_HEADER } from '#core/api.ts'
import type { Access } from '#core/team/access.ts'
import type { Member } from '#core/team/member.ts'
import { actAs } from '#server/database/actor.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError, unauthorized } from '#server/errors.ts'
import { readClosedReason } from '#server/closed-reason.ts'
import { setToken, readToken } from './cookie.ts'
import { lookUp } from './look-ups.ts'
import { findSessionMember } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person as a member of the session's account. Null only on open routes. */
    member: Member | null
    /** When `member` was read: milliseconds of `performance.now()`. */
    memberReadAt: number
  }
  interface FastifyInstance {
    /** The address that browsers open begins with https. */
    hasHttpsUrl: boolean
  }
  interface FastifyContextConfig {
    /** True for a route that needs no session. */
    open?: boolean
    /** A member who must first set up two-step login can use the route (SPEC C77). */
    withoutTwoStep?: boolean
    /** The permission that a member needs for the route, or several that are all needed (SPEC C72). */
    access?: Access
    /** A change that is allowed while an Admin views the account as another role. */
    whileViewing?: true
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A body can take minutes to arrive. After this long, the member may have been removed or have another role. */
const MEMBER_LASTS_MS = 1_000

/** Checks every request, including unknown routes (SPEC B6). `publicUrl`: the address that browsers open. */
export function addAuth(app: FastifyInstance, database: Database, publicUrl?: string): void {
  app.decorate('hasHttpsUrl', publicUrl?.startsWith('https:') ?? false)
  app.decorateRequest('member', null)
  app.decorateRequest('memberReadAt', 0)
  const readMember = async (request: FastifyRequest, token: string) => {
    const find = () => findSessionMember(database, token)
    const member = await lookUp(request.ip, token, find)
    if (!member) throw unauthorized()
    request.member = member
    request.memberReadAt = performance.now()
    return member
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!READING.has(request.method)) rejectCrossSite(request, publicUrl)
    if (!needsSession(request)) return
    const token = readToken(request)
    if (!token) throw unauthorized()
    rejectOtherAccount(request, await readMember(request, token))
    if (request.url.startsWith('/api/auth/user')) setToken(request, reply, token)
  })
  app.addHook('preHandler', async (request) => {
    if (!request.member || READING.has(request.method)) return
    if (performance.now() - request.memberReadAt < MEMBER_LASTS_MS) return
    await readMember(request, readToken(request) ?? '')
  })
  // Runs after the body was read, because callbacks of its stream would not keep the person.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.member) return done()
    const closedReason = READING.has(request.method) ? null : readClosedReason(request)
    const { personId, timeZone } = request.member
    return actAs(personId, done, { closedReason, timeZone })
  })
}

/** The id of the session's account. Throws 401. */
export function requireAccount(request: FastifyRequest): string {
  return requireMember(request).accountId
}

/** The member who sent the request. Throws 401 without a session. */
export function requireMember(request: FastifyRequest): Member {
  if (!request.member) throw unauthorized()
  return request.member
}

/** Recognizes encoded and doubled characters too: "//%61pi". */
export function isApiPath(url: string): boolean {
  return /^\/+api(?:[/?#]|$)/i.test(decodeUrl(url))
}

function needsSession(request: FastifyRequest): boolean {
  if (request.is404) return isApiPath(request.url)
  return !request.routeOptions.config.open
}

function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** SPEC C83: after a switch of accounts in another tab, a page must neither show nor change the other account. */
function rejectOtherAccount(request: FastifyRequest, { accountId }: Member): void {
  const named = [request.headers[ACCOUNT_HEADER], takeNamedAccount(request)]
  if (named.some((one) => one !== undefined && one !== accountId))
    throw new RequestError(403, OTHER_ACCOUNT)
}

/** The account that a link to a file names. Removed from the query, in which routes allow their own parameters only. */
function takeNamedAccount({ query }: FastifyRequest): unknown {
  const parameters = query as Record<string, unknown>
  const named = parameters[ACCOUNT_HEADER]
  delete parameters[ACCOUNT_HEADER]
  return named
}

const OTHER_ACCOUNT = 'You switched to another account in another tab. Nothing was changed.'

/**
 * SPEC B7: a page of another site must not change anything. Behind a proxy the Host can lack the port of the address that browsers
 * open (SPEC C429).
 */
function rejectCrossSite(request: FastifyRequest, publicUrl?: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin !== undefined && origin !== publicUrl && !isSameHost(origin, host)
  if (!foreign) return
  // A proxy with "Host $host" leaves out the port.
  const lacksPort = !publicUrl && origin !== undefined && nameOf(origin) === host
  throw new RequestError(403, lacksPort ? setPublicUrl(origin) : OTHER_SITE)
}

const OTHER_SITE = 'Requests from another site are not allowed'

const setPublicUrl = (origin: string) =>
  `${OTHER_SITE}. If ${origin} is the address of this Haulbook, the person who runs the server sets PUBLIC_URL=${origin}.`

/** "https://haulbook.example.com" and "haulbook.example.com:443" are the same. */
function isSameHost(origin: string, host = ''): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: own } = new URL(origin)
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === own
}

function nameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined
}
