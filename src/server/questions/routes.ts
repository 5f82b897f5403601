/** The office's side of questions about statements (SPEC C79). The payees' side is in `portal/`. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { TOTAL_COUNT_HEADER } from '#core/api.ts'
import { answerSchema, officeQuestionResponse } from '#core/questions/line-questions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { answerQuestion, readQuestions } from './store.ts'

const questionsQuery = z.object({
  billingId: idQuery('billingId').describe(
    'All questions of this statement; default: the open questions of all',
  ),
  after: idQuery('after').describe('The id of the last question of the previous page'),
})

function idQuery(name: string) {
  const message = `${name} must be an id`
  return z.coerce.number(message).int(message).positive(message).optional()
}

export function questionRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post } = routesOf(app, 'Questions')

  get(
    '/api/questions',
    { access: 'settlements', query: questionsQuery, answer: z.array(officeQuestionResponse) },
    async ({ account, query, reply }) => {
      const { questions, total } = await readQuestions(database, account, query)
      void reply.header(TOTAL_COUNT_HEADER, total)
      return questions
    },
  )

  post(
    '/api/questions/:id/answer',
    { access: 'payroll', body: answerSchema, answer: officeQuestionResponse },
    ({ requester: { userId, personId }, id, body }) =>
      inTransaction(database, (work) => answerQuestion(work, userId, personId, id, body.text)),
  )
}
