/** The packet of an invoice, and its sendings (SPEC C175–C181). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  newSendingSchema,
  packetMessages,
  packetQuery,
  packetSchema,
  sendingSchema,
  undoneSendingSchema,
  type NewSending,
  type Packet,
} from '#core/packets/packets.ts'
import { hasResponse, runIdempotent } from '#server/database/idempotency.ts'
import { RequestError } from '#server/errors.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { inlinePdf } from '#server/streaming/attachment.ts'
import { keepSlot } from '#server/streaming/keep-slot.ts'
import { endWhenStalled } from '#server/streaming/stalled.ts'
import { readContents } from './contents.ts'
import {
  makePacket,
  remakePacket,
  tryPacket,
  type Requester,
  type PacketMaker,
} from './make-packet.ts'
import { packetOrderRoutes } from './order-routes.ts'
import { packetsZipRoute } from './packets-zip.ts'
import { packetMailRoutes } from './mail/routes.ts'
import { readRequester } from './requester.ts'
import { packetDownloads } from './download-limit.ts'
import {
  readSending,
  readSendings,
  readSentPacket,
  recordSending,
  undoSending,
} from './sendings.ts'

const tags = ['Packets']
const path = '/api/invoices/:id'
const sendings = z.array(sendingSchema)
const FILE = {
  access: 'invoices',
  ownSlots: true,
  audited: { action: 'exported', subject: 'packets' },
} as const

export function packetRoutes(app: FastifyInstance, maker: PacketMaker): void {
  const { database } = maker
  const api = app.withTypeProvider<ZodTypeProvider>()
  packetOrderRoutes(app, database)
  packetMailRoutes(app, maker)
  packetsZipRoute(app, maker)

  api.get(
    `${path}/packet`,
    {
      schema: { tags, querystring: packetQuery, response: { 200: packetSchema } },
      config: { access: 'invoices' },
    },
    (request) => describePacket(maker, readRequester(request), readId(request), request.query.make),
  )

  api.get(
    `${path}/packet.pdf`,
    { exposeHeadRoute: false, schema: { tags, produces: ['application/pdf'] }, config: FILE },
    (request, reply) =>
      sendPdf(request, reply, async (requester) => {
        const { pdf, contents } = await makePacket(maker, requester, readId(request))
        return { pdf, name: contents.fileName }
      }),
  )

  api.get(
    `${path}/sendings`,
    { schema: { tags, response: { 200: sendings } }, config: { access: 'invoices' } },
    (request) => readSendings(database, readRequester(request).userId, readId(request)),
  )

  api.post(
    `${path}/sendings`,
    {
      schema: { tags, body: newSendingSchema, response: { 201: sendingSchema } },
      config: { access: 'billing' },
    },
    async (request, reply) => reply.code(201).send(await send(maker, request, request.body)),
  )

  api.post(
    `${path}/sendings/:sendingId/undo`,
    {
      schema: { tags, body: undoneSendingSchema, response: { 200: sendingSchema } },
      config: { access: 'billing' },
    },
    (request) => {
      const { userId, personId } = readRequester(request)
      const id = readId(request, 'sendingId')
      const place = { invoiceId: readId(request), id, version: readVersion(request) }
      return undoSending(database, userId, place, { ...request.body, personId })
    },
  )

  api.get(
    `${path}/sendings/:sendingId/packet.pdf`,
    { exposeHeadRoute: false, schema: { tags, produces: ['application/pdf'] }, config: FILE },
    (request, reply) =>
      sendPdf(request, reply, async (requester) => {
        const invoiceId = readId(request)
        const id = readId(request, 'sendingId')
        const sent = await readSentPacket(database, requester.userId, invoiceId, id)
        const { fileName } = await readContents(database, requester.userId, invoiceId)
        return { pdf: await remakePacket(maker, requester, sent), name: fileName }
      }),
  )
}

async function describePacket(
  maker: PacketMaker,
  requester: Requester,
  invoiceId: number,
  make: '1' | undefined,
): Promise<Packet> {
  const { contents, made, problems } = make
    ? await tryPacket(maker, requester, invoiceId)
    : await readWithoutMaking(maker, requester, invoiceId)
  const { title, missing, papers, fileName } = contents
  const canBeMade = missing.length === 0 && problems.length === 0
  return {
    title,
    missing,
    problems,
    papers: made?.papers ?? papers,
    fileName: canBeMade ? fileName : null,
    made: made ? { sha256: made.sha256, pages: made.pages, bytes: made.pdf.length } : null,
  }
}

async function readWithoutMaking(
  { database }: PacketMaker,
  { userId }: Requester,
  invoiceId: number,
) {
  const contents = await readContents(database, userId, invoiceId)
  return { contents, made: undefined, problems: contents.problems }
}

/**
 * Makes the packet, and records that it was sent. Throws 409 if it is not the packet that the person saw. A repeated request makes
 * no packet, because its papers may have changed since.
 */
async function send(maker: PacketMaker, request: FastifyRequest, body: NewSending) {
  const { database } = maker
  const requester = readRequester(request)
  const { userId, personId } = requester
  const invoiceId = readId(request)
  const repeatable = readIdempotency(request)
  const isRepeated = await hasResponse(database, userId, repeatable)
  const made = isRepeated ? undefined : await makePacket(maker, requester, invoiceId)
  if (made && body.sha256 !== undefined && body.sha256 !== made.sha256)
    throw new RequestError(409, packetMessages.changed)
  const { channel, note, sentOn, confirmed } = body
  return runIdempotent(database, userId, repeatable, async (work) => {
    const packet = made ?? (await makePacket(maker, requester, invoiceId))
    const record = { channel, note, askedOn: sentOn, personId }
    const id = await recordSending(work, userId, packet, record)
    confirmDay('sentOn', sentOn, confirmed)
    return readSending(work, userId, invoiceId, id)
  })
}

type NamedPdf = { pdf: Uint8Array; name: string }

function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  make: (requester: Requester) => Promise<NamedPdf>,
): Promise<FastifyReply> {
  const requester = readRequester(request)
  return keepSlot(reply, packetDownloads.take(requester.userId), async () => {
    const { pdf, name } = await make(requester)
    endWhenStalled(reply)
    return reply.headers(inlinePdf(name)).send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length))
  })
}
