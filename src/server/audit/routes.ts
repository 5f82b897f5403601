/** The audit log as a list of events, and of saves (SPEC S31). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { auditLog } from '#core/audit/audit.ts'
import { saveResponse } from '#core/audit/saves.ts'
import { namedPersonSchema, type NamedPerson } from '#core/comments/comments.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { countSaves, readSaves } from './saves.ts'
import { auditColumns, listedAuditLog, describeVisibleLog } from './visible-log.ts'

const tags = [auditLog.title]
const querystring = listQuerySchema
const config = { access: 'audit' } as const

export function auditRoutes(app: FastifyInstance, database: Database): void {
  listRoutes(app, database, {
    path: '/api/audit',
    tags,
    access: 'audit',
    listed: listedAuditLog,
    kinds: auditColumns,
    see: describeVisibleLog,
  })
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/audit/saves',
    { schema: { tags, querystring, response: { 200: z.array(saveResponse) } }, config },
    async (request) => {
      const { userId, listed, query } = await readSeen(database, request, request.query)
      return readSaves(database, listed, userId, query)
    },
  )

  api.get(
    '/api/audit/saves/count',
    { schema: { tags, querystring, response: { 200: z.object({ count: z.int() }) } }, config },
    async (request) => {
      const { userId, listed, query } = await readSeen(database, request, request.query)
      return { count: await countSaves(database, listed, userId, query) }
    },
  )

  api.get(
    '/api/audit/people',
    {
      schema: {
        tags,
        description: 'The people whose events can be filtered (SPEC C70).',
        response: { 200: z.array(namedPersonSchema) },
      },
      config: { access: ['audit', 'audit-all'] },
    },
    (request) => listPeople(database, requireMember(request).accountId),
  )
}

/** Previous members too: the log has their events. */
async function listPeople(database: Database, userId: string): Promise<NamedPerson[]> {
  const members = await readNamedMembers(database, userId)
  return members.map(({ personId, name }) => ({ personId, name }))
}

/** The log as the member sees it. Throws 400 for a filter by a column that the member does not see. */
async function readSeen(
  database: Database,
  request: FastifyRequest,
  given: Record<string, unknown>,
) {
  const member = requireMember(request)
  const { listed, kinds } = describeVisibleLog(member)
  const userId = member.accountId
  const query = await lookUpSearch(database, listed, userId, readListQuery(kinds, given))
  return { userId, listed, query }
}
