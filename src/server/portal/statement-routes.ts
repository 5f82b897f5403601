/** A payee's own statements, and questions about their lines (SPEC C78, C79). */
import type { FastifyInstance } from 'fastify'
import { statementLanguageQuery } from '#core/language-schemas.ts'
import { findLine } from '#core/portal/printed-statement.ts'
import { ownPrintedStatementResponse, ownStatementsResponse } from '#core/portal/responses.ts'
import { askSchema, ownQuestionResponse } from '#core/questions/line-questions.ts'
import { runIdempotent } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { addQuestion } from '#server/questions/store.ts'
import { routesOf } from '#server/routes.ts'
import { readCompany } from '#server/settings/company.ts'
import { listOwnStatements, readOwnStatement } from '#server/settlements/portal/own-statements.ts'
import { readSettlementsByNumber } from '#server/settlements/settlement/read-settlements.ts'
import { readYear } from '#server/settlements/year/read-year.ts'
import { makeStatement, printSettlements } from '#server/statements/file.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment, inlinePdf } from '#server/streaming/attachment.ts'
import { outsideZips } from '#server/streaming/concurrency-limit.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { streamPieces } from '#server/streaming/stream-pieces.ts'
import { createZip } from '#server/streaming/zip.ts'
import { readOwnPrintedStatement, readPrinted } from './own-printed-statement.ts'
import { requirePortalMember } from './portal-member.ts'
import { olderQuery, ownYearZipQuery } from './queries.ts'

const path = '/api/portal/statements'
const access = 'portal'
const PAGE = 25

export function ownStatementRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): void {
  const { get, post } = routesOf(app, 'Portal')

  get(
    path,
    { access, query: olderQuery, answer: ownStatementsResponse },
    async ({ request, query: { before } }) => {
      const { userId, payee } = requirePortalMember(request)
      const found = await listOwnStatements(database, userId, payee, { before, limit: PAGE + 1 })
      return { statements: found.slice(0, PAGE), more: found.length > PAGE }
    },
  )

  get(
    `${path}/:id`,
    { access, query: statementLanguageQuery, answer: ownPrintedStatementResponse },
    ({ request, id, query }) =>
      readOwnPrintedStatement(database, requirePortalMember(request), id, query.language),
  )

  get(
    `${path}/:id/statement.pdf`,
    { access, query: statementLanguageQuery },
    async ({ request, id, query: { language }, reply }) => {
      const { userId, payee } = requirePortalMember(request)
      const settlement = await readOwnStatement(database, userId, payee, id)
      const company = await readCompany(database, userId)
      const { name, pdf } = await makeStatement(
        ...([print, database, userId, settlement, company, { language }] as const),
      )
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf.buffer))
    },
  )

  get(
    '/api/portal/year/statements.zip',
    {
      access,
      query: ownYearZipQuery,
      config: { audited: { action: 'exported', subject: 'statements' } },
      options: { exposeHeadRoute: false },
    },
    async ({ request, query: { year, language }, reply }) => {
      const { userId, personId, payee } = requirePortalMember(request)
      // The statements that count in the year, as in the office's ZIP.
      const found = await readYear(database, userId, year, payee)
      const entries = found.flatMap((one) => one.entries)
      const ids = [...new Set(entries.flatMap(({ billingId }) => billingId ?? []))]
      const company = await readCompany(database, userId)
      const release = outsideZips.take(userId, personId)
      // The statements are frozen, so they need no database snapshot, which would hold a connection while the client reads.
      const files = printSettlements(
        ...([print, database, userId, company] as const),
        () => readSettlementsByNumber(database, userId, ids),
        language,
      )
      const zip = await streamPieces(createZip(files), release)
      endWhenStalled(reply)
      return reply.headers(attachment(`statements-${year}`, 'zip')).send(zip)
    },
  )

  post(
    `${path}/:id/questions`,
    { access, body: askSchema, answer: ownQuestionResponse, status: 201 },
    async ({ request, id, body: { key, text }, repeatable }) => {
      const { userId, payee, personId: askedBy } = requirePortalMember(request)
      const settlement = await readOwnStatement(database, userId, payee, id)
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
      return runIdempotent(database, userId, repeatable, (work) =>
        addQuestion(work, userId, question),
      )
    },
  )
}
