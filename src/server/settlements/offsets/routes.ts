/** The offsets between a payee's settlements (SPEC C24). Approval and void are in `approval/`. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { draftOffsetsSchema, settlementOffsetsSchema } from '#core/settlements/offsets.ts'
import { statementIdsQuery } from '#core/settlements/statements.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { readDraftOffsets, readOffsets } from './read-offsets.ts'

const tags = ['Settlements']

export function offsetRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/billing/:id/offsets',
    {
      schema: { tags, response: { 200: settlementOffsetsSchema } },
      config: { access: 'settlements' },
    },
    (request) => readOffsets(database, requireAccount(request), readId(request)),
  )

  api.get(
    '/api/statements/offsets',
    {
      schema: { tags, querystring: statementIdsQuery, response: { 200: draftOffsetsSchema } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const { ids } = request.query
      return Object.fromEntries(await readDraftOffsets(database, requireAccount(request), ids))
    },
  )
}
