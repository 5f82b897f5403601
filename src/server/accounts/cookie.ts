/** The session's cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDLE_SECONDS } from './sessions.ts'

const NAME = 'haulbook_session'

/** The token in the cookie. Its session may have ended. */
export function readToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request, NAME)]
}

/** The cookie lasts as long as an idle session (SPEC S06). */
export function setToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const attributes = { ...cookieAttributes(request), maxAge: IDLE_SECONDS }
  void reply.setCookie(cookieName(request, NAME), token, attributes)
}

export function clearToken(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(request, NAME), cookieAttributes(request))
}

/** Also if a proxy does not say so: browsers open the server by its PUBLIC_URL only. */
function isHttps({ protocol, server }: FastifyRequest): boolean {
  return protocol === 'https' || server.hasHttpsUrl
}

/** With https the prefix makes browsers reject the cookie from any other host or path. */
export function cookieName(request: FastifyRequest, name: string): string {
  return isHttps(request) ? `__Host-${name}` : name
}

export function cookieAttributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(request) } as const
}
