/** Recurring deductions: `/api/deduction-rules` (SPEC C2). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changedRuleSchema, newRuleSchema, ruleFields } from '#core/settlements/rules.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { idOf, repeatableOf, versionOf } from '#server/requests.ts'
import { ruleStoreOf } from './store.ts'

const tags = ['Deduction rules']
const PATH = '/api/deduction-rules'
const listQuery = z.object({
  truckId: ruleFields.truckId.schema
    .optional()
    .describe("A truck's own rules; none: those of every truck"),
})

export function ruleRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => ruleStoreOf(database, userId)

  api.get(PATH, { schema: { tags, querystring: listQuery } }, (request) =>
    store(accountOf(request)).list(request.query.truckId),
  )

  api.get(`${PATH}/:id`, { schema: { tags } }, (request) =>
    store(accountOf(request)).get(idOf(request)),
  )

  api.post(PATH, { schema: { tags, body: newRuleSchema } }, async (request, reply) => {
    const rules = store(accountOf(request))
    return reply.code(201).send(await rules.create(request.body, repeatableOf(request)))
  })

  api.put(`${PATH}/:id`, { schema: { tags, body: changedRuleSchema } }, (request) =>
    store(accountOf(request)).update(idOf(request), request.body, versionOf(request)),
  )

  api.delete(`${PATH}/:id`, { schema: { tags } }, async (request, reply) => {
    await store(accountOf(request)).remove(idOf(request))
    return reply.code(204).send()
  })
}
