/** Sign-up, login and logout (SPEC A7, B3–B6). */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { loginSchema, signupSchema, type Signup, type User } from '#core/accounts/accounts.ts'
import type { Database } from '#server/database/open.ts'
import { recordEvent, recordRefusedLogin } from '#server/database/audit.ts'
import { codeOf, inTransaction, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { forgetAttempt } from './attempts.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { setToken, readToken, clearToken } from './cookie.ts'
import { requireAccount } from './auth.ts'
import { rememberNetwork } from './known-networks.ts'
import { admitLogin, countSignup } from './login-limits.ts'
import { endHashing } from './password-queue.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endSession, startSession, USER_COLUMNS } from './sessions.ts'

const tags = ['Accounts']
/** A rejected login takes at least this long, so that its duration reveals nothing (SPEC S01). */
const REJECTED_LOGIN_MS = 100

export function accountRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/auth/user', { schema: { tags } }, (request) => request.user)

  api.post(
    '/api/signup',
    { schema: { tags, body: signupSchema }, config: { open: true, hashes: 'sign-up' } },
    async (request, reply) => {
      await rejectCommonPassword('password', request.body.password, request.body.email)
      await countSignup(database, request.ip)
      const user = await createUser(database, request.body)
      await rememberNetwork(database, user.id, request.ip)
      await recordEvent(database, user.id, 'signed-up')
      setToken(request, reply, await startSession(database, user.id, request.headers['user-agent']))
      return reply.code(201).send(user)
    },
  )

  api.post(
    '/api/login',
    { schema: { tags, body: loginSchema }, config: { open: true, hashes: 'login' } },
    async (request, reply) => {
      const { email, password } = request.body
      const start = performance.now()
      const { ip: address, fromKnownNetwork: known } = request
      const { admitted, attempts, refusal } = await admitLogin(database, { email, address, known })
      const user = admitted ? await findUserByLogin(database, email, password) : undefined
      if (!user) {
        request.log.warn({ ip: request.ip }, 'login refused')
        await recordRefusal(database, attempts, email)
        endHashing(request)
        await pause(Math.max(0, start + REJECTED_LOGIN_MS - performance.now()))
        throw refusal
      }
      await forgetAttempt(database, attempts)
      await rememberNetwork(database, user.id, request.ip)
      await recordEvent(database, user.id, 'logged-in')
      // Logged at the default level, like other rejected requests (SPEC S27).
      request.log.warn({ account: user.id, ip: request.ip }, 'logged in')
      setToken(request, reply, await startSession(database, user.id, request.headers['user-agent']))
      return user
    },
  )

  api.post('/api/logout', { schema: { tags } }, async (request, reply) => {
    await endSession(database, requireAccount(request), readToken(request) ?? '')
    await recordEvent(database, requireAccount(request), 'logged-out')
    clearToken(request, reply)
    return {}
  })
}

/** The same writes whether an account has the email or not: the duration must not reveal it (SPEC S01). */
async function recordRefusal(database: Database, attempts: number[], email: string): Promise<void> {
  if (!attempts.length) return
  await inTransaction(database, async (work) => {
    const update = work.updateTable('attempts').set({ happenedAt: sql`happened_at` })
    await update.where('id', 'in', attempts).execute()
    await recordRefusedLogin(work, email)
  })
}

/** Throws 409 if an account already has this email. */
async function createUser(database: Database, signup: Signup): Promise<User> {
  const password = await hashPassword(signup.password)
  try {
    return await database
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

async function findUserByLogin(database: Database, email: string, password: string) {
  const found = await database
    .selectFrom('users')
    .select([...USER_COLUMNS, 'users.password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await isPassword(found?.password, password)) || !found) return undefined
  const { password: _hash, ...user } = found
  return user
}
