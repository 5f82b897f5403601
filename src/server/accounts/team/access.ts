/** The one place that decides per route what a member's role allows (SPEC C72, V9). */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { isAllowed, NOT_ALLOWED } from '#core/team/access.ts'
import { readOnlyMessage } from '#core/team/describe-role.ts'
import type { Member } from '#core/team/member.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError, unauthorized } from '#server/errors.ts'
import { isApiPath, requireMember } from '#server/accounts/auth.ts'
import { readToken } from '#server/accounts/cookie.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { rejectWithoutTwoStep } from '#server/accounts/two-step/required.ts'

const READING = new Set(['GET', 'HEAD'])

/**
 * Responds with 403 for what the member's role does not allow. Call it after authentication was added and before the routes. The
 * returned function throws if a route of the API declares neither `access` nor `open`.
 */
export function addAccessGate(app: FastifyInstance): () => void {
  const undecided: string[] = []
  app.addHook('onRoute', (route) => {
    if (!isDecided(route)) undecided.push(`${String(route.method)} ${route.url}`)
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

/**
 * Checks the member again in the transaction that stores a file (SPEC C154): a file arrives after the checks of `addAuth` and
 * `addAccessGate`, and can take minutes. Throws 401 for a session or a membership that has ended, and 403 for what the role no longer
 * allows.
 */
export async function recheckMember(work: Work, request: FastifyRequest): Promise<Member> {
  const member = await findSessionMember(work, readToken(request) ?? '')
  if (!member) throw unauthorized()
  request.member = member
  rejectWithoutTwoStep(request)
  requirePermission(request)
  return member
}

/** Throws 403. No one can use a route that declares no permission. */
function requirePermission(request: FastifyRequest): void {
  const { access, whileViewing } = request.routeOptions.config
  const { permissions, viewAs } = requireMember(request)
  if (!access || !isAllowed(permissions, access)) throw new RequestError(403, NOT_ALLOWED)
  if (viewAs && !whileViewing && !READING.has(request.method))
    throw new RequestError(403, readOnlyMessage(viewAs))
}
