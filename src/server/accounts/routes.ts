/** Sign-up, login and logout (SPEC A7, B3–B6). */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { loginSchema, signupSchema, type Signup, type User } from '#core/accounts/accounts.ts'
import type { Database, Work } from '#server/database/open.ts'
import { recordEvent, recordLoginRejection } from '#server/database/audit.ts'
import { codeOf, inTransaction, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { forgetAttempt } from './attempts.ts'
import { usePassword } from './checked-password.ts'
import { setToken, readToken, clearToken } from './cookie.ts'
import { requireAccount } from './auth.ts'
import { rememberNetwork } from './known-networks.ts'
import { admitLogin, countSignup } from './login-limits.ts'
import { endHashing } from './password-queue.ts'
import { hashPassword } from './passwords.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { endSession, findSessionUser, startSession, USER_COLUMNS } from './sessions.ts'

const tags = ['Accounts']
/** A rejected login takes at least this long, so that its duration reveals nothing (SPEC S01). */
const REJECTED_LOGIN_MS = 100

export function accountRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/auth/user',
    { schema: { tags }, config: { access: 'everyone' } },
    (request) => request.user,
  )

  api.post(
    '/api/signup',
    { schema: { tags, body: signupSchema }, config: { open: true, hashes: 'sign-up' } },
    async (request, reply) => {
      const { email, password, firstName, lastName } = request.body
      await rejectWeakPassword('password', password, [email, firstName, lastName])
      await countSignup(database, request.ip)
      const hashed = await hashPassword(password)
      const { user, token } = await inTransaction(database, async (work) => {
        const user = await createUser(work, request.body, hashed)
        await rememberNetwork(work, user.id, request.ip)
        await recordEvent(work, user.id, 'signed-up')
        return { user, token: await startSession(work, user.id, request.headers['user-agent']) }
      })
      await endReplacedSession(database, readToken(request))
      setToken(request, reply, token)
      return reply.code(201).send(user)
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
      const find = () => findUserByEmail(database, email)
      const check = { find, password }
      const enter = async (work: Work, found: User & { password: string }) => {
        const { password: _hash, ...user } = found
        await rememberNetwork(work, user.id, address)
        await recordEvent(work, user.id, 'logged-in')
        return { user, token: await startSession(work, user.id, request.headers['user-agent']) }
      }
      const login = admitted ? await usePassword(database, check, enter) : undefined
      if (!login) {
        request.log.warn({ ip: request.ip }, 'login rejected')
        await recordFailedLogin(database, attempts, email)
        endHashing(request)
        await pause(Math.max(0, start + REJECTED_LOGIN_MS - performance.now()))
        throw rejection
      }
      const { user, token } = login
      await forgetAttempt(database, attempts)
      await endReplacedSession(database, readToken(request))
      // Logged at the default level, like other rejected requests (SPEC S27).
      request.log.warn({ account: user.id, ip: request.ip }, 'logged in')
      setToken(request, reply, token)
      return user
    },
  )

  api.post(
    '/api/logout',
    { schema: { tags }, config: { access: 'everyone', worksWithoutSpace: true } },
    async (request, reply) => {
      await endSession(database, requireAccount(request), readToken(request) ?? '')
      await recordEvent(database, requireAccount(request), 'logged-out')
      clearToken(request, reply)
      // Pages and pictures that the browser keeps. Storage has the theme and the chosen columns only (SPEC S08).
      void reply.header('clear-site-data', '"cache"')
      return {}
    },
  )
}

/** The same writes whether an account has the email or not: the duration must not reveal it (SPEC S01). */
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

/** Ends the browser's previous session, whichever account it belongs to (SPEC C36). */
async function endReplacedSession(database: Database, token: string | undefined): Promise<void> {
  const before = token && (await findSessionUser(database, token))
  if (!before) return
  await endSession(database, before.id, token)
  await recordEvent(database, before.id, 'logged-out')
}

/** Throws 409 if an account already has this email. */
async function createUser(work: Work, signup: Signup, password: string): Promise<User> {
  try {
    return await work
      .insertInto('users')
      .values({ ...signup, password })
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    const message = 'An account with this email already exists'
    throw new RequestError(409, message, { fields: { email: [message] } })
  }
}

function findUserByEmail(database: Database, email: string) {
  return database
    .selectFrom('users')
    .select([...USER_COLUMNS, 'users.password'])
    .where('email', '=', email)
    .executeTakeFirst()
}
