/** The end of a login: the session starts, and the browser gets its cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountMessages } from '#core/messages.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { readToken, setToken } from './cookie.ts'
import { rememberNetwork } from './known-networks.ts'
import { endSession, findSessionMember, startSession } from './sessions.ts'
import { readUserOf } from './team/current-user.ts'
import { markSeen, pickAccount } from './team/memberships.ts'

/** `token`: of the session; null if the person is a member of no account. */
export type Entered = { token: string | null; accountId: string | null; personId: string }

/** Enters the account that the person used last. */
export async function enterAccount(
  work: Work,
  request: FastifyRequest,
  personId: string,
): Promise<Entered> {
  const accountId = await pickAccount(work, personId)
  if (!accountId) return { token: null, accountId: null, personId }
  const seat = { accountId, personId }
  await markSeen(work, seat)
  await rememberNetwork(work, personId, request.ip)
  await recordEvent(work, accountId, 'logged-in', null, personId)
  return { token: await startSession(work, seat, request.headers['user-agent']), ...seat }
}

/** Throws 403 if the person is a member of no account. */
export async function finishLogin(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, accountId: account, personId: person }: Entered,
): Promise<SignedInUser> {
  if (!token) throw new RequestError(403, accountMessages.noMembership)
  await endReplacedSession(database, request)
  // Logged at the default level, like other rejected requests (SPEC S27).
  request.log.warn({ account, person, ip: request.ip }, 'logged in')
  setToken(request, reply, token)
  return readUserOf(database, token)
}

/** Ends the browser's previous session, whichever person it belongs to (SPEC C36). */
export async function endReplacedSession(
  database: Database,
  request: FastifyRequest,
): Promise<void> {
  const token = readToken(request)
  const before = token && (await findSessionMember(database, token))
  if (!before) return
  await endSession(database, token)
  await recordEvent(database, before.accountId, 'logged-out', null, before.personId)
}
