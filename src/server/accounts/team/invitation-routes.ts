/** The open routes of someone who was invited (SPEC C69). The token is never part of a path, which would be logged. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { newPassword } from '#core/accounts/accounts.ts'
import { INVITATION_HEADER } from '#core/team/invitation-link.ts'
import {
  acceptanceSchema,
  openInvitationSchema,
  type OpenInvitation,
} from '#core/team/invitations.ts'
import { loggedInSchema } from '#core/team/team.ts'
import { countSignup } from '#server/accounts/login-limits.ts'
import { checkLogin, endReplacedSession, enterAccount } from '#server/accounts/log-in.ts'
import { lookUp } from '#server/accounts/look-ups.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { rejectWeakPassword } from '#server/accounts/strong-passwords.ts'
import { readToken, setToken } from '#server/accounts/cookie.ts'
import { setPendingLogin, startSecondStep } from '#server/accounts/two-step/pending-login.ts'
import { actAs } from '#server/database/actor.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { nameAccount, readUserOf } from './current-user.ts'
import { findInvitation, joinTeam } from './invitations.ts'
import { createPerson, findPersonId } from './persons.ts'

type Acceptance = z.output<typeof acceptanceSchema>

export function invitationRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post } = routesOf(app, 'Team')

  get('/api/invitation', { access: 'open', answer: openInvitationSchema }, ({ request }) => {
    const token = String(request.headers[INVITATION_HEADER] ?? '')
    return lookUp(request.ip, token, () => describe(database, token))
  })

  post(
    '/api/invitation',
    {
      access: 'open',
      body: acceptanceSchema,
      answer: loggedInSchema,
      status: 201,
      config: { hashes: 'sign-up' },
    },
    async ({ body, request, reply }) => {
      const accepted = await accept(database, request, body)
      if ('pending' in accepted) {
        setPendingLogin(request, reply, accepted.pending)
        return { secondStep: true as const }
      }
      await endReplacedSession(database, readToken(request))
      setToken(request, reply, accepted.token)
      return readUserOf(database, accepted.token)
    },
  )
}

async function describe(database: Database, token: string): Promise<OpenInvitation> {
  const { accountId, email, role, language, expiresAt } = await findInvitation(database, token)
  const known = (await findPersonId(database, email)) !== undefined
  return {
    email,
    role,
    account: await nameAccount(database, accountId),
    known,
    language,
    expiresAt,
  }
}

/** `token`: of the new session. `pending`: of a login whose code is missing. */
type Accepted = { token: string } | { pending: string }

/** Throws 404 for an invalid link, 400, 401, 409 and 429. */
async function accept(
  database: Database,
  request: FastifyRequest,
  { token, password, firstName, lastName, language }: Acceptance,
): Promise<Accepted> {
  const find = () => findInvitation(database, token)
  const { accountId, email } = await lookUp(request.ip, token, find)
  const enter = (personId: string) => async (work: Work) => {
    const membership = await joinTeam(work, personId, token, language)
    return { token: await enterAccount(work, membership, request) }
  }
  const knownId = await findPersonId(database, email)
  if (!knownId) {
    const company = await nameAccount(database, accountId)
    const about = { email, names: [firstName, lastName], company }
    const typed = readNewPassword(password)
    await rejectWeakPassword('password', typed, about)
    await countSignup(database, request.ip)
    const person = { id: randomUUID(), email, firstName, lastName }
    const hashed = await hashPassword(typed)
    return actAs(person.id, () =>
      inTransaction(database, async (work) => {
        await createPerson(work, { ...person, password: hashed })
        return enter(person.id)(work)
      }),
    )
  }
  const signedIn = await findSessionMember(database, readToken(request) ?? '')
  if (signedIn?.personId === knownId)
    return actAs(knownId, () => inTransaction(database, enter(knownId)))
  if (!password) throw badField('password', 'Password is required')
  const login = { email, password }
  return actAs(knownId, () =>
    checkLogin(database, request, login, async (work): Promise<Accepted> => {
      // With two-step login, the person joins the team once the code is checked.
      const pending = await startSecondStep(work, knownId, { invitation: token, language })
      return pending ? { pending } : enter(knownId)(work)
    }),
  )
}

/** Throws 400 as sign-up does (SPEC A5). */
function readNewPassword(typed: string | undefined): string {
  const { data, error } = newPassword.safeParse(typed)
  if (error) throw badField('password', error.issues[0]?.message ?? 'Password is required')
  return data
}
