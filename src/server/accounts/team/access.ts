/** The one place that decides per route what a member's role allows (SPEC V7, V9). */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { isAllowed, NOT_ALLOWED } from '#core/team/access.ts'
import { readOnlyMessage } from '#core/team/describe-role.ts'
import { RequestError } from '#server/errors.ts'
import { isApiPath, requireMember } from '#server/accounts/auth.ts'

const READING = new Set(['GET', 'HEAD'])

/** The pages of the API documentation, whose routes a library adds. */
const DOCUMENTATION = /^\/api\/docs(?:\/|$)/

/**
 * Answers 403 for what the member's role does not allow. Call it after authentication was added and before the routes. The
 * returned function throws if a route of the API declares neither `access` nor `open`.
 */
export function addAccessGate(app: FastifyInstance): () => void {
  const undecided: string[] = []
  app.addHook('onRoute', (route) => {
    if (DOCUMENTATION.test(route.url)) route.config = { ...route.config, access: 'office' }
    else if (!isDecided(route)) undecided.push(`${String(route.method)} ${route.url}`)
  })
  const check = async (request: FastifyRequest) => {
    if (needsPermission(request)) requirePermission(request)
  }
  app.addHook('onRequest', check)
  // Again after the body: the role may have changed while it arrived (SPEC C68).
  app.addHook('preHandler', check)
  return () => {
    if (undecided.length) throw new Error(`Declare config.access: ${undecided.join(', ')}`)
  }
}

function isDecided({ url, config }: Pick<RouteOptions, 'url' | 'config'>): boolean {
  return !isApiPath(url) || Boolean(config?.open) !== Boolean(config?.access?.length)
}

function needsPermission({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && !routeOptions.config.open
}

/** Throws 403. A route without a decision is allowed to no one. */
export function requirePermission(request: FastifyRequest): void {
  const { access, whileViewing } = request.routeOptions.config
  const { permissions, viewAs } = requireMember(request)
  if (!access || !isAllowed(permissions, access)) throw new RequestError(403, NOT_ALLOWED)
  if (viewAs && !whileViewing && !READING.has(request.method))
    throw new RequestError(403, readOnlyMessage(viewAs))
}
