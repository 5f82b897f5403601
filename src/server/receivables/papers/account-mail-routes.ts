/** A broker's statement of account by email, or as a draft (SPEC C249). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { splitAddresses } from '#core/mail/addresses.ts'
import { joinParagraphs } from '#core/mail/settings.ts'
import { accountMailSchema, newAccountMailSchema } from '#core/receivables/account-mail.ts'
import { accountQuery, toAccountPeriod } from '#core/receivables/account-statement.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import type { Database } from '#server/database/open.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, requireMailServer } from '#server/mail/mail-server.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { serverDay } from '#server/today.ts'
import {
  composeAccountMail,
  mailAccount,
  nameAccountFile,
  printAccount,
  type AccountRequest,
} from './account-mail.ts'

const tags = ['Receivables']
const path = '/api/brokers/:id/account-statement'
const sends = { access: 'billing' } as const

export function accountMailRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    `${path}/mail`,
    {
      schema: { tags, querystring: accountQuery, response: { 200: accountMailSchema } },
      config: sends,
    },
    async (request) => {
      const account = readAccount(request, request.query)
      const { signature: _, ...mail } = await composeAccountMail(database, account)
      return { ...mail, isSetUp: isMailSetUp(request) }
    },
  )

  api.post(
    `${path}/mail`,
    {
      schema: {
        tags,
        querystring: accountQuery,
        body: newAccountMailSchema,
        response: { 201: z.object({ mailId: z.int() }) },
      },
      config: sends,
    },
    async (request, reply) => {
      requireMailServer(request)
      const { brokerId, period } = readAccount(request, request.query)
      const { sentOn = serverDay(), ...written } = request.body
      const mail = { ...written, sentOn, brokerId, period }
      const [member, once] = [requireMember(request), readIdempotency(request)]
      return reply.code(201).send(await mailAccount(print, database, member, mail, once))
    },
  )

  api.get(
    `${path}/mail-draft.eml`,
    {
      exposeHeadRoute: false,
      schema: { tags, querystring: accountQuery, produces: ['message/rfc822'] },
      config: {
        access: ['billing', 'export'],
        audited: { action: 'exported', subject: 'statement_of_account' },
      },
    },
    async (request, reply) => {
      const account = readAccount(request, request.query)
      const { userId, brokerId, period } = account
      const { pdf } = await printAccount(print, database, account)
      const { to, subject, text, signature } = await composeAccountMail(database, account)
      const draft = await buildDraft(database, userId, {
        to: splitAddresses(to),
        subject,
        text: joinParagraphs(text, signature),
        files: [{ name: nameAccountFile(period), type: 'application/pdf', bytes: pdf }],
        from: await readMemberEmail(database, userId, requireMember(request).personId),
      })
      return reply.headers(draftHeaders(`statement-of-account-${brokerId}`)).send(draft)
    },
  )
}

/** Reads the broker from the path, and the period from the query. */
export function readAccount(
  request: FastifyRequest,
  query: z.output<typeof accountQuery>,
): AccountRequest {
  const { accountId: userId } = requireMember(request)
  return { userId, brokerId: readId(request), period: toAccountPeriod(query, serverDay()) }
}
