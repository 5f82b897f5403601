/** The packets of a schedule: ZIP, email, draft, and what was sent (SPEC C247, C248). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  newScheduleMailSchema,
  newScheduleSendingSchema,
  schedulePacketsSchema,
} from '#core/factoring/schedule-packets.ts'
import { splitAddresses } from '#core/mail/addresses.ts'
import { joinParagraphs } from '#core/mail/settings.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import { readSchedule } from '#server/factoring/read-schedules.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from '#server/mail/mail-server.ts'
import { readRequester } from '#server/packets/requester.ts'
import { packetDownloads } from '#server/packets/download-limit.ts'
import { readId, readIdempotency } from '#server/requests.ts'
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

const tags = ['Factoring']
const path = '/api/factor-schedules/:id'
const audited = { action: 'exported', subject: 'factor_schedules' } as const

export function schedulePacketRoutes(app: FastifyInstance, scheduleMaker: ScheduleMaker): void {
  const { database } = scheduleMaker.maker
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    `${path}/packets`,
    {
      schema: { tags, response: { 200: schedulePacketsSchema } },
      config: { access: 'invoices' },
    },
    async (request) => {
      const { userId } = readRequester(request)
      const schedule = await readSchedule(database, userId, readId(request))
      const { signature: _, ...mail } = await composeScheduleMail(database, userId, schedule)
      return {
        problems: await findPacketProblems(database, userId, schedule),
        sendings: await readScheduleSendings(database, userId, schedule),
        mail: { ...mail, isSetUp: isMailSetUp(request), limitMb: readMailLimit(request) },
      }
    },
  )

  api.get(
    `${path}/packets.zip`,
    {
      exposeHeadRoute: false,
      schema: { tags, produces: ['application/zip'] },
      config: { access: ['invoices', 'export'], ownSlots: true, audited },
    },
    (request, reply) => {
      const requester = readRequester(request)
      return keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        const schedule = await readSendableSchedule(database, requester.userId, readId(request))
        for await (const _ of makePackets(scheduleMaker.maker, requester, schedule));
        endWhenStalled(reply)
        const zip = createZip(listArchivedFiles(scheduleMaker, requester, schedule))
        return reply
          .headers(attachment(`schedule-${schedule.number}-packets`, 'zip'))
          .send(await streamPieces(zip, () => undefined))
      })
    },
  )

  api.post(
    `${path}/mail`,
    {
      schema: {
        tags,
        description: 'Emails schedule and packets to the factor.',
        body: newScheduleMailSchema,
        response: { 201: z.object({ queued: z.int().describe('Emails') }) },
      },
      config: { access: 'billing', ownSlots: true },
    },
    (request, reply) => {
      const { limitMb } = requireMailServer(request)
      const [requester, once] = [readRequester(request), readIdempotency(request)]
      return keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        const mail = { ...request.body, limitMb }
        const queued = await mailSchedule(scheduleMaker, requester, readId(request), mail, once)
        return reply.code(201).send(queued)
      })
    },
  )

  api.post(
    `${path}/sendings`,
    {
      schema: {
        tags,
        description: 'Records that the packets were sent outside Haulbook.',
        body: newScheduleSendingSchema,
        response: { 201: z.object({ recorded: z.int().describe('Packets') }) },
      },
      config: { access: 'billing', ownSlots: true },
    },
    (request, reply) => {
      const [requester, once] = [readRequester(request), readIdempotency(request)]
      return keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        const id = readId(request)
        const recorded = await recordScheduleSending(
          scheduleMaker,
          requester,
          id,
          request.body,
          once,
        )
        return reply.code(201).send(recorded)
      })
    },
  )

  api.get(
    `${path}/mail-draft.eml`,
    {
      exposeHeadRoute: false,
      schema: { tags, produces: ['message/rfc822'] },
      config: { access: ['billing', 'export'], ownSlots: true, audited },
    },
    (request, reply) => {
      const requester = readRequester(request)
      return keepSlot(reply, packetDownloads.take(requester.userId), async () => {
        const { userId, personId } = requester
        const limitMb = readMailLimit(request)
        const { schedule, files } = await listDraftFiles(
          scheduleMaker,
          requester,
          readId(request),
          limitMb,
        )
        const { to, subject, text, signature } = await composeScheduleMail(
          database,
          userId,
          schedule,
        )
        const draft = await buildDraft(database, userId, {
          to: splitAddresses(to),
          subject,
          files,
          text: joinParagraphs(text, signature),
          from: await readMemberEmail(database, userId, personId),
        })
        endWhenStalled(reply)
        return reply.headers(draftHeaders(`schedule-${schedule.number}`)).send(draft)
      })
    },
  )
}
