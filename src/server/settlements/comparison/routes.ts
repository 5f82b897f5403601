/** A statement compared with the one before it (SPEC C52). */
import type { FastifyInstance } from 'fastify'
import { statementViewResponse } from '#core/settlements/comparison/statement-view.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { readStatementView } from './read-statement.ts'

export function comparisonRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Settlements')

  get(
    '/api/billing/:id/comparison',
    { access: 'settlements', answer: statementViewResponse },
    ({ account, id }) => readStatementView(database, account, id),
  )
}
