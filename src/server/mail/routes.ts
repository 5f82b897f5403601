/** Emails of the account: the outbox, the emails of a record, settings (SPEC C186, C188, C189). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { mailSchema, mailsQuery } from '#core/mail/mails.ts'
import {
  changedMailSettingsSchema,
  mailSettingsSchema,
  mailStateSchema,
  testedMailSchema,
} from '#core/mail/settings.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import { readPerson } from '#server/accounts/team/persons.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readVersion } from '#server/requests.ts'
import { cancelMail, markAsSent, sendAgain } from './decide.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from './mail-server.ts'
import { listSeenKinds, readMails, readOutbox } from './read-mails.ts'
import { readMailSettings, saveMailSettings } from './settings.ts'
import { sendTestMail } from './test-mail.ts'

const tags = ['Email']
const ofOffice = { access: 'office' } as const
const ofAdmin = { access: 'admin' } as const

const againSchema = z.object({ confirmed: z.array(z.string()).max(10).default([]) })

export function mailRoutes(app: FastifyInstance, database: Database): void {
  mailSettingsRoutes(app, database)
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/mails',
    {
      schema: {
        tags,
        description: 'Emails that are waiting or need a decision, or those of one record.',
        querystring: mailsQuery,
        response: { 200: z.array(mailSchema) },
      },
      config: ofOffice,
    },
    async (request) => {
      const { accountId: userId, permissions } = requireMember(request)
      const { subject, record } = request.query
      const mails =
        subject !== undefined && record !== undefined
          ? await readMails(database, userId, subject, record)
          : await readOutbox(database, userId)
      const seen = listSeenKinds(permissions)
      return mails.filter(({ kind }) => seen.includes(kind))
    },
  )

  api.post(
    '/api/mails/:id/send-again',
    {
      schema: {
        tags,
        description: 'Sends an email again. "again" confirms one that may have been sent.',
        body: againSchema,
        response: { 200: mailSchema },
      },
      config: ofOffice,
    },
    (request) => {
      requireMailServer(request)
      const { confirmed } = request.body
      return sendAgain(database, requireMember(request), readDecision(request), confirmed)
    },
  )

  api.post(
    '/api/mails/:id/mark-sent',
    {
      schema: {
        tags,
        description: 'Marks an email as sent.',
        response: { 200: mailSchema },
      },
      config: ofOffice,
    },
    (request) => markAsSent(database, requireMember(request), readDecision(request)),
  )

  api.post(
    '/api/mails/:id/cancel',
    {
      schema: { tags, description: 'Cancels an email.', response: { 200: mailSchema } },
      config: ofOffice,
    },
    (request) => cancelMail(database, requireMember(request), readDecision(request)),
  )
}

function mailSettingsRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const response = { 200: mailSettingsSchema }

  api.get(
    '/api/mail',
    {
      schema: {
        tags,
        description: 'Whether this server sends email, and the size limit of one email.',
        response: { 200: mailStateSchema },
      },
      config: ofOffice,
    },
    (request) => ({ setUp: isMailSetUp(request), limitMb: readMailLimit(request) }),
  )

  api.get(
    '/api/mail/settings',
    {
      schema: {
        tags,
        description: 'The sender, texts and signature of the account’s emails.',
        response,
      },
      config: ofAdmin,
    },
    async (request) => ({
      ...(await readMailSettings(database, requireAccount(request))),
      server: describeServer(request),
    }),
  )

  api.put(
    '/api/mail/settings',
    {
      schema: {
        tags,
        description: 'Changes the sender, texts and signature of the account’s emails.',
        body: changedMailSettingsSchema,
        response,
      },
      config: ofAdmin,
    },
    async (request) => {
      const userId = requireAccount(request)
      const saved = await saveMailSettings(database, userId, request.body, readVersion(request))
      return { ...saved, server: describeServer(request) }
    },
  )

  api.post(
    '/api/mail/test',
    {
      schema: {
        tags,
        description: 'Sends a test email to the signed-in member and waits for the reply.',
        response: { 200: testedMailSchema },
      },
      config: { ...ofAdmin, worksWithoutSpace: true },
    },
    async (request) => {
      const { accountId, personId } = requireMember(request)
      const { email } = await readPerson(database, personId)
      return sendTestMail(database, requireMailServer(request), accountId, email)
    },
  )
}

function readDecision(request: FastifyRequest) {
  return { id: readId(request), version: readVersion(request) }
}

/** Leaves out the user and the password of the mail server. */
function describeServer({ server: { mailServer } }: FastifyRequest) {
  if (!mailServer) return null
  const { host, from, limitMb } = mailServer
  return { host, from, limitMb }
}
