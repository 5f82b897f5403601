/** Routes that change the password, list sessions and end them (SPEC S03, S06). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { passwordChangeSchema } from '#core/accounts/accounts.ts'
import { recordEvent, recordPersonEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound } from '#server/errors.ts'
import { readId } from '#server/requests.ts'
import { readCompany } from '#server/settings/company.ts'
import { countAttempt, forgetAttempt } from './attempts.ts'
import { WRONG_PASSWORDS } from './login-limits.ts'
import { usePassword } from './checked-password.ts'
import { setToken, readToken } from './cookie.ts'
import { requireMember } from './auth.ts'
import { setPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { endSessionById, endSessions, listSessions, startSession } from './sessions.ts'
import { readPassword, readPerson } from './team/persons.ts'

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
      const { accountId, personId } = requireMember(request)
      const { email, firstName, lastName } = await readPerson(database, personId)
      const { currentPassword, newPassword } = request.body
      const company = (await readCompany(database, accountId)).companyName
      await rejectWeakPassword('newPassword', newPassword, [email, firstName, lastName, company])
      // Counts with failed logins: a stolen session must not allow faster guessing.
      const attempt = await countAttempt(database, WRONG_PASSWORDS, email)
      const hashed = await hashPassword(newPassword)
      const find = () => readPassword(database, personId)
      const check = { find, password: currentPassword }
      const changed = await usePassword(database, check, async (work) => {
        await setPassword(work, personId, hashed, 'password-changed')
        const membership = { accountId, personId }
        return { token: await startSession(work, membership, request.headers['user-agent']) }
      })
      if (!changed) throw badField('currentPassword', 'Current password is incorrect')
      await forgetAttempt(database, attempt)
      setToken(request, reply, changed.token)
      return {}
    },
  )

  api.get('/api/auth/sessions', { schema: { tags }, config: { access: 'everyone' } }, (request) =>
    listSessions(database, requireMember(request).personId, readToken(request) ?? ''),
  )

  api.delete(
    '/api/auth/sessions',
    { schema: { tags }, config: { access: 'everyone', worksWithoutSpace: true } },
    async (request, reply) => {
      const { personId } = requireMember(request)
      await inTransaction(database, async (work) => {
        await endSessions(work, personId, readToken(request))
        await recordPersonEvent(work, personId, 'sessions-ended')
      })
      return reply.code(204).send()
    },
  )

  api.delete(
    '/api/auth/sessions/:id',
    { schema: { tags }, config: { access: 'everyone', worksWithoutSpace: true } },
    async (request, reply) => {
      const { personId } = requireMember(request)
      const id = readId(request)
      await inTransaction(database, async (work) => {
        const accountId = await endSessionById(work, personId, id)
        if (!accountId) throw notFound()
        await recordEvent(work, accountId, 'sessions-ended')
      })
      return reply.code(204).send()
    },
  )
}
