/** Packets by email: from the server, as drafts, and many at once (SPEC C181, C183, C188). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { splitAddresses } from '#core/mail/addresses.ts'
import { mailSchema } from '#core/mail/mails.ts'
import { joinParagraphs } from '#core/mail/settings.ts'
import {
  draftQuery,
  mailFormSchema,
  newMailSchema,
  sendManySchema,
  sentManySchema,
  type DraftQuery,
  type NewInvoiceMail,
} from '#core/packets/mailing.ts'
import { packetMessages, sendingSchema } from '#core/packets/packets.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import { hasResponse, runIdempotent } from '#server/database/idempotency.ts'
import { RequestError } from '#server/errors.ts'
import { readPacketInvoice } from '#server/invoices/packet-invoice.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from '#server/mail/mail-server.ts'
import { readMails } from '#server/mail/read-mails.ts'
import { makePacket, splitPacket, type PacketMaker } from '#server/packets/make-packet.ts'
import { readRequester } from '#server/packets/requester.ts'
import { packetDownloads } from '#server/packets/download-limit.ts'
import { readSending } from '#server/packets/sendings.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { composeMail } from './compose.ts'
import { mailPacket } from './mail-packet.ts'
import { sendMany } from './send-many.ts'

const tags = ['Packets']
const path = '/api/invoices/:id'

export function packetMailRoutes(app: FastifyInstance, maker: PacketMaker): void {
  const { database } = maker
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    `${path}/mail`,
    { schema: { tags, response: { 200: mailFormSchema } }, config: { access: 'billing' } },
    async (request) => {
      const { accountId: userId } = requireMember(request)
      const { to, subject, text } = await composeMail(database, userId, readId(request))
      const server = { isSetUp: isMailSetUp(request), limitMb: readMailLimit(request) }
      return { to, cc: '', subject, text, ...server }
    },
  )

  api.post(
    `${path}/mail`,
    {
      schema: { tags, body: newMailSchema, response: { 201: sendingSchema } },
      config: { access: 'billing' },
    },
    async (request, reply) => reply.code(201).send(await mail(maker, request, request.body)),
  )

  api.get(
    `${path}/mails`,
    { schema: { tags, response: { 200: z.array(mailSchema) } }, config: { access: 'invoices' } },
    async (request) => {
      const { accountId: userId } = requireMember(request)
      const { id } = await readPacketInvoice(database, userId, readId(request))
      return readMails(database, userId, 'invoices', id)
    },
  )

  api.get(
    `${path}/mail-draft.eml`,
    {
      exposeHeadRoute: false,
      schema: { tags, querystring: draftQuery, produces: ['message/rfc822'] },
      config: {
        ...({ access: 'billing', ownSlots: true } as const),
        audited: { action: 'exported', subject: 'packets' },
      },
    },
    (request, reply) => {
      const { accountId } = requireMember(request)
      return keepSlot(reply, packetDownloads.take(accountId), async () => {
        const { draft, name } = await makeDraft(maker, request, request.query)
        return reply.headers(draftHeaders(name)).send(draft)
      })
    },
  )

  api.post(
    '/api/invoices/send',
    {
      schema: { tags, body: sendManySchema, response: { 200: sentManySchema } },
      config: { access: 'billing' },
    },
    (request) => {
      if (request.body.channel === 'mail') requireMailServer(request)
      return sendMany(maker, readRequester(request), request.body, readMailLimit(request))
    },
  )
}

/** Queues the emails of a packet. Throws 409 if it is not the packet that the person saw. A repeated request queues nothing. */
async function mail(maker: PacketMaker, request: FastifyRequest, body: NewInvoiceMail) {
  const { database } = maker
  const { limitMb } = requireMailServer(request)
  const requester = readRequester(request)
  const { userId, personId } = requester
  const invoiceId = readId(request)
  const repeatable = readIdempotency(request)
  const { signature } = await composeMail(database, userId, invoiceId)
  const make = async () => {
    const packet = await makePacket(maker, requester, invoiceId)
    if (body.sha256 !== undefined && body.sha256 !== packet.sha256)
      throw new RequestError(409, packetMessages.changed)
    return { packet, parts: await splitPacket(maker, requester, packet, limitMb) }
  }
  const made = (await hasResponse(database, userId, repeatable)) ? undefined : await make()
  return runIdempotent(database, userId, repeatable, async (work) => {
    const mailing = { ...body, ...(made ?? (await make())), signature, personId }
    return readSending(work, userId, invoiceId, await mailPacket(work, userId, mailing))
  })
}

async function makeDraft(maker: PacketMaker, request: FastifyRequest, query: DraftQuery) {
  const { database } = maker
  const requester = readRequester(request)
  const { userId, personId } = requester
  const invoiceId = readId(request)
  const { signature, ...form } = await composeMail(database, userId, invoiceId)
  const { pdf, contents } = await makePacket(maker, requester, invoiceId)
  const draft = await buildDraft(database, userId, {
    to: query.to ?? splitAddresses(form.to),
    cc: query.cc ?? [],
    subject: query.subject ?? form.subject,
    text: joinParagraphs(query.text ?? form.text, signature),
    files: [{ name: `${contents.title}.pdf`, type: 'application/pdf', bytes: pdf }],
    from: await readMemberEmail(database, userId, personId),
  })
  return { draft, name: contents.fileName.replace(/\.pdf$/, '') }
}
