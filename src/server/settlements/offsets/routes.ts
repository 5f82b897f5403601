/** The offsets between a payee's settlements (SPEC C24). Approval and void are in `approval/`. */
import type { FastifyInstance } from 'fastify'
import { draftOffsetsSchema, settlementOffsetsSchema } from '#core/settlements/offsets.ts'
import { statementIdsQuery } from '#core/settlements/statements.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { readDraftOffsets, readOffsets } from './read-offsets.ts'

export function offsetRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Settlements')

  get(
    '/api/billing/:id/offsets',
    { access: 'settlements', answer: settlementOffsetsSchema },
    ({ account, id }) => readOffsets(database, account, id),
  )

  get(
    '/api/statements/offsets',
    { access: 'settlements', query: statementIdsQuery, answer: draftOffsetsSchema },
    async ({ account, query: { ids } }) =>
      Object.fromEntries(await readDraftOffsets(database, account, ids)),
  )
}
