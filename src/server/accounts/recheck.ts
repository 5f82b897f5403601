/** Checks the member again once a file has arrived: that can take minutes (SPEC C68, C154). */
import type { FastifyRequest } from 'fastify'
import type { Member } from '#core/team/member.ts'
import type { Work } from '#server/database/open.ts'
import { unauthorized } from '#server/errors.ts'
import { readToken } from './cookie.ts'
import { findSessionMember } from './sessions.ts'
import { requirePermission } from './team/access.ts'
import { rejectWithoutTwoStep } from './two-step/required.ts'

/**
 * Call it in the transaction that stores the file: other bodies are read before the checks of `addAuth` and `addAccessGate`. Throws
 * 401 for a session or a membership that has ended, and 403 for what the role no longer allows.
 */
export async function recheckMember(work: Work, request: FastifyRequest): Promise<Member> {
  const member = await findSessionMember(work, readToken(request) ?? '')
  if (!member) throw unauthorized()
  request.member = member
  rejectWithoutTwoStep(request)
  requirePermission(request)
  return member
}
