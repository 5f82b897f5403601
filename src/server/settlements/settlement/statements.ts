/** The list of statements and drafts, latest settlement date first (SPEC C51). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { settlementResponse } from '#core/settlements/responses.ts'
import { statements } from '#core/settlements/statements.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import {
  defineColumnKinds,
  listQuerySchema,
  readListQuery,
} from '#server/lists/query/list-query.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { readIds } from '#server/lists/read.ts'
import { listRoutes } from '#server/lists/routes.ts'
import type { Listed } from '#server/lists/types.ts'

const tags = ['Settlements']
const path = '/api/statements'

export const statementColumns = defineColumnKinds(statements.fields, { number: 'number' })

/** A search finds numbers, payees and trucks: each by an index. */
export const statementListing: Listed = {
  name: 'statements',
  table: 'billing',
  fields: statements.fields,
  columns: ['number', 'ownerId', 'driverId', 'truckId'],
  newest: 'settlementDate',
}

export function statementListRoutes(app: FastifyInstance, database: Database): void {
  const response = settlementResponse
  listRoutes(app, database, {
    path,
    tags,
    access: 'settlements',
    listed: statementListing,
    kinds: statementColumns,
    response,
  })

  app.withTypeProvider<ZodTypeProvider>().get(
    `${path}/ids`,
    {
      schema: { tags, querystring: listQuerySchema, response: { 200: z.array(z.int()) } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const userId = requireAccount(request)
      const query = readListQuery(statementColumns, request.query)
      const searched = await lookUpSearch(database, statementListing, userId, query)
      return readIds(database, statementListing, userId, searched)
    },
  )
}
