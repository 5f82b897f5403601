/** The routes of every list: its rows, and how many of them match (SPEC B20). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { answerList } from './list-answer.ts'
import { listQuerySchema, readListQuery, type ColumnKind } from './list-query.ts'
import { countOf } from './list-reads.ts'
import type { Listed } from './list-sql.ts'
import { withFound } from './search-sql.ts'

/** `answer`: what the API's description says of a row, where anything is declared of it. */
type RoutedList = {
  path: string
  tags: string[]
  listed: Listed
  kinds: Map<string, ColumnKind>
  answer?: z.ZodType
}

const countSchema = z.object({ count: z.int() })

/** `GET path` and `GET path/count`. Both answer 400 to what the list does not know. */
export function listRoutes(app: FastifyInstance, database: Database, list: RoutedList): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const { path, tags, listed, kinds, answer } = list
  const asked = { tags, querystring: listQuerySchema }

  api.get(
    path,
    { schema: answer ? { ...asked, response: { 200: z.array(answer) } } : asked },
    async (request, reply) => {
      const query = readListQuery(kinds, request.query)
      return answerList(reply, database, listed, requireAccount(request), query)
    },
  )

  api.get(
    `${path}/count`,
    { schema: { ...asked, response: { 200: countSchema } } },
    async (request) => {
      const userId = requireAccount(request)
      const query = readListQuery(kinds, request.query)
      const found = await withFound(database, listed, userId, query)
      return { count: await countOf(database, listed, userId, found) }
    },
  )
}
