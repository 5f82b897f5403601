/** Lines of a settlement: `/api/billing/{id}/expenses` (SPEC C1). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changedLineSchema, newLineSchema } from '#core/settlements/line-requests.ts'
import { lineResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { openLineStore } from './store.ts'
import { readDisplayedLines } from './displayed.ts'

const tags = ['Settlements']
const PATH = '/api/billing/:id/expenses'

export function lineRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => openLineStore(database, userId)

  api.get(
    PATH,
    {
      schema: { tags, response: { 200: z.array(lineResponse) } },
      config: { access: 'settlements' },
    },
    (request) => readDisplayedLines(database, requireAccount(request), readId(request)),
  )

  api.post(
    PATH,
    {
      schema: { tags, body: newLineSchema, response: { 201: lineResponse } },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const lines = store(requireAccount(request))
      return reply
        .code(201)
        .send(await lines.add(readId(request), request.body, readIdempotency(request)))
    },
  )

  api.put(
    `${PATH}/:line`,
    {
      schema: { tags, body: changedLineSchema, response: { 200: lineResponse } },
      config: { access: 'payroll' },
    },
    (request) =>
      store(requireAccount(request)).change(
        readId(request),
        readId(request, 'line'),
        request.body,
        readVersion(request),
      ),
  )

  api.delete(
    `${PATH}/:line`,
    { schema: { tags }, config: { access: 'payroll' } },
    async (request, reply) => {
      await store(requireAccount(request)).remove(readId(request), readId(request, 'line'))
      return reply.code(204).send()
    },
  )
}
