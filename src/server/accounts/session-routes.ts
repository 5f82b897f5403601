/** Routes that change the password, list sessions and end them (SPEC S03, S06). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { passwordChangeSchema } from '#core/accounts/accounts.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { badField, notFound, unauthorized } from '#server/errors.ts'
import { readId } from '#server/requests.ts'
import { readCompany } from '#server/settings/company.ts'
import { countAttempt, forgetAttempt } from './attempts.ts'
import { WRONG_PASSWORDS } from './login-limits.ts'
import { usePassword } from './checked-password.ts'
import { setToken, readToken } from './cookie.ts'
import { requireAccount, requireUser } from './auth.ts'
import { setPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { endSessionById, endSessions, listSessions, startSession } from './sessions.ts'

const tags = ['Accounts']

export function sessionRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.put(
    '/api/auth/password',
    {
      schema: { tags, body: passwordChangeSchema },
      config: { access: 'everyone', hashes: 'change', worksWithoutSpace: true },
    },
    async (request, reply) => {
      const { id, email, firstName, lastName } = requireUser(request)
      const { currentPassword, newPassword } = request.body
      const company = (await readCompany(database, id)).companyName
      await rejectWeakPassword('newPassword', newPassword, [email, firstName, lastName, company])
      // Counts with failed logins: a stolen session must not allow faster guessing.
      const attempt = await countAttempt(database, WRONG_PASSWORDS, email)
      const hashed = await hashPassword(newPassword)
      const find = () => findAccount(database, id)
      const check = { find, password: currentPassword }
      const changed = await usePassword(database, check, async (work) => {
        await setPassword(work, id, hashed, 'password-changed')
        return { token: await startSession(work, id, request.headers['user-agent']) }
      })
      if (!changed) throw badField('currentPassword', 'Current password is incorrect')
      await forgetAttempt(database, attempt)
      setToken(request, reply, changed.token)
      return {}
    },
  )

  api.get('/api/auth/sessions', { schema: { tags }, config: { access: 'everyone' } }, (request) =>
    listSessions(database, requireAccount(request), readToken(request) ?? ''),
  )

  api.delete(
    '/api/auth/sessions',
    { schema: { tags }, config: { access: 'everyone', worksWithoutSpace: true } },
    async (request, reply) => {
      await endSessions(database, requireAccount(request), readToken(request))
      await recordEvent(database, requireAccount(request), 'sessions-ended')
      return reply.code(204).send()
    },
  )

  api.delete(
    '/api/auth/sessions/:id',
    { schema: { tags }, config: { access: 'everyone', worksWithoutSpace: true } },
    async (request, reply) => {
      const ended = await endSessionById(database, requireAccount(request), readId(request))
      if (!ended) throw notFound()
      await recordEvent(database, requireAccount(request), 'sessions-ended')
      return reply.code(204).send()
    },
  )
}

async function findAccount(database: Database, userId: string) {
  const found = database.selectFrom('users').select(['id', 'password']).where('id', '=', userId)
  const account = await found.where('deletedAt', 'is', null).executeTakeFirst()
  if (!account) throw unauthorized()
  return account
}
