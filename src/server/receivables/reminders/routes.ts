/** Reminders of unpaid invoices (SPEC C207). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  changedReminderSettingsSchema,
  reminderSettingsSchema,
} from '#core/receivables/reminder-settings.ts'
import {
  reminderResultSchema,
  remindersQuery,
  remindersSchema,
  reminderDraftQuery,
  sentReminderSchema,
} from '#core/receivables/reminders.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import { notFound } from '#server/errors.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, requireMailServer } from '#server/mail/mail-server.ts'
import { readIdempotency, readVersion } from '#server/requests.ts'
import { requireNearDay, serverDay } from '#server/today.ts'
import { readReminders, sendReminder } from './reminders.ts'
import { readReminderSettings, saveReminderSettings } from './settings.ts'

const tags = ['Reminders']
const path = '/api/receivables/reminders'

export function reminderRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    path,
    {
      schema: { tags, querystring: remindersQuery, response: { 200: remindersSchema } },
      config: { access: 'invoices' },
    },
    async (request) => {
      const { today = serverDay() } = request.query
      const found = await readReminders(database, requireAccount(request), today)
      return { canMail: isMailSetUp(request), ...found }
    },
  )

  api.post(
    path,
    {
      schema: {
        tags,
        description: 'Sends a reminder, or records one that was sent outside Haulbook.',
        body: sentReminderSchema,
        response: { 201: reminderResultSchema },
      },
      config: { access: 'billing' },
    },
    async (request, reply) => {
      if (request.body.how === 'mail') requireMailServer(request)
      const [member, once] = [requireMember(request), readIdempotency(request)]
      const { sentOn = serverDay(), ...sent } = request.body
      const result = await sendReminder(database, member, sent, sentOn, once)
      return reply.code(201).send(result)
    },
  )

  api.get(
    `${path}/draft.eml`,
    {
      schema: {
        tags,
        description: 'A reminder as a draft that opens in an email program.',
        querystring: reminderDraftQuery,
      },
      config: { access: 'billing' },
    },
    async (request, reply) => {
      const { accountId: userId, personId } = requireMember(request)
      const { brokerId, stage, today = serverDay() } = request.query
      requireNearDay('today', today)
      const { reminders } = await readReminders(database, userId, today)
      const due = reminders.find((one) => one.brokerId === brokerId && one.stage === stage)
      if (!due) throw notFound()
      const draft = await buildDraft(database, userId, {
        to: due.to ? [due.to] : [],
        subject: due.subject,
        text: due.text,
        files: [],
        from: await readMemberEmail(database, userId, personId),
      })
      return reply.headers(draftHeaders(`reminder-${brokerId}`)).send(draft)
    },
  )

  api.get(
    `${path}/settings`,
    { schema: { tags, response: { 200: reminderSettingsSchema } }, config: { access: 'invoices' } },
    (request) => readReminderSettings(database, requireAccount(request)),
  )

  api.put(
    `${path}/settings`,
    {
      schema: {
        tags,
        body: changedReminderSettingsSchema,
        response: { 200: reminderSettingsSchema },
      },
      config: { access: 'billing' },
    },
    (request) => {
      const [userId, version] = [requireAccount(request), readVersion(request)]
      return saveReminderSettings(database, userId, request.body, version)
    },
  )
}
