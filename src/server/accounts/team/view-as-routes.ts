/** Starts and ends an Admin's view as another role or member (SPEC C83). Both are in the audit log. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { viewSchema } from '#core/team/view-as.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { readToken } from '#server/accounts/cookie.ts'
import { storeView } from '#server/accounts/sessions.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound } from '#server/errors.ts'
import { findViewed } from './view-as.ts'

const tags = ['Team']

export function viewAsRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(
    '/api/team/view-as',
    { schema: { tags, body: viewSchema }, config: { access: 'admin', worksWithoutSpace: true } },
    async (request, reply) => {
      const { accountId } = requireMember(request)
      if (!(await findViewed(database, accountId, request.body))) throw notFound()
      await inTransaction(database, async (work) => {
        await storeView(work, readToken(request) ?? '', request.body)
        await recordEvent(work, accountId, 'view-started')
      })
      return reply.code(204).send()
    },
  )

  api.delete(
    '/api/team/view-as',
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
      const { accountId, viewAs } = requireMember(request)
      if (viewAs)
        await inTransaction(database, async (work) => {
          await storeView(work, readToken(request) ?? '', null)
          await recordEvent(work, accountId, 'view-stopped')
        })
      return reply.code(204).send()
    },
  )
}
