/** The lines of a settlement: `/api/billing/{id}/expenses` (SPEC C1). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedLineSchema, newLineSchema } from '#core/settlements/lines.ts'
import { accountOf } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { idOf, repeatableOf, versionOf } from '#server/requests.ts'
import { lineStoreOf } from './store.ts'
import { shownLines } from './displayed.ts'

const tags = ['Settlements']
const PATH = '/api/billing/:id/expenses'

export function lineRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => lineStoreOf(database, userId)

  api.get(PATH, { schema: { tags } }, (request) =>
    shownLines(database, accountOf(request), idOf(request)),
  )

  api.post(PATH, { schema: { tags, body: newLineSchema } }, async (request, reply) => {
    const lines = store(accountOf(request))
    return reply.code(201).send(await lines.add(idOf(request), request.body, repeatableOf(request)))
  })

  api.put(`${PATH}/:line`, { schema: { tags, body: changedLineSchema } }, (request) =>
    store(accountOf(request)).change(
      idOf(request),
      idOf(request, 'line'),
      request.body,
      versionOf(request),
    ),
  )

  api.delete(`${PATH}/:line`, { schema: { tags } }, async (request, reply) => {
    await store(accountOf(request)).remove(idOf(request), idOf(request, 'line'))
    return reply.code(204).send()
  })
}
