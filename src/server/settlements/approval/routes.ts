/** Approving, paying and voiding a settlement (SPEC C3). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { paymentSchema, voidSchema } from '#core/settlements/approval.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { idOf, versionOf } from '#server/requests.ts'
import { lifeStoreOf } from './approval.ts'
import type { ReadCompany } from '#server/statements/routes.ts'

const tags = ['Settlements']

export function lifeRoutes(
  app: FastifyInstance,
  database: Database,
  readCompany: ReadCompany,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => lifeStoreOf(database, userId)

  api.post('/api/billing/:id/approve', { schema: { tags } }, async (request) => {
    const userId = accountOf(request)
    const company = await readCompany(userId)
    return store(userId).approve(idOf(request), company, versionOf(request))
  })

  api.post('/api/billing/:id/pay', { schema: { tags, body: paymentSchema } }, (request) =>
    store(accountOf(request)).pay(idOf(request), request.body, versionOf(request)),
  )

  api.post('/api/billing/:id/void', { schema: { tags, body: voidSchema } }, (request) =>
    store(accountOf(request)).voidIt(idOf(request), request.body.reason, versionOf(request)),
  )
}
