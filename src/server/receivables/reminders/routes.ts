/** Reminders of unpaid invoices (SPEC C207). */
import type { FastifyInstance } from 'fastify'
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
import type { Database } from '#server/database/open.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import { notFound } from '#server/errors.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, requireMailServer } from '#server/mail/mail-server.ts'
import { routesOf } from '#server/routes.ts'
import { requireNearDay, accountDay } from '#server/today.ts'
import { readReminders, sendReminder } from './reminders.ts'
import { readReminderSettings, saveReminderSettings } from './settings.ts'

const path = '/api/receivables/reminders'

export function reminderRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put } = routesOf(app, 'Reminders')

  get(
    path,
    { access: 'invoices', query: remindersQuery, answer: remindersSchema },
    async ({ account, query: { today = accountDay() }, request }) => {
      const found = await readReminders(database, account, today)
      return { canMail: isMailSetUp(request), ...found }
    },
  )

  post(
    path,
    {
      access: 'billing',
      body: sentReminderSchema,
      answer: reminderResultSchema,
      status: 201,
      description: 'Sends a reminder, or records one that was sent outside Haulbook.',
    },
    ({ member, body: { sentOn = accountDay(), ...sent }, repeatable, request }) => {
      if (sent.how === 'mail') requireMailServer(request)
      return sendReminder(database, member, sent, sentOn, repeatable)
    },
  )

  get(
    `${path}/draft.eml`,
    {
      access: 'billing',
      query: reminderDraftQuery,
      description: 'A reminder as a draft that opens in an email program.',
    },
    async ({ requester: { userId, personId }, query, reply }) => {
      const { brokerId, stage, today = accountDay() } = query
      requireNearDay('today', today)
      const { reminders } = await readReminders(database, userId, today)
      const due = reminders.find((one) => one.brokerId === brokerId && one.stage === stage)
      if (!due) throw notFound()
      const draft = await buildDraft(database, userId, {
        kind: 'reminder',
        to: due.to ? [due.to] : [],
        subject: due.subject,
        text: due.text,
        files: [],
        from: await readMemberEmail(database, userId, personId),
      })
      return reply.headers(draftHeaders(`reminder-${brokerId}`)).send(draft)
    },
  )

  get(`${path}/settings`, { access: 'invoices', answer: reminderSettingsSchema }, ({ account }) =>
    readReminderSettings(database, account),
  )

  put(
    `${path}/settings`,
    { access: 'billing', body: changedReminderSettingsSchema, answer: reminderSettingsSchema },
    ({ account, body, version }) => saveReminderSettings(database, account, body, version),
  )
}
