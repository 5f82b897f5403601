/** The office's side of questions about statements (SPEC C79). The payees' side is in `portal/`. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  answerSchema,
  officeQuestionResponse,
  type OfficeQuestion,
  type StoredQuestion,
} from '#core/questions/line-questions.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { readId } from '#server/requests.ts'
import { readPayables } from '#server/settlements/approval/payables.ts'
import { answerQuestion, readQuestions } from './store.ts'

const tags = ['Questions']

const questionsQuery = z.object({
  billingId: z.coerce
    .number('billingId must be an id')
    .int('billingId must be an id')
    .positive('billingId must be an id')
    .optional()
    .describe('All questions of this statement; default: the open questions of all'),
})

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
    async (request) => {
      const { accountId } = requireMember(request)
      const questions = await readQuestions(database, accountId, request.query.billingId)
      return withStatements(database, accountId, questions)
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
      const answered = await inTransaction(database, (work) =>
        answerQuestion(work, accountId, personId, id, request.body.text),
      )
      const [question] = await withStatements(database, accountId, [answered])
      return question
    },
  )
}

/** Adds what the statements print. */
async function withStatements(
  database: Database,
  userId: string,
  questions: StoredQuestion[],
): Promise<OfficeQuestion[]> {
  const ids = [...new Set(questions.map(({ billingId }) => billingId))]
  const statements = ids.length === 0 ? [] : await readPayables(database, userId, { ids })
  const known = new Map(statements.map((statement) => [statement.id, statement]))
  return questions.flatMap((question) => {
    const statement = known.get(question.billingId)
    if (!statement) return []
    const { number, truck, payeeName: payee } = statement
    return { ...question, number, truck, payee }
  })
}
