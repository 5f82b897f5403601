/** Recurring deductions: `/api/deduction-rules` (SPEC C2). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changedRuleSchema, ruleFields, savedRuleSchema } from '#core/settlements/rules.ts'
import { ruleResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readOperation, readVersion } from '#server/requests.ts'
import { openRuleStore } from './store.ts'

const tags = ['Deduction rules']
const PATH = '/api/deduction-rules'
const listQuery = z.object({
  truckId: ruleFields.truckId.schema
    .optional()
    .describe('Rules of one truck; none: rules for all trucks'),
})

export function ruleRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => openRuleStore(database, userId)

  api.get(
    PATH,
    {
      schema: { tags, querystring: listQuery, response: { 200: z.array(ruleResponse) } },
      config: { access: 'settlements' },
    },
    (request) => store(requireAccount(request)).list(request.query.truckId),
  )

  api.get(
    `${PATH}/:id`,
    { schema: { tags, response: { 200: ruleResponse } }, config: { access: 'settlements' } },
    (request) => store(requireAccount(request)).get(readId(request)),
  )

  api.post(
    PATH,
    {
      schema: { tags, body: savedRuleSchema, response: { 201: ruleResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const rules = store(requireAccount(request))
      return reply.code(201).send(await rules.create(request.body, readIdempotency(request)))
    },
  )

  api.put(
    `${PATH}/:id`,
    {
      schema: { tags, body: changedRuleSchema, response: { 200: ruleResponse } },
      config: { access: 'payroll' },
    },
    (request) =>
      store(requireAccount(request)).update(readId(request), request.body, readVersion(request)),
  )

  api.delete(
    `${PATH}/:id`,
    { schema: { tags }, config: { access: 'payroll' } },
    async (request, reply) => {
      await store(requireAccount(request)).remove(readId(request), readOperation(request))
      return reply.code(204).send()
    },
  )
}
