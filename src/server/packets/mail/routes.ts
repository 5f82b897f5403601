/** Packets by email: from the server, as drafts, and many at once (SPEC C181, C183, C188). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { splitAddresses } from '#core/mail/addresses.ts'
import { mailSchema } from '#core/mail/mails.ts'
import {
  draftQuery,
  mailFormSchema,
  newMailSchema,
  sendManySchema,
  sentManySchema,
  type DraftQuery,
  type NewInvoiceMail,
} from '#core/packets/mailing.ts'
import { packetMessages, sendingSchema, type Sending } from '#core/packets/packets.ts'
import { readMemberEmail } from '#server/accounts/team/named-members.ts'
import { hasResponse, runIdempotent } from '#server/database/idempotency.ts'
import { RequestError } from '#server/errors.ts'
import { readPacketInvoice } from '#server/invoices/packet-invoice.ts'
import { buildDraft, draftHeaders } from '#server/mail/draft.ts'
import { isMailSetUp, readMailLimit, requireMailServer } from '#server/mail/mail-server.ts'
import { readMails } from '#server/mail/read-mails.ts'
import { makePacket, splitPacket, type PacketMaker } from '#server/packets/make-packet.ts'
import { packetDownloads } from '#server/packets/download-limit.ts'
import { readSending } from '#server/packets/sendings.ts'
import { routesOf, type Call } from '#server/routes.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { composeMail } from './compose.ts'
import { mailPacket } from './mail-packet.ts'
import { sendMany } from './send-many.ts'

const path = '/api/invoices/:id'

export function packetMailRoutes(app: FastifyInstance, maker: PacketMaker): void {
  const { database } = maker
  const { get, post } = routesOf(app, 'Packets')

  get(
    `${path}/mail`,
    { access: 'billing', answer: mailFormSchema },
    async ({ account, id, request }) => {
      const { to, subject, text } = await composeMail(database, account, id)
      const server = { isSetUp: isMailSetUp(request), limitMb: readMailLimit(request) }
      return { to, cc: '', subject, text, ...server }
    },
  )

  post(
    `${path}/mail`,
    { access: 'billing', body: newMailSchema, answer: sendingSchema, status: 201 },
    (call) => mail(maker, call),
  )

  get(
    `${path}/mails`,
    { access: 'invoices', answer: z.array(mailSchema) },
    async ({ account, id }) => {
      const invoice = await readPacketInvoice(database, account, id)
      return readMails(database, account, 'invoices', invoice.id)
    },
  )

  get(
    `${path}/mail-draft.eml`,
    {
      access: 'billing',
      query: draftQuery,
      produces: ['message/rfc822'],
      config: { ownSlots: true, audited: { action: 'exported', subject: 'packets' } },
      options: { exposeHeadRoute: false },
    },
    (call) =>
      keepSlot(call.reply, packetDownloads.take(call.account), async () => {
        const { draft, name } = await makeDraft(maker, call)
        return call.reply.headers(draftHeaders(name)).send(draft)
      }),
  )

  post(
    '/api/invoices/send',
    { access: 'billing', body: sendManySchema, answer: sentManySchema },
    ({ requester, body, request }) => {
      if (body.channel === 'mail') requireMailServer(request)
      return sendMany(maker, requester, body, readMailLimit(request))
    },
  )
}

/** Queues the emails of a packet. Throws 409 if it is not the packet that the person saw. A repeated request queues nothing. */
async function mail(
  maker: PacketMaker,
  { request, requester, id: invoiceId, body, repeatable }: Call<NewInvoiceMail>,
): Promise<Sending> {
  const { database } = maker
  const { limitMb } = requireMailServer(request)
  const { userId, personId } = requester
  const make = async () => {
    const packet = await makePacket(maker, requester, invoiceId)
    if (body.sha256 !== undefined && body.sha256 !== packet.sha256)
      throw new RequestError(409, packetMessages.changed)
    return { packet, parts: await splitPacket(maker, requester, packet, limitMb) }
  }
  const made = (await hasResponse(database, userId, repeatable)) ? undefined : await make()
  return runIdempotent(database, userId, repeatable, async (work) => {
    const mailing = { ...body, ...(made ?? (await make())), personId }
    return readSending(work, userId, invoiceId, await mailPacket(work, userId, mailing))
  })
}

async function makeDraft(
  maker: PacketMaker,
  { requester, id: invoiceId, query }: Call<unknown, DraftQuery>,
) {
  const { database } = maker
  const { userId, personId } = requester
  const form = await composeMail(database, userId, invoiceId)
  const { pdf, contents } = await makePacket(maker, requester, invoiceId)
  const draft = await buildDraft(database, userId, {
    kind: 'invoice',
    to: query.to ?? splitAddresses(form.to),
    cc: query.cc ?? [],
    subject: query.subject ?? form.subject,
    text: query.text ?? form.text,
    files: [{ name: `${contents.title}.pdf`, type: 'application/pdf', bytes: pdf }],
    from: await readMemberEmail(database, userId, personId),
  })
  return { draft, name: contents.fileName.replace(/\.pdf$/, '') }
}
