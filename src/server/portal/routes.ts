/** The portal of truck owners and drivers: their own records only (SPEC C78). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BELL_ENTRIES, EXCERPT_LENGTH, MAX_COUNTED } from '#core/comments/bell.ts'
import {
  ownBalanceResponse,
  ownBellResponse,
  ownLoadsResponse,
  ownPurchasesResponse,
  ownYearResponse,
  profileResponse,
} from '#core/portal/responses.ts'
import { ownQuestionResponse } from '#core/questions/line-questions.ts'
import { markAnswerRead, readUnreadAnswers } from '#server/questions/answers.ts'
import { readQuestionsOfPayee } from '#server/questions/store.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readLoadsOfDriver, readLoadsOfOwner } from '#server/settlements/portal/own-loads.ts'
import { readOwnBalances, readOwnYear } from './money.ts'
import { readOwnPurchases } from './own-purchases.ts'
import { ownDocumentRoutes } from './document-routes.ts'
import { requirePortalMember } from './portal-member.ts'
import { readProfile } from './profile.ts'
import { olderQuery, ownPurchasesQuery, ownYearQuery } from './queries.ts'
import { ownStatementRoutes } from './statement-routes.ts'

const access = 'portal'
const PAGE = 50

export async function portalRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { database, documents, printForOwners } = services
  await ownDocumentRoutes(app, documents)
  ownStatementRoutes(app, database, printForOwners)
  const { get, post } = routesOf(app, 'Portal')

  get('/api/portal/profile', { access, answer: profileResponse }, ({ request }) =>
    readProfile(database, requirePortalMember(request)),
  )

  get('/api/portal/balances', { access, answer: z.array(ownBalanceResponse) }, ({ request }) =>
    readOwnBalances(database, requirePortalMember(request)),
  )

  get(
    '/api/portal/year',
    { access, query: ownYearQuery, answer: ownYearResponse },
    ({ request, query }) => readOwnYear(database, requirePortalMember(request), query.year),
  )

  get(
    '/api/portal/loads',
    { access, query: olderQuery, answer: ownLoadsResponse },
    async ({ request, query: { before } }) => {
      const { userId, role, id, seesRevenue } = requirePortalMember(request)
      const wanted = { before, limit: PAGE + 1, withRevenue: seesRevenue }
      const read = role === 'owner' ? readLoadsOfOwner : readLoadsOfDriver
      const found = await read(database, userId, id, wanted)
      return { loads: found.slice(0, PAGE), more: found.length > PAGE }
    },
  )

  get(
    '/api/portal/purchases',
    { access, query: ownPurchasesQuery, answer: ownPurchasesResponse },
    ({ request, query }) => readOwnPurchases(database, requirePortalMember(request), query),
  )

  get('/api/portal/questions', { access, answer: z.array(ownQuestionResponse) }, ({ request }) => {
    const { userId, ...asker } = requirePortalMember(request)
    return readQuestionsOfPayee(database, userId, asker)
  })

  post(
    '/api/portal/questions/:id/read',
    {
      access,
      description: 'Marks the answer to your question as read.',
      config: { worksWithoutSpace: true },
    },
    async ({ request, id }) => {
      const { userId, ...asker } = requirePortalMember(request)
      await markAnswerRead(database, userId, asker, id)
    },
  )

  get('/api/portal/bell', { access, answer: ownBellResponse }, async ({ request }) => {
    const { userId, ...asker } = requirePortalMember(request)
    const wanted = { most: MAX_COUNTED, length: EXCERPT_LENGTH }
    const answers = await readUnreadAnswers(database, userId, asker, wanted)
    return { answers: answers.length, entries: answers.slice(0, BELL_ENTRIES) }
  })
}
