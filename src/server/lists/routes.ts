/** The routes of every list: its records, their count (SPEC B20) and totals (SPEC C56). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Access } from '#core/team/access.ts'
import type { Member } from '#core/team/member.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { sendList } from './send-list.ts'
import { listQuerySchema, readListQuery } from './query/list-query.ts'
import { lookUpSearch } from './query/search.ts'
import { countMatches, readTotals } from './read.ts'
import type { Filter, ListQuery, VisibleList } from './types.ts'

/**
 * The list with everything that any member sees. `see`: what one member sees of it; without it, each member with the
 * permission sees all. `response`: the schema of a record in the API documentation.
 */
type RoutedList = VisibleList & {
  path: string
  tags: string[]
  access: Access
  see?: (member: Member) => VisibleList
  response?: z.ZodType
  /** A filter that the list always has. */
  only?: Filter
}

const countSchema = z.object({ count: z.int() })

/** `GET path`, `GET path/count` and `GET path/totals`. They return 400 for an unknown or unreadable parameter. */
export function listRoutes(app: FastifyInstance, database: Database, list: RoutedList): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const { path, tags, access, response, totals, only, see = () => list } = list
  const config = { access }
  const schema = { tags, querystring: listQuerySchema }
  const read = (kinds: VisibleList['kinds'], given: Record<string, unknown>): ListQuery => {
    const query = readListQuery(kinds, given)
    return only ? { ...query, filters: [...query.filters, only] } : query
  }

  api.get(
    path,
    { schema: response ? { ...schema, response: { 200: z.array(response) } } : schema, config },
    async (request, reply) => {
      const member = requireMember(request)
      const { listed, kinds } = see(member)
      return sendList(reply, database, listed, member.accountId, read(kinds, request.query))
    },
  )

  api.get(
    `${path}/count`,
    { schema: { ...schema, response: { 200: countSchema } }, config },
    async (request) => {
      const member = requireMember(request)
      const userId = member.accountId
      const { listed, kinds } = see(member)
      const query = read(kinds, request.query)
      const searched = await lookUpSearch(database, listed, userId, query)
      return { count: await countMatches(database, listed, userId, searched) }
    },
  )

  if (!totals) return
  api.get(
    `${path}/totals`,
    { schema: { ...schema, response: { 200: totalsSchema(totals) } }, config },
    async (request) => {
      const member = requireMember(request)
      const userId = member.accountId
      const { listed, kinds, totals: seen = [] } = see(member)
      const query = read(kinds, request.query)
      const searched = await lookUpSearch(database, listed, userId, query)
      return readTotals(database, listed, userId, searched, seen)
    },
  )
}

function totalsSchema(names: string[]) {
  return z.object({
    count: z.int(),
    // A member does not see the total of a hidden field (SPEC C73).
    ...Object.fromEntries(names.map((name) => [name, z.string().optional()])),
  })
}
