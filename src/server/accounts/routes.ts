/** Signing up, logging in and out (SPEC A7, B3–B6). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { loginSchema, signupSchema, type Signup, type User } from '#core/accounts.ts'
import { accountMessages } from '#core/messages.ts'
import type { Database } from '#server/database/open.ts'
import { codeOf } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { countAttempt, forgetAttempt, SIGNUPS, WRONG_PASSWORDS } from './attempts.ts'
import { refuseCommon } from './common-passwords.ts'
import { giveToken, readToken, takeToken } from './cookie.ts'
import { accountOf } from './gate.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { endSession, startSession, USER_COLUMNS } from './sessions.ts'

const tags = ['Accounts']

export function accountRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get('/api/auth/user', { schema: { tags } }, (request) => request.user)

  api.post(
    '/api/signup',
    { schema: { tags, body: signupSchema }, config: { open: true } },
    async (request, reply) => {
      refuseCommon('password', request.body.password, request.body.email)
      await countAttempt(database, SIGNUPS, request.ip)
      const user = await createUser(database, request.body)
      giveToken(
        request,
        reply,
        await startSession(database, user.id, request.headers['user-agent']),
      )
      return reply.code(201).send(user)
    },
  )

  api.post(
    '/api/login',
    { schema: { tags, body: loginSchema }, config: { open: true } },
    async (request, reply) => {
      const { email, password } = request.body
      const attempt = await countAttempt(database, WRONG_PASSWORDS, email)
      const user = await userWithPassword(database, email, password)
      if (!user) throw new RequestError(401, accountMessages.wrongLogin)
      await forgetAttempt(database, attempt)
      giveToken(
        request,
        reply,
        await startSession(database, user.id, request.headers['user-agent']),
      )
      return user
    },
  )

  api.post('/api/logout', { schema: { tags } }, async (request, reply) => {
    await endSession(database, accountOf(request), readToken(request) ?? '')
    takeToken(request, reply)
    return {}
  })
}

/** Throws 409 where somebody has this email already. */
async function createUser(database: Database, signup: Signup): Promise<User> {
  const password = await hashPassword(signup.password)
  try {
    return await database
      .insertInto('users')
      .values({ ...signup, password })
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (codeOf(error) !== '23505') throw error
    const message = 'An account with this email already exists'
    throw new RequestError(409, message, { fields: { email: [message] } })
  }
}

async function userWithPassword(database: Database, email: string, password: string) {
  const found = await database
    .selectFrom('users')
    .select([...USER_COLUMNS, 'users.password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await isPassword(found?.password, password)) || !found) return undefined
  const { password: _hash, ...user } = found
  return user
}
