import type { FastifyRequest } from 'fastify'
import { requireMember } from '#server/accounts/auth.ts'
import type { Requester } from './make-packet.ts'

/** Throws 401 if no member is signed in. */
export function readRequester(request: FastifyRequest): Requester {
  const { accountId: userId, personId } = requireMember(request)
  return { userId, personId }
}
