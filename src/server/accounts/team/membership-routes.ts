/** A person leaves an account (SPEC C93), or creates one after the last membership has ended (SPEC C92). */
import type { FastifyInstance } from 'fastify'
import { signedInUserSchema } from '#core/team/team.ts'
import { clearToken, setToken } from '#server/accounts/cookie.ts'
import { rememberNetwork } from '#server/accounts/known-networks.ts'
import { countSignup } from '#server/accounts/login-limits.ts'
import { startSession } from '#server/accounts/sessions.ts'
import {
  clearPendingLogin,
  isHashOf,
  readPendingLogin,
  type PendingLogin,
} from '#server/accounts/two-step/pending-login.ts'
import { actAs } from '#server/database/actor.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readUserOf } from './current-user.ts'
import { addAccount } from './add-account.ts'
import { leaveAccount } from './members.ts'
import { pickAccount, type Membership } from './memberships.ts'
import { holdPerson } from './persons.ts'

export function membershipRoutes(app: FastifyInstance, { database }: Services): void {
  const { post, remove } = routesOf(app, 'Accounts')

  remove(
    '/api/auth/membership',
    {
      access: 'everyone',
      description: 'Leaves the account of the session.',
      config: { worksWithoutSpace: true },
    },
    async ({ member, request, reply }) => {
      await leaveAccount(database, member)
      clearToken(request, reply)
    },
  )

  post(
    '/api/signup/account',
    {
      access: 'open',
      answer: signedInUserSchema,
      status: 201,
      description: 'Creates an account for a person whose login found none.',
    },
    async ({ request, reply }) => {
      const pending = readPendingLogin(database, request)
      if (!pending?.complete) throw expiredError()
      await countSignup(database, request.ip)
      const { personId } = pending
      const token = await actAs(personId, () =>
        inTransaction(database, async (work) => {
          const membership = await addOnce(work, pending)
          await rememberNetwork(work, personId, request.ip)
          await recordEvent(work, membership.accountId, 'signed-up')
          return startSession(work, membership, request.headers['user-agent'])
        }),
      )
      clearPendingLogin(request, reply)
      setToken(request, reply, token)
      return readUserOf(database, token)
    },
  )
}

/** Throws 401 if the password was changed meanwhile, and 409 for a member of an account. */
async function addOnce(work: Work, pending: PendingLogin): Promise<Membership> {
  const { personId } = pending
  // The second of two simultaneous requests waits here and finds the account of the first.
  await holdPerson(work, personId)
  const person = await work
    .selectFrom('persons')
    .select('password')
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person || !isHashOf(pending, person.password)) throw expiredError()
  if (await pickAccount(work, personId))
    throw new RequestError(409, 'You belong to an account now. Log in.')
  return { personId, accountId: await addAccount(work, personId) }
}

function expiredError(): RequestError {
  return new RequestError(401, 'Your login took too long or your password changed. Log in again.')
}
