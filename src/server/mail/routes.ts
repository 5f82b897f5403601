/** Emails of the account: the outbox, the emails of a record, settings (SPEC C186, C188, C189). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mailSchema, mailsQuery } from '#core/mail/mails.ts'
import {
  changedMailSettingsSchema,
  mailSettingsSchema,
  mailStateSchema,
  testedMailSchema,
} from '#core/mail/settings.ts'
import { readPerson } from '#server/accounts/team/persons.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { cancelMail, markAsSent, sendAgain } from './decide.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from './mail-server.ts'
import { listSeenKinds, readMails, readOutbox } from './read-mails.ts'
import { readMailSettings, saveMailSettings } from './settings.ts'
import { sendTestMail } from './test-mail.ts'

const againSchema = z.object({ confirmed: z.array(z.string()).max(10).default([]) })

export function mailRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, put } = routesOf(app, 'Email')

  get(
    '/api/mails',
    {
      access: 'office',
      query: mailsQuery,
      answer: z.array(mailSchema),
      description: 'Emails that are waiting or need a decision, or those of one record.',
    },
    async ({ member, account, query: { subject, record } }) => {
      const mails =
        subject !== undefined && record !== undefined
          ? await readMails(database, account, subject, record)
          : await readOutbox(database, account)
      const seen = listSeenKinds(member.permissions)
      return mails.filter(({ kind }) => seen.includes(kind))
    },
  )

  post(
    '/api/mails/:id/send-again',
    {
      access: 'office',
      body: againSchema,
      answer: mailSchema,
      description: 'Sends an email again. "again" confirms one that may have been sent.',
    },
    ({ request, member, id, version, body: { confirmed } }) => {
      requireMailServer(request)
      return sendAgain(database, member, { id, version }, confirmed)
    },
  )

  post(
    '/api/mails/:id/mark-sent',
    { access: 'office', answer: mailSchema, description: 'Marks an email as sent.' },
    ({ member, id, version }) => markAsSent(database, member, { id, version }),
  )

  post(
    '/api/mails/:id/cancel',
    { access: 'office', answer: mailSchema, description: 'Cancels an email.' },
    ({ member, id, version }) => cancelMail(database, member, { id, version }),
  )

  get(
    '/api/mail',
    {
      access: 'office',
      answer: mailStateSchema,
      description: 'Whether this server sends email, and the size limit of one email.',
    },
    ({ request }) => ({ setUp: isMailSetUp(request), limitMb: readMailLimit(request) }),
  )

  get(
    '/api/mail/settings',
    {
      access: 'admin',
      answer: mailSettingsSchema,
      description: 'The sender, texts and signature of the account’s emails.',
    },
    async ({ account, request }) => ({
      ...(await readMailSettings(database, account)),
      server: describeServer(request),
    }),
  )

  put(
    '/api/mail/settings',
    {
      access: 'admin',
      body: changedMailSettingsSchema,
      answer: mailSettingsSchema,
      description: 'Changes the sender, texts and signature of the account’s emails.',
    },
    async ({ account, body, version, request }) => {
      const saved = await saveMailSettings(database, account, body, version)
      return { ...saved, server: describeServer(request) }
    },
  )

  post(
    '/api/mail/test',
    {
      access: 'admin',
      answer: testedMailSchema,
      description: 'Sends a test email to the signed-in member and waits for the reply.',
      config: { worksWithoutSpace: true },
    },
    async ({ account, member, request }) => {
      const { email } = await readPerson(database, member.personId)
      return sendTestMail(database, requireMailServer(request), account, email)
    },
  )
}

/** Leaves out the user and the password of the mail server. */
function describeServer({ server: { mailServer } }: FastifyRequest) {
  if (!mailServer) return null
  const { host, from, limitMb } = mailServer
  return { host, from, limitMb }
}
