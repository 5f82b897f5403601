/** Lets in who may come in: same-origin changes only, and a session for every call but a few. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { User } from '#core/accounts/accounts.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError, unauthorized } from '#server/errors.ts'
import { runQueued, createQueue } from '#server/queue.ts'
import { setToken, readToken } from './cookie.ts'
import { toNetwork } from './network.ts'
import { findSessionUser } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null only on routes that need nobody. */
    user: User | null
  }
  interface FastifyContextConfig {
    /** The route needs no session. */
    open?: boolean
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Looking up sessions, made-up ones too, is work that anybody can ask for. A database that hangs is told of in time. */
const lookUps = createQueue({ atOnce: 8, waiting: 2000, patienceMs: 2_000 })

/** Puts the gate before every route, known or not (SPEC B6). */
export function addAuth(app: FastifyInstance, database: Database): void {
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!READING.has(request.method)) rejectCrossSite(request)
    if (!needsSession(request)) return
    const token = readToken(request)
    const user = token && (await findSession(database, token, request.ip))
    if (!token || !user) throw unauthorized()
    request.user = user
    if (request.url.startsWith('/api/auth/user')) setToken(request, reply, token)
  })
}

function findSession(
  database: Database,
  token: string,
  address: string,
): Promise<User | undefined> {
  return runQueued(lookUps, toNetwork(address), () => findSessionUser(database, token))
}

/** The signed-in user's id: the account that everything belongs to. */
export function requireAccount(request: FastifyRequest): string {
  return requireUser(request).id
}

/** Throws 401 where nobody is signed in. */
export function requireUser(request: FastifyRequest): User {
  if (!request.user) throw unauthorized()
  return request.user
}

/** Whether the path belongs to the API, however it is spelt. */
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

/** SPEC B7: a page of another site must not be able to change anything here. */
function rejectCrossSite(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin !== undefined && parseHost(origin) !== host
  if (foreign) throw new RequestError(403, 'Requests from another site are refused')
}

function parseHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
