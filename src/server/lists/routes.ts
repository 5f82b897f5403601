/** The routes of every list: its records, their count (SPEC B20) and totals (SPEC C56). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ColumnKind } from '#core/lists/columns.ts'
import type { Access } from '#core/team/access.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { sendList } from './send-list.ts'
import { listQuerySchema, readListQuery } from './query/list-query.ts'
import { lookUpSearch } from './query/search.ts'
import { countMatches, readTotals } from './read.ts'
import type { Listed } from './types.ts'

/** `response`: the schema of a record in the API documentation. */
type RoutedList = {
  path: string
  tags: string[]
  access: Access
  listed: Listed
  kinds: Map<string, ColumnKind>
  response?: z.ZodType
  /** The amounts that are added up over all matches. */
  totals?: string[]
}

const countSchema = z.object({ count: z.int() })

/** `GET path`, `GET path/count` and `GET path/totals`. They return 400 for an unknown or unreadable parameter. */
export function listRoutes(app: FastifyInstance, database: Database, list: RoutedList): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const { path, tags, access, listed, kinds, response, totals } = list
  const config = { access }
  const schema = { tags, querystring: listQuerySchema }

  api.get(
    path,
    { schema: response ? { ...schema, response: { 200: z.array(response) } } : schema, config },
    async (request, reply) => {
      const query = readListQuery(kinds, request.query)
      return sendList(reply, database, listed, requireAccount(request), query)
    },
  )

  api.get(
    `${path}/count`,
    { schema: { ...schema, response: { 200: countSchema } }, config },
    async (request) => {
      const userId = requireAccount(request)
      const query = readListQuery(kinds, request.query)
      const searched = await lookUpSearch(database, listed, userId, query)
      return { count: await countMatches(database, listed, userId, searched) }
    },
  )

  if (!totals) return
  api.get(
    `${path}/totals`,
    { schema: { ...schema, response: { 200: totalsSchema(totals) } }, config },
    async (request) => {
      const userId = requireAccount(request)
      const query = readListQuery(kinds, request.query)
      const searched = await lookUpSearch(database, listed, userId, query)
      return readTotals(database, listed, userId, searched, totals)
    },
  )
}

function totalsSchema(names: string[]) {
  return z.object({
    count: z.int(),
    ...Object.fromEntries(names.map((name) => [name, z.string()])),
  })
}
