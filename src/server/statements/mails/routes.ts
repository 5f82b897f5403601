/** Statements by email, or as an email draft if no mail server is set up (SPEC C188, C190). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { statementLanguageQuery } from '#core/language-schemas.ts'
import {
  mailedRunSchema,
  newStatementMailSchema,
  queuedMailSchema,
  statementMailsSchema,
  statementToMailSchema,
} from '#core/mail/statement-mails.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import { readPerson } from '#server/accounts/team/persons.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from '#server/mail/mail-server.ts'
import { readId } from '#server/requests.ts'
import { weekQuery } from '#server/settlements/run/queries.ts'
import { readSettlementsByNumber } from '#server/settlements/settlement/read-settlements.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { describeStatementMails } from './addressees.ts'
import {
  mailOne,
  mailRun,
  readFrozen,
  readRunMails,
  writeMail,
  type Mailing,
} from './send-statements.ts'

const tags = ['Email']

export function statementMailRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const mailingOf = (request: FastifyRequest): Mailing => ({
    print,
    database,
    userId: requireAccount(request),
    limitMb: readMailLimit(request),
  })

  api.get(
    '/api/settlements/run/mails',
    {
      schema: {
        tags,
        description: 'The statements of a run, and which of them are emailed.',
        querystring: weekQuery,
        response: { 200: statementMailsSchema },
      },
      config: { access: 'settlements' },
    },
    async (request) => {
      const userId = requireAccount(request)
      const statements = await readRunMails(database, userId, request.query.week)
      return { setUp: isMailSetUp(request), statements }
    },
  )

  api.post(
    '/api/settlements/run/mails',
    {
      schema: {
        tags,
        description: 'Emails the statements of a run that are ready, each once.',
        body: weekQuery,
        response: { 200: mailedRunSchema },
      },
      config: { access: 'payroll' },
    },
    async (request) => {
      requireMailServer(request)
      const mailing = mailingOf(request)
      const queued = await mailRun(mailing, request.body.week)
      const statements = await readRunMails(database, mailing.userId, request.body.week)
      return { setUp: true, queued, statements }
    },
  )

  api.get(
    '/api/billing/:id/mail',
    {
      schema: {
        tags,
        description: 'Who one statement is emailed to.',
        response: { 200: statementToMailSchema },
      },
      config: { access: 'settlements' },
    },
    async (request) => {
      const userId = requireAccount(request)
      const settlements = await readSettlementsByNumber(database, userId, [readId(request)])
      const [facts] = await describeStatementMails(database, userId, settlements)
      if (!facts) throw notFound()
      return { ...facts, setUp: isMailSetUp(request) }
    },
  )

  api.post(
    '/api/billing/:id/mail',
    {
      schema: {
        tags,
        description: 'Emails one statement. "again" confirms a second email.',
        body: newStatementMailSchema,
        response: { 201: queuedMailSchema },
      },
      config: { access: 'payroll' },
    },
    async (request, reply) => {
      const id = readId(request)
      await readFrozen(database, requireAccount(request), id)
      requireMailServer(request)
      return reply.code(201).send({ id: await mailOne(mailingOf(request), id, request.body) })
    },
  )

  api.get(
    '/api/billing/:id/statement.eml',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        description: 'An email with the statement that opens as a draft.',
        querystring: statementLanguageQuery,
      },
      config: { access: 'payroll', audited: { action: 'exported', subject: 'statements' } },
    },
    async (request, reply) => {
      const { accountId: userId, personId } = requireMember(request)
      const id = readId(request)
      const settlement = await readFrozen(database, userId, id)
      const { language } = request.query
      const { file, subject, text } = await writeMail(mailingOf(request), settlement, language)
      const [facts] = await describeStatementMails(
        database,
        userId,
        await readSettlementsByNumber(database, userId, [id]),
      )
      const draft = await buildDraft(database, userId, {
        subject,
        text,
        files: [file],
        to: facts?.email ? [facts.email] : [],
        from: (await readPerson(database, personId)).email,
      })
      return reply.headers(draftHeaders(file.name.replace(/\.pdf$/, ''))).send(draft)
    },
  )
}
