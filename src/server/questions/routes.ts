/** The office's side of questions about statements (SPEC C79). The payees' side is in `portal/`. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { TOTAL_COUNT_HEADER } from '#core/api.ts'
import { answerSchema, officeQuestionResponse } from '#core/questions/line-questions.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { readId } from '#server/requests.ts'
import { answerQuestion, readQuestions } from './store.ts'

const tags = ['Questions']

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

export function questionRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/questions',
    {
      schema: {
        tags,
        querystring: questionsQuery,
        response: { 200: z.array(officeQuestionResponse) },
      },
      config: { access: 'settlements' },
    },
    async (request, reply) => {
      const { accountId } = requireMember(request)
      const { questions, total } = await readQuestions(database, accountId, request.query)
      return reply.header(TOTAL_COUNT_HEADER, total).send(questions)
    },
  )

  api.post(
    '/api/questions/:id/answer',
    {
      schema: { tags, body: answerSchema, response: { 200: officeQuestionResponse } },
      config: { access: 'payroll' },
    },
    async (request) => {
      const { accountId, personId } = requireMember(request)
      const id = readId(request)
      return inTransaction(database, (work) =>
        answerQuestion(work, accountId, personId, id, request.body.text),
      )
    },
  )
}
