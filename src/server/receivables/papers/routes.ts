/**
 * Papers about receivables: aging, statement of account (also by email, or as a draft), collection packet, request for the
 * broker's record (SPEC C200, C202, C209, C249, C289).
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { splitAddresses } from '#core/mail/addresses.ts'
import { accountMailSchema, newAccountMailSchema } from '#core/receivables/account-mail.ts'
import type { AuditSubject } from '#core/audit/subjects.ts'
import { accountQuery, toAccountPeriod } from '#core/receivables/account-statement.ts'
import { agingQuery } from '#core/receivables/aging.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import type { Database } from '#server/database/open.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, requireMailServer } from '#server/mail/mail-server.ts'
import { readAging } from '#server/receivables/aging.ts'
import { routesOf, type Call } from '#server/routes.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment, inlinePdf } from '#server/streaming/attachment.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'
import { createZip } from '#server/streaming/zip.ts'
import { accountDay } from '#server/today.ts'
import {
  composeAccountMail,
  mailAccount,
  nameAccountFile,
  printAccount,
  type AccountRequest,
} from './account-mail.ts'
import { buildAgingPaper } from './aging-paper.ts'
import { printBrokerRecordLetter } from './broker-record.ts'
import { collectPapers } from './collection.ts'
import { readHead } from './head.ts'

export function paperRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const { get } = routesOf(app, 'Receivables')
  accountPaperRoutes(app, database, print)

  get(
    '/api/receivables/aging.pdf',
    { ...exportedAs('aging'), query: agingQuery },
    async ({ account, query: { asOf, basis }, reply }) => {
      const aging = await readAging(database, account, asOf, basis)
      const pdf = await print(account, buildAgingPaper(aging, await readHead(database, account)))
      return reply.headers(inlinePdf(`receivables-${asOf}.pdf`)).send(Buffer.from(pdf))
    },
  )

  get(
    '/api/invoices/:id/record-request.pdf',
    {
      ...exportedAs('record_request'),
      description: 'A letter that asks the broker for its record (49 CFR 371.3(c)).',
    },
    async ({ account: userId, id: invoiceId, reply }) => {
      const letter = { userId, invoiceId, day: accountDay() }
      const { pdf, name } = await printBrokerRecordLetter(print, database, letter)
      return reply.headers(inlinePdf(name)).send(Buffer.from(pdf))
    },
  )

  get(
    '/api/invoices/:id/collection.zip',
    { ...exportedAs('collection_packet'), options: { exposeHeadRoute: false } },
    async ({ account, id, reply }) => {
      const zip = await streamSnapshot(database, account, (work) =>
        createZip(collectPapers(print, work, account, id, accountDay())),
      )
      return reply.headers(attachment(`collection-${id}`, 'zip')).send(zip)
    },
  )
}

/** A broker's statement of account: as PDF, by email, or as a draft (SPEC C249). */
function accountPaperRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const { get, post } = routesOf(app, 'Receivables')
  const path = '/api/brokers/:id/account-statement'
  const query = accountQuery

  get(`${path}.pdf`, { ...exportedAs('statement_of_account'), query }, async (call) => {
    const { pdf, name } = await printAccount(print, database, readAccount(call))
    return call.reply.headers(inlinePdf(name)).send(Buffer.from(pdf))
  })

  get(`${path}/mail`, { access: 'billing', query, answer: accountMailSchema }, async (call) => {
    const mail = await composeAccountMail(database, readAccount(call))
    return { ...mail, isSetUp: isMailSetUp(call.request) }
  })

  post(
    `${path}/mail`,
    {
      access: 'billing',
      query,
      body: newAccountMailSchema,
      answer: z.object({ mailId: z.int() }),
      status: 201,
    },
    (call) => {
      const { member, request, body, repeatable } = call
      requireMailServer(request)
      const { brokerId, period } = readAccount(call)
      const { sentOn = accountDay(), ...written } = body
      const mail = { ...written, sentOn, brokerId, period }
      return mailAccount(print, database, member, mail, repeatable)
    },
  )

  get(
    `${path}/mail-draft.eml`,
    {
      access: ['billing', 'export'],
      query,
      produces: ['message/rfc822'],
      config: { audited: { action: 'exported', subject: 'statement_of_account' } },
      options: { exposeHeadRoute: false },
    },
    async (call) => {
      const account = readAccount(call)
      const { userId, brokerId, period } = account
      const { pdf } = await printAccount(print, database, account)
      const { to, subject, text } = await composeAccountMail(database, account)
      const draft = await buildDraft(database, userId, {
        kind: 'account-statement',
        to: splitAddresses(to),
        subject,
        text,
        files: [{ name: nameAccountFile(period), type: 'application/pdf', bytes: pdf }],
        from: await readMemberEmail(database, userId, call.member.personId),
      })
      return call.reply.headers(draftHeaders(`statement-of-account-${brokerId}`)).send(draft)
    },
  )
}

function exportedAs(subject: AuditSubject) {
  return {
    access: ['invoices', 'export'],
    config: { audited: { action: 'exported', subject } },
  } as const
}

/** Reads the broker from the path, and the period from the query. */
function readAccount({
  account: userId,
  id: brokerId,
  query,
}: Call<unknown, z.output<typeof accountQuery>>): AccountRequest {
  return { userId, brokerId, period: toAccountPeriod(query, accountDay()) }
}
