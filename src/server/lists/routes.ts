/** The routes of every list: its records, their count (SPEC B20) and totals (SPEC C56). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Access } from '#core/team/access.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
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
  tag: string
  access: Access
  see?: (member: Member) => VisibleList
  response?: z.ZodType
  /** A filter that the list always has. */
  only?: Filter
}

const countSchema = z.object({ count: z.int() })

/** `GET path`, `GET path/count` and `GET path/totals`. They return 400 for an unknown or unreadable parameter. */
export function listRoutes(app: FastifyInstance, database: Database, list: RoutedList): void {
  const { get } = routesOf(app, list.tag)
  const { path, access, response, totals, only, see = () => list } = list
  const shared = { access, query: listQuerySchema }
  const read = (kinds: VisibleList['kinds'], given: Record<string, unknown>): ListQuery => {
    const query = readListQuery(kinds, given)
    return only ? { ...query, filters: [...query.filters, only] } : query
  }

  get(
    path,
    { ...shared, ...(response ? { answer: z.array(response) } : {}) },
    ({ member, account, query, reply }) => {
      const { listed, kinds } = see(member)
      return sendList(reply, database, listed, account, read(kinds, query))
    },
  )

  get(`${path}/count`, { ...shared, answer: countSchema }, async ({ member, account, query }) => {
    const { listed, kinds } = see(member)
    const searched = await lookUpSearch(database, listed, account, read(kinds, query))
    return { count: await countMatches(database, listed, account, searched) }
  })

  if (!totals) return
  get(
    `${path}/totals`,
    { ...shared, answer: totalsSchema(totals) },
    async ({ member, account, query }) => {
      const { listed, kinds, totals: seen = [] } = see(member)
      const searched = await lookUpSearch(database, listed, account, read(kinds, query))
      return readTotals(database, listed, account, searched, seen)
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
