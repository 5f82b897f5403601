import type { FastifyRequest } from 'fastify'
import type { User } from '#core/accounts/accounts.ts'
import { requireUser } from './auth.ts'

/** The person whose account it is. The only place that decides who may delete an account. Throws 401. */
export function requireAccountHolder(request: FastifyRequest): User {
  return requireUser(request)
}
