/** The route that deletes the account (SPEC C37). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { accountDeletionSchema, accountDeletedSchema } from '#core/accounts/accounts.ts'
import { NOT_ALLOWED } from '#core/team/access.ts'
import type { Database } from '#server/database/open.ts'
import { badField, RequestError } from '#server/errors.ts'
import { requireMember } from './auth.ts'
import { countAttempt, forgetAttempts } from './attempts.ts'
import { usePassword } from './checked-password.ts'
import { clearToken } from './cookie.ts'
import { deleteRowsOf, endAccount } from './delete-account.ts'
import { WRONG_PASSWORDS } from './login-limits.ts'
import { holdAdmin } from './team/memberships.ts'
import { readPassword, readPerson } from './team/persons.ts'

export function deletionRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(
    '/api/account/delete',
    {
      schema: {
        tags: ['Accounts'],
        body: accountDeletionSchema,
        response: { 200: accountDeletedSchema },
      },
      config: { access: 'admin', hashes: 'change', worksWithoutSpace: true },
    },
    async (request, reply) => {
      const { accountId: id, personId } = requireMember(request)
      const { email } = await readPerson(database, personId)
      const { password, confirmation } = request.body
      if (confirmation.toLowerCase() !== email)
        throw badField('confirmation', `Type ${email} to confirm`)
      await countAttempt(database, WRONG_PASSWORDS, email)
      const find = () => readPassword(database, personId)
      const ended = await usePassword(database, { find, password }, async (work) => {
        // The password check can wait long in the queue of hashes.
        if (!(await holdAdmin(work, { accountId: id, personId })))
          throw new RequestError(403, NOT_ALLOWED)
        await endAccount(work, id)
        return { id }
      })
      if (!ended) throw badField('password', 'Password is incorrect')
      // Without the IP address: nothing else about the person may remain.
      request.log.warn({ account: id }, 'account deleted by its owner')
      await forgetAttempts(database, WRONG_PASSWORDS, email)
      const done = await deleteRowsOf(database, id)
      if (done) request.log.warn({ account: id }, 'nothing is left of the deleted account')
      clearToken(request, reply)
      void reply.header('clear-site-data', '"cache", "storage"')
      return { done }
    },
  )
}
