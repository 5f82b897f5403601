/** Sign-up, login and logout (SPEC A7, B3–B6), and the switch to another account of the person (SPEC C67). */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { loginSchema, signupSchema } from '#core/accounts/accounts.ts'
import { accountSwitchSchema, loggedInSchema, signedInUserSchema } from '#core/team/team.ts'
import { actAs } from '#server/database/actor.ts'
import type { Database, Work } from '#server/database/open.ts'
import { recordEvent } from '#server/database/audit.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError, unauthorized } from '#server/errors.ts'
import { setToken, readToken, clearToken } from './cookie.ts'
import { requireMember } from './auth.ts'
import { rememberNetwork } from './known-networks.ts'
import { checkLogin, endReplacedSession, enterLastAccount, finishLogin } from './log-in.ts'
import { lookUp } from './look-ups.ts'
import { countSignup } from './login-limits.ts'
import { hashPassword } from './passwords.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { endSession, moveSession, startSession } from './sessions.ts'
import { readCurrentUser, readUserOf } from './team/current-user.ts'
import { addAccount } from './team/add-account.ts'
import { holdMembership, markSeen } from './team/memberships.ts'
import { createPerson } from './team/persons.ts'
import { setPendingLogin, startSecondStep } from './two-step/pending-login.ts'

const tags = ['Accounts']
const SAME_ACCOUNT = 'You are already in this account.'

export function accountRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/auth/user',
    {
      schema: { tags, response: { 200: signedInUserSchema } },
      config: { access: 'everyone', withoutTwoStep: true },
    },
    (request) => {
      const member = requireMember(request)
      // Like the session itself: it does not wait for connections behind the requests of others.
      return lookUp(request.ip, member.personId, () => readCurrentUser(database, member))
    },
  )

  api.post(
    '/api/signup',
    {
      schema: { tags, body: signupSchema, response: { 201: signedInUserSchema } },
      config: { open: true, hashes: 'sign-up' },
    },
    async (request, reply) => {
      const { email, password, firstName, lastName } = request.body
      await rejectWeakPassword('password', password, [email, firstName, lastName])
      await countSignup(database, request.ip)
      const hashed = await hashPassword(password)
      const personId = randomUUID()
      const signUp = async (work: Work) => {
        await createPerson(work, { id: personId, ...request.body, password: hashed })
        const accountId = await addAccount(work, personId)
        await rememberNetwork(work, personId, request.ip)
        await recordEvent(work, accountId, 'signed-up')
        return startSession(work, { accountId, personId }, request.headers['user-agent'])
      }
      const token = await actAs(personId, () => inTransaction(database, signUp))
      await endReplacedSession(database, readToken(request))
      setToken(request, reply, token)
      return reply.code(201).send(await readUserOf(database, token))
    },
  )

  api.post(
    '/api/login',
    {
      schema: { tags, body: loginSchema, response: { 200: loggedInSchema } },
      config: { open: true, hashes: 'login', worksWithoutSpace: true },
    },
    async (request, reply) => {
      const login = await checkLogin(database, request, request.body, async (work, { id }) => {
        const pending = await startSecondStep(work, id)
        return pending ? { pending } : enterLastAccount(work, id, request)
      })
      if (!('pending' in login)) return finishLogin(database, request, reply, login)
      setPendingLogin(request, reply, login.pending)
      return { secondStep: true as const }
    },
  )

  api.post(
    '/api/auth/account',
    {
      schema: { tags, body: accountSwitchSchema, response: { 200: signedInUserSchema } },
      config: { access: 'everyone', withoutTwoStep: true, worksWithoutSpace: true },
    },
    async (request, reply) => {
      const { accountId, personId } = requireMember(request)
      const membership = { accountId: request.body.id, personId }
      if (membership.accountId === accountId) throw new RequestError(409, SAME_ACCOUNT)
      const token = await inTransaction(database, async (work) => {
        if (!(await holdMembership(work, membership))) throw notFound()
        const moved = await moveSession(work, readToken(request) ?? '', membership)
        // Another request has ended the session in the meantime.
        if (!moved) throw unauthorized()
        await markSeen(work, membership)
        await recordEvent(work, accountId, 'logged-out')
        await recordEvent(work, membership.accountId, 'logged-in')
        return moved
      })
      setToken(request, reply, token)
      return readUserOf(database, token)
    },
  )

  api.post(
    '/api/logout',
    {
      schema: { tags },
      config: {
        access: 'everyone',
        whileViewing: true,
        withoutTwoStep: true,
        worksWithoutSpace: true,
      },
    },
    async (request, reply) => {
      await endSession(database, readToken(request) ?? '')
      await recordEvent(database, requireMember(request).accountId, 'logged-out')
      clearToken(request, reply)
      // Clears pages and pictures that the browser keeps. Storage has only the theme and the chosen columns (SPEC S08).
      void reply.header('clear-site-data', '"cache"')
      return {}
    },
  )
}
