/** Checks the password of someone who logs in, within the limits on wrong passwords (SPEC B4, B6, S01). */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { User } from '#core/accounts/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { recordEvent, recordLoginRejection } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { forgetAttempt } from './attempts.ts'
import { usePassword } from './checked-password.ts'
import { readToken, setToken } from './cookie.ts'
import { rememberNetwork } from './known-networks.ts'
import { admitLogin } from './login-limits.ts'
import { endHashing } from './password-queue.ts'
import { endSession, findSessionMember, startSession } from './sessions.ts'
import { readUserOf } from './team/current-user.ts'
import { markSeen, pickAccount, type Membership } from './team/memberships.ts'
import { findPersonByEmail } from './team/persons.ts'
import { keepLoginWithoutAccount, setPendingLogin } from './two-step/pending-login.ts'

/** A rejected login takes at least this long, so that its duration reveals nothing (SPEC S01). */
const REJECTED_LOGIN_MS = 100

type Login = { email: string; password: string }

/**
 * Runs `use` in a transaction that holds the stored hash of the right password. Throws 401 for a wrong password or an
 * unknown email, and 429 for too many wrong passwords.
 */
export async function checkLogin<Result extends object>(
  database: Database,
  request: FastifyRequest,
  { email, password }: Login,
  use: (work: Work, person: User) => Promise<Result>,
): Promise<Result> {
  const start = performance.now()
  const { ip: address, fromKnownNetwork: known } = request
  const { admitted, attempts, rejection } = await admitLogin(database, { email, address, known })
  const check = { find: () => findPersonByEmail(database, email), password }
  const result = admitted ? await usePassword(database, check, use) : undefined
  if (result) {
    await forgetAttempt(database, attempts)
    return result
  }
  request.log.warn({ ip: request.ip }, 'login rejected')
  await recordFailedLogin(database, attempts, email)
  endHashing(request)
  await pause(Math.max(0, start + REJECTED_LOGIN_MS - performance.now()))
  throw rejection
}

/** Enters the account and returns the session's token. Hold the membership first. */
export async function enterAccount(
  work: Work,
  membership: Membership,
  { ip, headers }: FastifyRequest,
): Promise<string> {
  const { accountId, personId } = membership
  await markSeen(work, membership)
  await rememberNetwork(work, personId, ip)
  await recordEvent(work, accountId, 'logged-in', null, personId)
  return startSession(work, membership, headers['user-agent'])
}

/**
 * A login whose password and code are right. `token`: of its session. `withoutAccount`: the cookie of a person who belongs to no
 * account now.
 */
export type Entered =
  | { personId: string; accountId: string; token: string }
  | { personId: string; withoutAccount: string }

/** Enters the account that the person used last. */
export async function enterLastAccount(
  work: Work,
  personId: string,
  request: FastifyRequest,
): Promise<Entered> {
  const accountId = await pickAccount(work, personId)
  if (!accountId) return { personId, withoutAccount: await keepLoginWithoutAccount(work, personId) }
  const token = await enterAccount(work, { accountId, personId }, request)
  return { personId, accountId, token }
}

/** Gives the browser its session. Throws 403 if the person does not belong to an account: they can create one (SPEC C92). */
export async function finishLogin(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  entered: Entered,
): Promise<SignedInUser> {
  if ('withoutAccount' in entered) {
    setPendingLogin(request, reply, entered.withoutAccount)
    throw new RequestError(403, accountMessages.noMembership, { more: { noAccount: true } })
  }
  const { token, accountId: account, personId: person } = entered
  await endReplacedSession(database, readToken(request))
  // Logged at the default level, like other rejected requests (SPEC S27).
  request.log.warn({ account, person, ip: request.ip }, 'logged in')
  setToken(request, reply, token)
  return readUserOf(database, token)
}

/** Ends the browser's previous session, even if it was another person's (SPEC C36). */
export async function endReplacedSession(
  database: Database,
  token: string | undefined,
): Promise<void> {
  const before = token && (await findSessionMember(database, token))
  if (!before) return
  await endSession(database, token)
  await recordEvent(database, before.accountId, 'logged-out', null, before.personId)
}

/** Writes the same rows whether a person has the email or not: the duration must not reveal it (SPEC S01). */
async function recordFailedLogin(
  database: Database,
  attempts: number[],
  email: string,
): Promise<void> {
  if (!attempts.length) return
  await inTransaction(database, async (work) => {
    const update = work.updateTable('attempts').set({ happenedAt: sql`happened_at` })
    await update.where('id', 'in', attempts).execute()
    await recordLoginRejection(work, email)
  })
}
