/** The packets of a schedule: ZIP, email, draft, and what was sent (SPEC C247, C248). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  newScheduleMailSchema,
  newScheduleSendingSchema,
  schedulePacketsSchema,
} from '#core/factoring/schedule-packets.ts'
import { splitAddresses } from '#core/mail/addresses.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import { readSchedule } from '#server/factoring/read-schedules.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from '#server/mail/mail-server.ts'
import { packetDownloads } from '#server/packets/download-limit.ts'
import { routesOf } from '#server/routes.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { streamPieces } from '#server/streaming/stream-pieces.ts'
import { createZip } from '#server/streaming/zip.ts'
import {
  composeScheduleMail,
  listDraftFiles,
  mailSchedule,
  readScheduleSendings,
  recordScheduleSending,
} from './send-schedule.ts'
import {
  findPacketProblems,
  listArchivedFiles,
  makePackets,
  readSendableSchedule,
  type ScheduleMaker,
} from './schedule-papers.ts'

const path = '/api/factor-schedules/:id'
const audited = { action: 'exported', subject: 'factor_schedules' } as const
const options = { exposeHeadRoute: false }

export function schedulePacketRoutes(app: FastifyInstance, scheduleMaker: ScheduleMaker): void {
  const { database } = scheduleMaker.maker
  const { get, post } = routesOf(app, 'Factoring')

  get(
    `${path}/packets`,
    { access: 'invoices', answer: schedulePacketsSchema },
    async ({ account, id, request }) => {
      const schedule = await readSchedule(database, account, id)
      const mail = await composeScheduleMail(database, account, schedule)
      return {
        problems: await findPacketProblems(database, account, schedule),
        sendings: await readScheduleSendings(database, account, schedule),
        mail: { ...mail, isSetUp: isMailSetUp(request), limitMb: readMailLimit(request) },
      }
    },
  )

  get(
    `${path}/packets.zip`,
    {
      access: ['invoices', 'export'],
      produces: ['application/zip'],
      config: { ownSlots: true, audited },
      options,
    },
    ({ requester, id, reply }) =>
      keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        const schedule = await readSendableSchedule(database, requester.userId, id)
        for await (const _ of makePackets(scheduleMaker.maker, requester, schedule));
        endWhenStalled(reply)
        const zip = createZip(listArchivedFiles(scheduleMaker, requester, schedule))
        return reply
          .headers(attachment(`schedule-${schedule.number}-packets`, 'zip'))
          .send(await streamPieces(zip, () => undefined))
      }),
  )

  post(
    `${path}/mail`,
    {
      access: 'billing',
      body: newScheduleMailSchema,
      answer: z.object({ queued: z.int().describe('Emails') }),
      status: 201,
      description: 'Emails schedule and packets to the factor.',
      config: { ownSlots: true },
    },
    ({ requester, id, body, repeatable, request, reply }) => {
      const { limitMb } = requireMailServer(request)
      return keepSlot(reply, packetDownloads.take(requester.userId), () =>
        mailSchedule(scheduleMaker, requester, id, { ...body, limitMb }, repeatable),
      )
    },
  )

  post(
    `${path}/sendings`,
    {
      access: 'billing',
      body: newScheduleSendingSchema,
      answer: z.object({ recorded: z.int().describe('Packets') }),
      status: 201,
      description: 'Records that the packets were sent outside Haulbook.',
      config: { ownSlots: true },
    },
    ({ requester, id, body, repeatable, reply }) =>
      keepSlot(reply, packetDownloads.take(requester.userId), () =>
        recordScheduleSending(scheduleMaker, requester, id, body, repeatable),
      ),
  )

  get(
    `${path}/mail-draft.eml`,
    {
      access: ['billing', 'export'],
      produces: ['message/rfc822'],
      config: { ownSlots: true, audited },
      options,
    },
    ({ requester, id, request, reply }) =>
      keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        const { userId, personId } = requester
        const limitMb = readMailLimit(request)
        const { schedule, files } = await listDraftFiles(scheduleMaker, requester, id, limitMb)
        const mail = await composeScheduleMail(database, userId, schedule)
        const draft = await buildDraft(database, userId, {
          kind: 'schedule',
          to: splitAddresses(mail.to),
          subject: mail.subject,
          files,
          text: mail.text,
          from: await readMemberEmail(database, userId, personId),
        })
        endWhenStalled(reply)
        return reply.headers(draftHeaders(`schedule-${schedule.number}`)).send(draft)
      }),
  )
}
