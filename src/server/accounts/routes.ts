/** Sign-up, login and logout (SPEC A7, B3–B6). */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { loginSchema, signupSchema, type User } from '#core/accounts/accounts.ts'
import type { Database, Work } from '#server/database/open.ts'
import { recordEvent, recordLoginRejection } from '#server/database/audit.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { accountMessages } from '#core/messages.ts'
import { RequestError } from '#server/errors.ts'
import { forgetAttempt } from './attempts.ts'
import { usePassword } from './checked-password.ts'
import { setToken, readToken, clearToken } from './cookie.ts'
import { requireMember } from './auth.ts'
import { rememberNetwork } from './known-networks.ts'
import { admitLogin, countSignup } from './login-limits.ts'
import { endHashing } from './password-queue.ts'
import { hashPassword } from './passwords.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { endSession, findSessionMember, startSession } from './sessions.ts'
import { readCurrentUser, readUserOf } from './team/current-user.ts'
import { markSeen, pickAccount } from './team/memberships.ts'
import { createPerson, findPersonByEmail } from './team/persons.ts'
import { foundAccount } from './team/found-account.ts'

const tags = ['Accounts']
/** A rejected login takes at least this long, so that its duration reveals nothing (SPEC S01). */
const REJECTED_LOGIN_MS = 100

export function accountRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/auth/user', { schema: { tags, response: { 200: userSchema } } }, (request) =>
    readCurrentUser(database, requireMember(request)),
  )

  api.post(
    '/api/signup',
    { schema: { tags, body: signupSchema }, config: { open: true, hashes: 'sign-up' } },
    async (request, reply) => {
      const { email, password, firstName, lastName } = request.body
      await rejectWeakPassword('password', password, [email, firstName, lastName])
      await countSignup(database, request.ip)
      const hashed = await hashPassword(password)
      const token = await inTransaction(database, async (work) => {
        const { id: personId } = await createPerson(work, request.body, hashed)
        const accountId = await foundAccount(work, personId)
        await rememberNetwork(work, personId, request.ip)
        await recordEvent(work, accountId, 'signed-up', null, personId)
        return startSession(work, { accountId, personId }, request.headers['user-agent'])
      })
      await endReplacedSession(database, readToken(request))
      setToken(request, reply, token)
      return reply.code(201).send(await readUserOf(database, token))
    },
  )

  api.post(
    '/api/login',
    {
      schema: { tags, body: loginSchema },
      config: { open: true, hashes: 'login', worksWithoutSpace: true },
    },
    async (request, reply) => {
      const { email, password } = request.body
      const start = performance.now()
      const { ip: address, fromKnownNetwork: known } = request
      const { admitted, attempts, rejection } = await admitLogin(database, {
        email,
        address,
        known,
      })
      const find = () => findPersonByEmail(database, email)
      const check = { find, password }
      const enter = async (work: Work, { id: personId }: User) => {
        const accountId = await pickAccount(work, personId)
        if (!accountId) return { token: null, accountId: null, personId }
        const seat = { accountId, personId }
        await markSeen(work, seat)
        await rememberNetwork(work, personId, address)
        await recordEvent(work, accountId, 'logged-in', null, personId)
        return { token: await startSession(work, seat, request.headers['user-agent']), ...seat }
      }
      const login = admitted ? await usePassword(database, check, enter) : undefined
      if (!login) {
        request.log.warn({ ip: request.ip }, 'login rejected')
        await recordFailedLogin(database, attempts, email)
        endHashing(request)
        await pause(Math.max(0, start + REJECTED_LOGIN_MS - performance.now()))
        throw rejection
      }
      const { token, accountId: account, personId: person } = login
      await forgetAttempt(database, attempts)
      if (!token) throw new RequestError(403, accountMessages.noMembership)
      await endReplacedSession(database, readToken(request))
      // Logged at the default level, like other rejected requests (SPEC S27).
      request.log.warn({ account, person, ip: request.ip }, 'logged in')
      setToken(request, reply, token)
      return readUserOf(database, token)
    },
  )

  api.post(
    '/api/logout',
    { schema: { tags }, config: { worksWithoutSpace: true } },
    async (request, reply) => {
      await endSession(database, readToken(request) ?? '')
      await recordEvent(database, requireMember(request).accountId, 'logged-out')
      clearToken(request, reply)
      // Pages and pictures that the browser keeps. Storage has the theme and the chosen columns only (SPEC S08).
      void reply.header('clear-site-data', '"cache"')
      return {}
    },
  )
}

/** The same writes whether a person has the email or not: the duration must not reveal it (SPEC S01). */
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

/** Ends the browser's previous session, whoever it belongs to (SPEC C36). */
async function endReplacedSession(database: Database, token: string | undefined): Promise<void> {
  const before = token && (await findSessionMember(database, token))
  if (!before) return
  await endSession(database, token)
  await recordEvent(database, before.accountId, 'logged-out', null, before.personId)
}
