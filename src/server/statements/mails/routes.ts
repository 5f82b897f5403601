/** Statements by email, or as an email draft if no mail server is set up (SPEC C188, C190). */
import type { FastifyInstance } from 'fastify'
import { statementLanguageQuery } from '#core/language-schemas.ts'
import {
  mailedRunSchema,
  newStatementMailSchema,
  queuedMailSchema,
  statementMailsSchema,
  statementToMailSchema,
} from '#core/mail/statement-mails.ts'
import { readPerson } from '#server/accounts/team/persons.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from '#server/mail/mail-server.ts'
import { routesOf, type Call } from '#server/routes.ts'
import { weekQuery } from '#server/settlements/run/queries.ts'
import { readSettlementsByNumber } from '#server/settlements/settlement/read-settlements.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { describeStatementMails } from './addressees.ts'
import {
  mailOne,
  mailRun,
  readFrozen,
  readRunMails,
  makeMail,
  type Mailing,
} from './send-statements.ts'

export function statementMailRoutes(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): void {
  const { get, post } = routesOf(app, 'Email')
  const mailingOf = ({ account: userId, request }: Call): Mailing => ({
    print,
    database,
    userId,
    limitMb: readMailLimit(request),
  })

  get(
    '/api/settlements/run/mails',
    {
      access: 'settlements',
      query: weekQuery,
      answer: statementMailsSchema,
      description: 'The statements of a run, and which of them are emailed.',
    },
    async ({ account, query, request }) => {
      const statements = await readRunMails(database, account, query.week)
      return { setUp: isMailSetUp(request), statements }
    },
  )

  post(
    '/api/settlements/run/mails',
    {
      access: 'payroll',
      body: weekQuery,
      answer: mailedRunSchema,
      description: 'Emails the statements of a run that are ready, each once.',
    },
    async (call) => {
      const { account, body, request } = call
      requireMailServer(request)
      const queued = await mailRun(mailingOf(call), body.week)
      const statements = await readRunMails(database, account, body.week)
      return { setUp: true, queued, statements }
    },
  )

  get(
    '/api/billing/:id/mail',
    {
      access: 'settlements',
      answer: statementToMailSchema,
      description: 'Who one statement is emailed to.',
    },
    async ({ account, id, request }) => {
      const settlements = await readSettlementsByNumber(database, account, [id])
      const [facts] = await describeStatementMails(database, account, settlements)
      if (!facts) throw notFound()
      return { ...facts, setUp: isMailSetUp(request) }
    },
  )

  post(
    '/api/billing/:id/mail',
    {
      access: 'payroll',
      body: newStatementMailSchema,
      answer: queuedMailSchema,
      status: 201,
      description: 'Emails one statement. "again" confirms a second email.',
    },
    async (call) => {
      const { account, id, body, request } = call
      await readFrozen(database, account, id)
      requireMailServer(request)
      return { id: await mailOne(mailingOf(call), id, body) }
    },
  )

  get(
    '/api/billing/:id/statement.eml',
    {
      access: 'payroll',
      query: statementLanguageQuery,
      description: 'An email with the statement that opens as a draft.',
      config: { audited: { action: 'exported', subject: 'statements' } },
      options: { exposeHeadRoute: false },
    },
    async (call) => {
      const { account, member, id, query, reply } = call
      const settlement = await readFrozen(database, account, id)
      const { file, subject, text } = await makeMail(mailingOf(call), settlement, query.language)
      const [facts] = await describeStatementMails(
        database,
        account,
        await readSettlementsByNumber(database, account, [id]),
      )
      const draft = await buildDraft(database, account, {
        kind: 'statement',
        subject,
        text,
        files: [file],
        to: facts?.email ? [facts.email] : [],
        from: (await readPerson(database, member.personId)).email,
      })
      return reply.headers(draftHeaders(file.name.replace(/\.pdf$/, ''))).send(draft)
    },
  )
}
