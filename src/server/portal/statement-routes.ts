/** A payee's own statements, and questions about their lines (SPEC C78, C79). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { statementLanguageQuery } from '#core/language-schemas.ts'
import { findLine } from '#core/portal/printed-statement.ts'
import { ownPrintedStatementResponse, ownStatementsResponse } from '#core/portal/responses.ts'
import { askSchema, ownQuestionResponse } from '#core/questions/line-questions.ts'
import { runIdempotent } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { addQuestion } from '#server/questions/store.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { readCompany } from '#server/settings/company.ts'
import { listOwnStatements, readOwnStatement } from '#server/settlements/portal/own-statements.ts'
import { makeStatement } from '#server/statements/file.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { inlinePdf } from '#server/streaming/attachment.ts'
import { readOwnPrintedStatement, readPrinted } from './own-printed-statement.ts'
import { requirePortalMember } from './portal-member.ts'
import { olderQuery } from './queries.ts'

const tags = ['Portal']
const config = { access: 'portal' as const }
const PAGE = 25

export function ownStatementRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const path = '/api/portal/statements'

  api.get(
    path,
    { schema: { tags, querystring: olderQuery, response: { 200: ownStatementsResponse } }, config },
    async (request) => {
      const { userId, payee } = requirePortalMember(request)
      const { before } = request.query
      const found = await listOwnStatements(database, userId, payee, { before, limit: PAGE + 1 })
      return { statements: found.slice(0, PAGE), more: found.length > PAGE }
    },
  )

  api.get(
    `${path}/:id`,
    {
      schema: {
        tags,
        querystring: statementLanguageQuery,
        response: { 200: ownPrintedStatementResponse },
      },
      config,
    },
    (request) => {
      const member = requirePortalMember(request)
      return readOwnPrintedStatement(database, member, readId(request), request.query.language)
    },
  )

  api.get(
    `${path}/:id/statement.pdf`,
    { schema: { tags, querystring: statementLanguageQuery }, config },
    async (request, reply) => {
      const { userId, payee } = requirePortalMember(request)
      const { language } = request.query
      const settlement = await readOwnStatement(database, userId, payee, readId(request))
      const company = await readCompany(database, userId)
      const { name, pdf } = await makeStatement(
        ...([print, database, userId, settlement, company, { language }] as const),
      )
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf.buffer))
    },
  )

  api.post(
    `${path}/:id/questions`,
    { schema: { tags, body: askSchema, response: { 201: ownQuestionResponse } }, config },
    async (request, reply) => {
      const { userId, payee, personId: askedBy } = requirePortalMember(request)
      const { key, text } = request.body
      const settlement = await readOwnStatement(database, userId, payee, readId(request))
      const { data, printed } = await readPrinted(database, userId, settlement, 'en')
      const line = findLine(printed, key)
      if (line === null) throw badField('key', 'This statement has no such line')
      const { id: billingId, number } = settlement
      const question = {
        billingId,
        number: number ?? 0,
        payee,
        truck: data.truck.truckId,
        payeeName: data.payee?.name ?? null,
        key,
        line,
        text,
        askedBy,
      }
      const once = readIdempotency(request)
      const asked = await runIdempotent(database, userId, once, (work) =>
        addQuestion(work, userId, question),
      )
      return reply.code(201).send(asked)
    },
  )
}
