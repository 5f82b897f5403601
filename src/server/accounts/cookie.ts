/** The session's cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDLE_SECONDS } from './sessions.ts'

const NAME = 'haulbook_session'

/** The token in the cookie. Its session may have ended. */
export function readToken(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)]
}

/** The cookie lasts as long as an idle session (SPEC S06). */
export function setToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.setCookie(nameFor(request), token, { ...attributes(request), maxAge: IDLE_SECONDS })
}

export function clearToken(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(nameFor(request), attributes(request))
}

/** With https the prefix makes browsers reject the cookie from any other host or path. */
function nameFor(request: FastifyRequest): string {
  return request.protocol === 'https' ? `__Host-${NAME}` : NAME
}

function attributes(request: FastifyRequest) {
  const secure = request.protocol === 'https'
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}
