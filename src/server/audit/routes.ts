/** The audit log as a list of events, and of saves (SPEC S31). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { auditLog } from '#core/audit/audit.ts'
import { saveResponse } from '#core/audit/saves.ts'
import type { Member } from '#core/team/member.ts'
import { namedPersonSchema, type NamedPerson } from '#core/comments/comments.ts'
import { readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { countSaves, readSaves } from './saves.ts'
import { auditColumns, listedAuditLog, describeVisibleLog } from './visible-log.ts'

export function auditRoutes(app: FastifyInstance, { database }: Services): void {
  const { get } = routesOf(app, auditLog.title)

  listRoutes(app, database, {
    path: '/api/audit',
    tag: auditLog.title,
    access: 'audit',
    listed: listedAuditLog,
    kinds: auditColumns,
    see: describeVisibleLog,
  })

  get(
    '/api/audit/saves',
    { access: 'audit', query: listQuerySchema, answer: z.array(saveResponse) },
    async ({ member, query: given }) => {
      const { userId, listed, query } = await readSeen(database, member, given)
      return readSaves(database, listed, userId, query)
    },
  )

  get(
    '/api/audit/saves/count',
    { access: 'audit', query: listQuerySchema, answer: z.object({ count: z.int() }) },
    async ({ member, query: given }) => {
      const { userId, listed, query } = await readSeen(database, member, given)
      return { count: await countSaves(database, listed, userId, query) }
    },
  )

  get(
    '/api/audit/people',
    {
      access: ['audit', 'audit-all'],
      answer: z.array(namedPersonSchema),
      description: 'The people whose events can be filtered (SPEC C70).',
    },
    ({ account }) => listPeople(database, account),
  )
}

/** Previous members too: the log has their events. */
async function listPeople(database: Database, userId: string): Promise<NamedPerson[]> {
  const members = await readNamedMembers(database, userId)
  return members.map(({ personId, name }) => ({ personId, name }))
}

/** The log as the member sees it. Throws 400 for a filter by a column that the member does not see. */
async function readSeen(database: Database, member: Member, given: Record<string, unknown>) {
  const { listed, kinds } = describeVisibleLog(member)
  const userId = member.accountId
  const query = await lookUpSearch(database, listed, userId, readListQuery(kinds, given))
  return { userId, listed, query }
}
