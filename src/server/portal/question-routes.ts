/** A payee's questions, and the bell with the office's answers (SPEC C79, C86). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BELL_ENTRIES, EXCERPT_LENGTH, MAX_COUNTED } from '#core/comments/bell.ts'
import { ownBellResponse } from '#core/portal/responses.ts'
import { ownQuestionResponse } from '#core/questions/line-questions.ts'
import type { Database } from '#server/database/open.ts'
import { markAnswerRead, readUnreadAnswers } from '#server/questions/answers.ts'
import { readQuestionsOfPayee } from '#server/questions/store.ts'
import { readId } from '#server/requests.ts'
import { requirePortalMember } from './portal-member.ts'

const tags = ['Portal']
const config = { access: 'portal' as const }

export function ownQuestionRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/portal/questions',
    { schema: { tags, response: { 200: z.array(ownQuestionResponse) } }, config },
    (request) => {
      const { userId, ...asker } = requirePortalMember(request)
      return readQuestionsOfPayee(database, userId, asker)
    },
  )

  api.post(
    '/api/portal/questions/:id/read',
    {
      schema: { tags, description: 'Marks the answer to your question as read.' },
      config: { ...config, worksWithoutSpace: true },
    },
    async (request, reply) => {
      const { userId, ...asker } = requirePortalMember(request)
      await markAnswerRead(database, userId, asker, readId(request))
      return reply.code(204).send()
    },
  )

  api.get(
    '/api/portal/bell',
    { schema: { tags, response: { 200: ownBellResponse } }, config },
    async (request) => {
      const { userId, ...asker } = requirePortalMember(request)
      const wanted = { most: MAX_COUNTED, length: EXCERPT_LENGTH }
      const answers = await readUnreadAnswers(database, userId, asker, wanted)
      return { answers: answers.length, entries: answers.slice(0, BELL_ENTRIES) }
    },
  )
}
