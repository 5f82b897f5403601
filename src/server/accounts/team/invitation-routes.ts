/** The open routes of someone who was invited (SPEC C69). The token is never part of a path, which would be logged. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { newPassword } from '#core/accounts/accounts.ts'
import {
  acceptanceSchema,
  INVITATION_HEADER,
  openInvitationSchema,
  type OpenInvitation,
} from '#core/team/invitations.ts'
import { signedInUserSchema } from '#core/team/team.ts'
import { countSignup } from '#server/accounts/login-limits.ts'
import { checkLogin, endReplacedSession, enterAccount } from '#server/accounts/log-in.ts'
import { lookUp } from '#server/accounts/look-ups.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { rejectWeakPassword } from '#server/accounts/strong-passwords.ts'
import { readToken, setToken } from '#server/accounts/cookie.ts'
import { actAs } from '#server/database/actor.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, RequestError } from '#server/errors.ts'
import { nameAccount, readUserOf } from './current-user.ts'
import { findInvitation, takeInvitation } from './invitations.ts'
import { addMember } from './memberships.ts'
import { createPerson, findPersonId } from './persons.ts'

const tags = ['Team']

type Acceptance = z.output<typeof acceptanceSchema>

export function invitationRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/invitation',
    { schema: { tags, response: { 200: openInvitationSchema } }, config: { open: true } },
    (request) => {
      const token = String(request.headers[INVITATION_HEADER] ?? '')
      return lookUp(request.ip, token, () => describe(database, token))
    },
  )

  api.post(
    '/api/invitation',
    {
      schema: { tags, body: acceptanceSchema, response: { 201: signedInUserSchema } },
      config: { open: true, hashes: 'sign-up' },
    },
    async (request, reply) => {
      const token = await accept(database, request, request.body)
      await endReplacedSession(database, readToken(request))
      setToken(request, reply, token)
      return reply.code(201).send(await readUserOf(database, token))
    },
  )
}

async function describe(database: Database, token: string): Promise<OpenInvitation> {
  const { accountId, email, role, expiresAt } = await findInvitation(database, token)
  const known = (await findPersonId(database, email)) !== undefined
  return { email, role, account: await nameAccount(database, accountId), known, expiresAt }
}

/** Returns the token of the new session. Throws 404 for an invalid link, 400, 401, 409 and 429. */
async function accept(
  database: Database,
  request: FastifyRequest,
  { token, password, firstName, lastName }: Acceptance,
): Promise<string> {
  const find = () => findInvitation(database, token)
  const { accountId, email } = await lookUp(request.ip, token, find)
  const join = (personId: string) => (work: Work) => joinTeam(work, { personId, token, request })
  const knownId = await findPersonId(database, email)
  if (!knownId) {
    const about = [email, firstName, lastName, await nameAccount(database, accountId)]
    const typed = readNewPassword(password)
    await rejectWeakPassword('password', typed, about)
    await countSignup(database, request.ip)
    const person = { id: randomUUID(), email, firstName, lastName }
    const hashed = await hashPassword(typed)
    return actAs(person.id, () =>
      inTransaction(database, async (work) => {
        await createPerson(work, { ...person, password: hashed })
        return join(person.id)(work)
      }),
    )
  }
  const signedIn = await findSessionMember(database, readToken(request) ?? '')
  if (signedIn?.personId === knownId)
    return actAs(knownId, () => inTransaction(database, join(knownId)))
  if (!password) throw badField('password', 'Password is required')
  const login = { email, password }
  const entered = await actAs(knownId, () =>
    checkLogin(database, request, login, async (work) => ({ token: await join(knownId)(work) })),
  )
  return entered.token
}

type Joining = { personId: string; token: string; request: FastifyRequest }

async function joinTeam(work: Work, { personId, token, request }: Joining): Promise<string> {
  const { accountId, role, ownerId, driverId } = await takeInvitation(work, token)
  const seat = { accountId, personId }
  if (!(await addMember(work, seat, { role, ownerId, driverId })))
    throw new RequestError(409, 'You are on this team already. Log in.')
  return enterAccount(work, seat, request)
}

/** Throws 400 as sign-up does (SPEC A5). */
function readNewPassword(typed: string | undefined): string {
  const { data, error } = newPassword.safeParse(typed)
  if (error) throw badField('password', error.issues[0]?.message ?? 'Password is required')
  return data
}
