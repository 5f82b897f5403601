/** The audit log as a list of events, and of saves (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { auditLog } from '#core/audit/audit.ts'
import { saveResponse } from '#core/audit/saves.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { auditColumns } from './listing.ts'
import { countSaves, readSaves } from './saves.ts'

const tags = [auditLog.title]
const querystring = listQuerySchema

export function auditRoutes(app: FastifyInstance, database: Database): void {
  listRoutes(app, database, { path: '/api/audit', tags, listed: auditLog, kinds: auditColumns })
  const api = app.withTypeProvider<ZodTypeProvider>()
  const read = (userId: string, query: Record<string, unknown>) =>
    lookUpSearch(database, auditLog, userId, readListQuery(auditColumns, query))

  api.get(
    '/api/audit/saves',
    { schema: { tags, querystring, response: { 200: z.array(saveResponse) } } },
    async (request) => {
      const userId = requireAccount(request)
      return readSaves(database, userId, await read(userId, request.query))
    },
  )

  api.get(
    '/api/audit/saves/count',
    { schema: { tags, querystring, response: { 200: z.object({ count: z.int() }) } } },
    async (request) => {
      const userId = requireAccount(request)
      return { count: await countSaves(database, userId, await read(userId, request.query)) }
    },
  )
}
