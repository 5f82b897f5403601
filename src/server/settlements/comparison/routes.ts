/** A statement compared with the one before it (SPEC C52). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { statementViewResponse } from '#core/settlements/comparison/statement-view.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId } from '#server/requests.ts'
import { readStatementView } from './read-statement.ts'

export function comparisonRoutes(app: FastifyInstance, database: Database): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/billing/:id/comparison',
    {
      schema: { tags: ['Settlements'], response: { 200: statementViewResponse } },
      config: { access: 'settlements' },
    },
    (request) => readStatementView(database, requireAccount(request), readId(request)),
  )
}
