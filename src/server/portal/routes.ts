/** The portal of truck owners and drivers: their own records only (SPEC C78). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  ownBalanceResponse,
  ownLoadsResponse,
  ownYearResponse,
  profileResponse,
} from '#core/portal/responses.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { readLoadsOfDriver, readLoadsOfOwner } from '#server/settlements/portal/own-loads.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readOwnBalances, readOwnYear } from './money.ts'
import { ownDocumentRoutes } from './document-routes.ts'
import { requirePortalMember } from './portal-member.ts'
import { readProfile } from './profile.ts'
import { ownQuestionRoutes } from './question-routes.ts'
import { olderQuery, ownYearQuery } from './queries.ts'
import { ownStatementRoutes } from './statement-routes.ts'
import { ownYearZipRoute } from './year-zip.ts'

const tags = ['Portal']
const config = { access: 'portal' as const }
const PAGE = 50

export async function portalRoutes(
  app: FastifyInstance,
  documents: DocumentStore,
  print: PrintFor,
): Promise<void> {
  const { database } = documents
  await ownDocumentRoutes(app, documents)
  ownStatementRoutes(app, database, print)
  ownQuestionRoutes(app, database)
  ownYearZipRoute(app, database, print)
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/portal/profile',
    { schema: { tags, response: { 200: profileResponse } }, config },
    (request) => readProfile(database, requirePortalMember(request)),
  )

  api.get(
    '/api/portal/balances',
    { schema: { tags, response: { 200: z.array(ownBalanceResponse) } }, config },
    (request) => readOwnBalances(database, requirePortalMember(request)),
  )

  api.get(
    '/api/portal/year',
    { schema: { tags, querystring: ownYearQuery, response: { 200: ownYearResponse } }, config },
    (request) => readOwnYear(database, requirePortalMember(request), request.query.year),
  )

  api.get(
    '/api/portal/loads',
    { schema: { tags, querystring: olderQuery, response: { 200: ownLoadsResponse } }, config },
    async (request) => {
      const { userId, role, id, seesRevenue } = requirePortalMember(request)
      const { before } = request.query
      const wanted = { before, limit: PAGE + 1, withRevenue: seesRevenue }
      const read = role === 'owner' ? readLoadsOfOwner : readLoadsOfDriver
      const found = await read(database, userId, id, wanted)
      return { loads: found.slice(0, PAGE), more: found.length > PAGE }
    },
  )
}
